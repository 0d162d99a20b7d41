package org.tslmap.collector.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tslmap.collector.attribution.Selection;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.wire.Hello;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that pick a part of a stored trace. */
final class SelectionOptions {

  @Option(
      names = "--fn",
      paramLabel = "NAME",
      description =
          "Score only the instructions of functions of this name, as a stream of their own. May be"
              + " given several times. "
              + NamePattern.WORDS)
  private List<NamePattern> functions = List.of();

  @Option(
      names = "--region",
      paramLabel = "START,BYTES|NAME",
      description =
          "Score only accesses to this memory, as a stream of its own: an address and a length, or"
              + " the name of data objects with a place of their own (global or named ones). May"
              + " be given several times.")
  private List<String> regions = List.of();

  @Option(
      names = "--thread",
      paramLabel = "N",
      description = "Score only this thread. May be given several times.")
  private List<Integer> threads = List.of();

  @Option(
      names = "--phase",
      paramLabel = "NAME",
      description =
          "Score only while the program was in phases of this name, see tslmap.h. May be given"
              + " several times.")
  private List<NamePattern> phases = List.of();

  @Option(
      names = "--from",
      paramLabel = "N",
      converter = AccessNumber.class,
      description =
          "Score only from this access of each process on, such as 20M; the first has number 0.")
  private long from;

  @Option(
      names = "--to",
      paramLabel = "N",
      converter = AccessNumber.class,
      description = "Score only what comes before this access of each process.")
  private long to = Long.MAX_VALUE;

  /**
   * What is selected of a process.
   *
   * @param recorded the run's profile, which knows where data objects are
   */
  Selection selection(LocalityProfile recorded, Hello process) {
    List<Selection.Region> stretches = new ArrayList<>();
    for (String region : regions) {
      stretches.addAll(
          stretch(region).map(List::of).orElseGet(() -> named(region, recorded, process)));
    }
    return new Selection(functions, stretches, threads, phases, new Selection.Time(from, to));
  }

  /**
   * Refuses what no process of the run has.
   *
   * @throws ParameterException naming the option and what was found
   */
  void check(CommandLine commandLine, LocalityProfile recorded) {
    if (to <= from) {
      throw new ParameterException(
          commandLine,
          "--to: expected an access behind that of --from, %d, found %d".formatted(from, to));
    }
    for (String region : regions) {
      boolean found =
          stretch(region).isPresent()
              || recorded.processes().stream().anyMatch(p -> !named(region, p).isEmpty());
      if (!found) {
        throw new ParameterException(
            commandLine,
            "--region: expected START,BYTES or the name of a data object with a place of its own,"
                + " found '"
                + region
                + "'; `tslmap report` lists the data objects");
      }
    }
    for (int thread : threads) {
      if (recorded.processes().stream()
          .noneMatch(p -> p.threads().stream().anyMatch(t -> t.id() == thread))) {
        throw new ParameterException(
            commandLine,
            "--thread: expected one of the run's threads ("
                + recorded.processes().stream()
                    .flatMap(p -> p.threads().stream())
                    .map(t -> Integer.toString(t.id()))
                    .distinct()
                    .collect(Collectors.joining(", "))
                + "), found "
                + thread);
      }
    }
  }

  /** Memory given by its address and length; empty if it is not. */
  private static Optional<Selection.Region> stretch(String region) {
    String[] parts = region.split(",", -1);
    if (parts.length != 2) {
      return Optional.empty();
    }
    try {
      long start = number(parts[0].strip());
      long bytes = number(parts[1].strip());
      return bytes > 0 ? Optional.of(new Selection.Region(region, start, bytes)) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static long number(String text) {
    return text.startsWith("0x")
        ? Long.parseUnsignedLong(text.substring(2), 16)
        : Long.parseLong(text);
  }

  /** A name that this process has nothing of selects nothing of it. */
  private static List<Selection.Region> named(
      String name, LocalityProfile recorded, Hello process) {
    List<Selection.Region> found =
        recorded.processes().stream()
            .filter(
                p ->
                    p.identity().pid() == process.pid()
                        && p.identity().startedMicros() == process.startedMicros())
            .flatMap(p -> named(name, p).stream())
            .toList();
    return found.isEmpty() ? List.of(new Selection.Region(name, 0, 0)) : found;
  }

  private static List<Selection.Region> named(String name, ProcessProfile process) {
    NamePattern pattern = new NamePattern(name);
    return process.attribution().objects().stream()
        .filter(object -> pattern.matches(object) && hasPlace(object))
        .map(object -> new Selection.Region(name, object.address(), object.bytes()))
        .toList();
  }

  private static boolean hasPlace(DataObject object) {
    return object.address() != 0 && object.bytes() > 0;
  }
}
