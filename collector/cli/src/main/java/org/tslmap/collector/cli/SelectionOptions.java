package org.tslmap.collector.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.selection.SelectedCode;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.selection.SourceLines;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SourceLine;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that select accesses, but for the one that selects phases. */
class SelectionOptions {

  @Option(
      names = "--fn",
      paramLabel = "NAME",
      description =
          "Only accesses that functions of this name make themselves. May be given several times,"
              + " as all of these options but --from and --to. "
              + NamePattern.WORDS)
  private List<NamePattern> functions = List.of();

  @Option(
      names = "--lines",
      paramLabel = "FILE:LINE[-LINE]",
      converter = LinesConverter.class,
      description =
          "Only accesses of the code of this source line, or of those from the first to the last, also"
              + " where it was inlined. FILE is a path or its last parts; see tslmap report --table"
              + " lines.")
  private List<SourceLines> lines = List.of();

  @Option(
      names = "--data",
      paramLabel = "NAME",
      description = "Only accesses to variables or data objects of this name, see tslmap report.")
  private List<NamePattern> data = List.of();

  @Option(
      names = "--region",
      paramLabel = "START,BYTES|NAME",
      description =
          "Only accesses to this memory: an address and a length, or the name of data objects with"
              + " a place of their own (global or named ones).")
  private List<String> regions = List.of();

  @Option(names = "--thread", paramLabel = "N", description = "Only accesses of this thread.")
  private List<Integer> threads = List.of();

  @Option(
      names = "--from",
      paramLabel = "N",
      converter = AccessNumber.class,
      description =
          "Only from this access of each process on, such as 20M; the first has number 0.")
  private long from;

  @Option(
      names = "--to",
      paramLabel = "N",
      converter = AccessNumber.class,
      description = "Only accesses before this one of each process.")
  private long to = Long.MAX_VALUE;

  /** These options and the one that selects phases. */
  static final class WithPhases extends SelectionOptions {
    @Option(
        names = "--phase",
        paramLabel = "NAME",
        description =
            "Only accesses of phases of this name, see tslmap report --table phases; replay knows"
                + " those that the program marked, see tslmap.h.")
    private List<NamePattern> phases = List.of();

    @Override
    List<NamePattern> phases() {
      return phases;
    }
  }

  /** Names of phases whose accesses are selected. */
  List<NamePattern> phases() {
    return List.of();
  }

  /** Names of functions whose accesses are selected. */
  List<NamePattern> functions() {
    return functions;
  }

  /** Whether anything was given that leaves accesses out. */
  boolean narrows() {
    return !(functions.isEmpty() && lines.isEmpty() && data.isEmpty() && regions.isEmpty())
        || !(threads.isEmpty() && phases().isEmpty())
        || from > 0
        || to < Long.MAX_VALUE;
  }

  /**
   * What is selected.
   *
   * @param processes which know where data objects are
   */
  Selection selection(List<ProcessProfile> processes) {
    List<Selection.Region> memory = new ArrayList<>();
    for (String region : regions) {
      memory.addAll(stretch(region).map(List::of).orElseGet(() -> named(region, processes)));
    }
    SelectedCode code = SelectedCode.of(functions, lines).in(processes);
    return new Selection(code, data, memory, threads, phases(), List.of())
        .withTime(new Selection.Time(from, to));
  }

  /**
   * What is selected, data by its memory.
   *
   * @param processes which know where data objects are
   */
  Selection places(List<ProcessProfile> processes) {
    Selection selection = selection(processes);
    List<Selection.Region> memory = new ArrayList<>(selection.regions());
    data.forEach(name -> memory.addAll(named(name.text(), processes)));
    return selection.inMemory(memory);
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
    if (!data.isEmpty() && !regions.isEmpty()) {
      throw new ParameterException(
          commandLine,
          "--region: expected none beside --data, which names memory already, found " + regions);
    }
    for (SourceLines some : lines) {
      checkFile(commandLine, some, recorded.processes());
    }
    for (String region : regions) {
      if (stretch(region).isEmpty()
          && objects(region, recorded.processes()).noneMatch(SelectionOptions::hasPlace)) {
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

  /** There must be code of the lines, and of one file. */
  private static void checkFile(
      CommandLine commandLine, SourceLines some, List<ProcessProfile> processes) {
    List<SourceLine> known =
        processes.stream()
            .flatMap(
                process ->
                    process.sites().stream().map(site -> site.sourceLine(process.functionOf(site))))
            .filter(line -> some.hasFile(line.file()))
            .toList();
    List<String> files = known.stream().map(SourceLine::file).distinct().sorted().toList();
    if (files.size() > 1) {
      throw new ParameterException(
          commandLine,
          "--lines: expected more of the file's path than in '%s', which is that of %s"
              .formatted(some, String.join(" and ", files)));
    }
    if (known.stream().noneMatch(some::has)) {
      throw new ParameterException(
          commandLine,
          "--lines: expected lines with an access, found '%s'; `tslmap report --table lines` lists them"
              .formatted(some));
    }
  }

  /**
   * Refuses data that is not in one place from the first access to the last, as blocks of the heap
   * and variables on the stack.
   *
   * @throws ParameterException naming the option and what was found
   */
  void checkPlaces(CommandLine commandLine, LocalityProfile recorded) {
    for (NamePattern name : data) {
      List<DataObject> found = objects(name.text(), recorded.processes()).toList();
      if (found.isEmpty() || !found.stream().allMatch(SelectionOptions::hasPlace)) {
        throw new ParameterException(
            commandLine,
            "--data: expected the name of data with a place of its own (global or named), found '"
                + name
                + "'; `tslmap report` lists the data objects");
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

  /** A name that these processes have nothing of selects nothing of them. */
  private static List<Selection.Region> named(String name, List<ProcessProfile> processes) {
    List<Selection.Region> found =
        objects(name, processes)
            .filter(SelectionOptions::hasPlace)
            .map(object -> new Selection.Region(name, object.address(), object.bytes()))
            .toList();
    return found.isEmpty() ? List.of(new Selection.Region(name, 0, 0)) : found;
  }

  private static Stream<DataObject> objects(String name, List<ProcessProfile> processes) {
    NamePattern pattern = new NamePattern(name);
    return processes.stream()
        .flatMap(process -> process.attribution().objects().stream())
        .filter(pattern::matches);
  }

  private static boolean hasPlace(DataObject object) {
    return object.address() != 0 && object.bytes() > 0;
  }
}
