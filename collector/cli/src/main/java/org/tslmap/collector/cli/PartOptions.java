package org.tslmap.collector.cli;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.pictures.Part;
import picocli.CommandLine.Option;

/** Options that pick a part of a run. */
final class PartOptions {

  @Option(
      names = "--fn",
      paramLabel = "NAME",
      description =
          "Only accesses that functions of this name make themselves. " + NamePattern.WORDS)
  private Optional<NamePattern> function = Optional.empty();

  @Option(
      names = "--data",
      paramLabel = "NAME",
      description = "Only accesses to variables or data objects of this name, see tslmap report.")
  private Optional<NamePattern> data = Optional.empty();

  @Option(names = "--thread", paramLabel = "N", description = "Only accesses of this thread.")
  private Optional<Integer> thread = Optional.empty();

  @Option(
      names = "--phase",
      paramLabel = "NAME",
      description = "Only accesses of phases of this name, see tslmap report --table phases.")
  private Optional<NamePattern> phase = Optional.empty();

  @Option(
      names = "--from",
      paramLabel = "N",
      converter = AccessNumber.class,
      description = "Only from this access on, such as 20M.")
  private Optional<Long> from = Optional.empty();

  @Option(
      names = "--to",
      paramLabel = "N",
      converter = AccessNumber.class,
      description = "Only accesses before this one.")
  private Optional<Long> to = Optional.empty();

  /** What was picked. */
  Part part() {
    return new Part(function, data, number(thread), phase, longNumber(from), longNumber(to));
  }

  /** Whether the stretch of time holds no access. */
  boolean isEmptyTime() {
    return to.isPresent() && to.get() <= from.orElse(0L);
  }

  private static OptionalInt number(Optional<Integer> value) {
    return value.stream().mapToInt(Integer::intValue).findFirst();
  }

  private static OptionalLong longNumber(Optional<Long> value) {
    return Stream.ofNullable(value.orElse(null)).mapToLong(Long::longValue).findFirst();
  }
}
