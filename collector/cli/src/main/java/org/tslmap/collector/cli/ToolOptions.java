package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.selection.SourceLines;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The options that narrow a measurement to a part of the program. */
final class ToolOptions {

  @Option(
      names = "--fn",
      paramLabel = "NAME",
      description =
          "Measure only the instructions of functions of this name, as a stream of their own. May"
              + " be given several times. "
              + NamePattern.WORDS)
  private List<String> functions = List.of();

  @Option(
      names = "--lines",
      paramLabel = "FILE:LINE[-LINE]",
      converter = LinesConverter.class,
      description =
          "Measure only the instructions of this source line, or of those from the first to the last,"
              + " also where they were inlined, as a stream of their own. FILE is a path or its last"
              + " parts. May be given several times.")
  private List<SourceLines> lines = List.of();

  @Option(names = "--inclusive", description = "With --fn: also whatever these functions call.")
  private boolean inclusive;

  @Option(
      names = "--toggle",
      paramLabel = "START[,STOP]",
      description =
          "Measure from each call of START to the next call of STOP. NAME#N is the Nth call only:"
              + " 'f#3,f#5' measures once, from the third call of f to the fifth.")
  private Optional<String> toggle = Optional.empty();

  @Option(
      names = "--region",
      paramLabel = "SYMBOL",
      description =
          "Measure only accesses to this global variable, as a stream of its own. May be given"
              + " several times.")
  private List<String> regions = List.of();

  @Option(
      names = "--watch",
      paramLabel = "NAME[@PLACE]|heap@PLACE",
      description =
          "Measure only accesses to the variables of this name (statics of files and functions too,"
              + " and what the program gives this name by TSLMAP_NAME), as a stream of its own."
              + " With @FUNCTION or @FILE:LINE, those that this function or line declares: static"
              + " ones, and ones on the stack, there in every activation of the function, with what"
              + " shares their memory. heap@FUNCTION, heap@FILE:LINE: the heap blocks that are"
              + " allocated there. May be given several times.")
  private List<String> watches = List.of();

  @Option(
      names = "--skip-obj",
      paramLabel = "PATTERN",
      description =
          "Count the accesses of this program or shared object (path or name) instead of recording"
              + " them: their number is exact, and they have no scores.")
  private List<String> skippedObjects = List.of();

  @Option(
      names = "--skip-file",
      paramLabel = "PATTERN",
      description =
          "The same for the functions of this source file: its path, or the last parts of it.")
  private List<String> skippedFiles = List.of();

  @Option(
      names = "--skip-fn",
      paramLabel = "NAME",
      description = "The same for the own instructions of functions of this name.")
  private List<String> skippedFunctions = List.of();

  @Option(
      names = "--skip",
      paramLabel = "FILE",
      description =
          "The same for what the lines of a file name: 'obj PATTERN', 'file PATTERN', 'fn NAME'.")
  private Optional<Path> skipFile = Optional.empty();

  @Option(
      names = "--filter",
      paramLabel = "FILE",
      description =
          "The same for the functions that a filter file in Score-P's syntax excludes"
              + " (collector/FILTER.md); 'tslmap filter' writes one.")
  private Optional<Path> filterFile = Optional.empty();

  @Option(
      names = "--count-after",
      paramLabel = "N",
      description =
          "Record the functions that --skip, --skip-* and --filter name until they have made about N"
              + " accesses each, and count them from then on: their scores and hotspots are"
              + " estimated from what was recorded.")
  private Optional<Long> countAfter = Optional.empty();

  @Option(
      names = "--again",
      paramLabel = "M",
      description =
          "With --count-after: count these functions from the start, but record those that make many"
              + " accesses, for N of them, and for one in M in stretches over the whole run.")
  private Optional<Long> again = Optional.empty();

  @Option(
      names = "--off-at-start",
      description = "Measure from the program's own TSLMAP_ON() on (tslmap.h).")
  private boolean offAtStart;

  @Option(
      names = "--start-after",
      paramLabel = "N|SECONDSs",
      converter = Amount.class,
      description =
          "Measure nothing before the program has made N accesses (such as 5000, 20M, 1.5G), or has"
              + " run for a time (such as 30s). Until then only calls of malloc and its kind are"
              + " followed, and accesses counted.")
  private Optional<String> startAfter = Optional.empty();

  @Option(
      names = "--stop-after",
      paramLabel = "N|SECONDSs",
      converter = Amount.class,
      description =
          "Measure nothing more after N measured accesses, or when this time has passed since the"
              + " first. From then on the program runs as under Valgrind alone.")
  private Optional<String> stopAfter = Optional.empty();

  @Option(
      names = "--then",
      paramLabel = "continue|end",
      description =
          "After --stop-after: let the program go on (default), or end it at once, with exit status"
              + " 0.")
  private Optional<Then> then = Optional.empty();

  /** Names of functions whose accesses are measured. */
  List<NamePattern> functions() {
    return functions.stream().map(NamePattern::new).toList();
  }

  /** What becomes of a program that has been measured. */
  private enum Then {
    CONTINUE,
    END
  }

  /** Checks a number of accesses, or of seconds, and leaves it as it is. */
  private static final class Amount implements ITypeConverter<String> {
    private static final Pattern FORM = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,9})?[kKmMgGsS]?");
    private static final Pattern ZERO = Pattern.compile("[0.]+\\D?");

    @Override
    public String convert(String text) {
      if (!FORM.matcher(text).matches() || ZERO.matcher(text).matches()) {
        throw new TypeConversionException(
            "expected accesses such as 5000 or 20M, or seconds such as 2.5s, more than 0, found '"
                + text
                + "'");
      }
      return text;
    }
  }

  /** Nothing narrowed. */
  ToolOptions() {}

  /** Only the instructions of one function. */
  static ToolOptions ofFunction(String name) {
    ToolOptions options = new ToolOptions();
    options.functions = List.of(name);
    return options;
  }

  /** Refuses to follow the calls of no function. */
  static void checkRoots(List<?> functions, CommandLine commandLine) {
    if (functions.isEmpty()) {
      throw new ParameterException(
          commandLine, "--inclusive: name the functions whose calls to follow with --fn NAME");
    }
  }

  /** Refuses what makes no sense, before anything is started. */
  void check(CommandLine commandLine) {
    if (inclusive) {
      checkRoots(functions, commandLine);
    }
    if (then.isPresent() && stopAfter.isEmpty()) {
      throw new ParameterException(commandLine, "--then: say after what with --stop-after N");
    }
    if (skipFile.isPresent() && !Files.isReadable(skipFile.get())) {
      throw new ParameterException(
          commandLine, "--skip: there is no file %s that can be read".formatted(skipFile.get()));
    }
    FilterFile.check(filterFile, "--filter", commandLine);
    if (countAfter.isPresent() && countAfter.get() < 1) {
      throw new ParameterException(
          commandLine, "--count-after expects 1 or more, but found " + countAfter.get());
    }
    if (again.isPresent() && again.get() < 2) {
      throw new ParameterException(
          commandLine, "--again expects 2 or more, but found " + again.get());
    }
    if (again.isPresent() && countAfter.isEmpty()) {
      throw new ParameterException(
          commandLine,
          "--again: say after how many accesses functions are counted, with --count-after N");
    }
    if (countAfter.isPresent() && arguments().stream().noneMatch(ToolOptions::isCounting)) {
      throw new ParameterException(
          commandLine, "--count-after: say which functions are counted, with --filter FILE");
    }
  }

  /**
   * What the tool needs besides {@link #arguments}, out of a program's debug information.
   *
   * @throws ParameterException if a variable is not there
   */
  List<String> lookedUp(Path program, CommandLine commandLine)
      throws IOException, InterruptedException {
    try {
      return WatchedVariables.options(program, watches);
    } catch (WatchedVariables.UnknownVariableException e) {
      throw new ParameterException(commandLine, e.getMessage());
    }
  }

  private static boolean isCounting(String option) {
    return option.startsWith("--tsl-skip") || option.startsWith("--tsl-filter=");
  }

  /** As they were given. */
  String given() {
    return inUserWords(String.join(" ", arguments()));
  }

  /** The tool's names of these options replaced by the ones they have here. */
  static String inUserWords(String text) {
    return text.replace("--tsl-inclusive=yes", "--inclusive")
        .replace("--tsl-atstart=no", "--off-at-start")
        .replaceAll(
            "--tsl-(fn|lines|toggle|region|watch|skip|skip-obj|skip-file|skip-fn|filter|count-after|again|adapt"
                + "|start-after|stop-after|then)=",
            "--$1 ");
  }

  /** In the tool's words. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    functions.forEach(name -> arguments.add("--tsl-fn=" + name));
    lines.forEach(some -> arguments.add("--tsl-lines=" + some));
    if (inclusive) {
      arguments.add("--tsl-inclusive=yes");
    }
    toggle.ifPresent(marks -> arguments.add("--tsl-toggle=" + marks));
    regions.forEach(symbol -> arguments.add("--tsl-region=" + symbol));
    watches.forEach(name -> arguments.add("--tsl-watch=" + name));
    skippedObjects.forEach(pattern -> arguments.add("--tsl-skip-obj=" + pattern));
    skippedFiles.forEach(pattern -> arguments.add("--tsl-skip-file=" + pattern));
    skippedFunctions.forEach(name -> arguments.add("--tsl-skip-fn=" + name));
    skipFile.ifPresent(file -> arguments.add("--tsl-skip=" + file.toAbsolutePath()));
    filterFile.ifPresent(file -> arguments.add("--tsl-filter=" + file.toAbsolutePath()));
    countAfter.ifPresent(accesses -> arguments.add("--tsl-count-after=" + accesses));
    again.ifPresent(one -> arguments.add("--tsl-again=" + one));
    if (offAtStart) {
      arguments.add("--tsl-atstart=no");
    }
    startAfter.ifPresent(amount -> arguments.add("--tsl-start-after=" + amount));
    stopAfter.ifPresent(amount -> arguments.add("--tsl-stop-after=" + amount));
    then.ifPresent(what -> arguments.add("--tsl-then=" + what.name().toLowerCase(Locale.ROOT)));
    return arguments;
  }
}
