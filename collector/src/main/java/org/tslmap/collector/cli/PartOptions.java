package org.tslmap.collector.cli;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.pictures.Part;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that pick a part of a run. */
final class PartOptions {

  /** Reads numbers of accesses such as 4096, 20M or 1.5G, with decimal multiples. */
  static final class AccessNumber implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?)([KMG]?)");

    @Override
    public Long convert(String text) {
      Matcher matcher = FORM.matcher(text.toUpperCase(Locale.ROOT));
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "expected a number of accesses such as 20M, but found '" + text + "'");
      }
      double unit =
          matcher.group(2).isEmpty() ? 1 : Math.pow(1000, "KMG".indexOf(matcher.group(2)) + 1);
      return Math.round(Double.parseDouble(matcher.group(1)) * unit);
    }
  }

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
