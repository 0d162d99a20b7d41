package org.tslmap.collector.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that narrow a measurement to a part of the program. */
final class ToolOptions {

  @Option(
      names = "--fn",
      paramLabel = "NAME",
      description =
          "Measure only the instructions of this function, as a stream of its own. May be given"
              + " several times and hold the wildcards * and ?.")
  private List<String> functions = List.of();

  @Option(names = "--inclusive", description = "With --fn: also whatever these functions call.")
  private boolean inclusive;

  @Option(
      names = "--toggle",
      paramLabel = "START[,STOP]",
      description = "Measure from each call of START to the next call of STOP.")
  private Optional<String> toggle = Optional.empty();

  @Option(
      names = "--region",
      paramLabel = "SYMBOL",
      description =
          "Measure only accesses to this global variable, as a stream of its own. May be given"
              + " several times.")
  private List<String> regions = List.of();

  /** Nothing narrowed. */
  ToolOptions() {}

  /** Only the instructions of one function. */
  static ToolOptions ofFunction(String name) {
    ToolOptions options = new ToolOptions();
    options.functions = List.of(name);
    return options;
  }

  /** Refuses what makes no sense, before anything is started. */
  void check(CommandLine commandLine) {
    if (inclusive && functions.isEmpty()) {
      throw new ParameterException(
          commandLine, "--inclusive: name the functions whose calls to follow with --fn NAME");
    }
  }

  /** As they were given. */
  String given() {
    return inUserWords(String.join(" ", arguments()));
  }

  /** The tool's names of these options replaced by the ones they have here. */
  static String inUserWords(String text) {
    return text.replace("--tsl-inclusive=yes", "--inclusive")
        .replaceAll("--tsl-(fn|toggle|region)=", "--$1 ");
  }

  /** In the tool's words. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    functions.forEach(name -> arguments.add("--tsl-fn=" + name));
    if (inclusive) {
      arguments.add("--tsl-inclusive=yes");
    }
    toggle.ifPresent(marks -> arguments.add("--tsl-toggle=" + marks));
    regions.forEach(symbol -> arguments.add("--tsl-region=" + symbol));
    return arguments;
  }
}
