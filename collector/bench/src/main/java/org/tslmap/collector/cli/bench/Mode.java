package org.tslmap.collector.cli.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tslmap.collector.cli.OwnProgram;

/** A way to run a program: alone, under a tool of Valgrind's, or measured. */
enum Mode {
  NATIVE(""),
  NONE("--tool=none"),
  LACKEY("--tool=lackey --trace-mem=yes"),
  CACHEGRIND("--tool=cachegrind --cache-sim=yes --cachegrind-out-file=/dev/null"),
  CALLGRIND("--tool=callgrind --cache-sim=yes --callgrind-out-file=/dev/null"),
  RECORD("--tool=tslmap --tsl-out=null"),
  TOOL("--tool=tslmap"),
  // From here on tslmap run.
  SAMPLE("--quiet --sample auto"),
  CODE("--quiet --sample off --trace none --attribute code"),
  DATA("--quiet --sample off --trace none --attribute data"),
  CALLS("--quiet --sample off --trace none --attribute calls"),
  ALL("--quiet --sample off --trace none --attribute all"),
  EXACT("--sample off"),
  RUN("");

  /** Matches the names of profiles. */
  static final String PROFILES = "profile*.json";

  /** What programs are measured in when nothing is said: all but the slowest. */
  static final List<Mode> USUAL = Arrays.stream(values()).filter(mode -> mode != LACKEY).toList();

  private final String options;

  Mode(String options) {
    this.options = options;
  }

  private List<String> options() {
    return options.isEmpty() ? List.of() : List.of(options.split(" "));
  }

  /** What users call it. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The mode of a label. */
  static Optional<Mode> of(String label) {
    return Arrays.stream(values()).filter(mode -> mode.label().equals(label)).findFirst();
  }

  /** All labels. */
  static String labels() {
    return Arrays.stream(values()).map(Mode::label).collect(Collectors.joining(", "));
  }

  /**
   * The command line that runs a program so.
   *
   * @param valgrind Valgrind's launcher
   * @param results an empty folder; the scored modes leave files in it whose names are those of
   *     {@link #PROFILES}
   */
  List<String> command(Path valgrind, List<String> program, Path results) {
    List<String> line = new ArrayList<>();
    if (compareTo(SAMPLE) >= 0) {
      line.add("run");
      line.addAll(options());
      line.addAll(List.of("--out", results.toString(), "--"));
      line.addAll(program);
      return OwnProgram.command(line);
    }
    if (this != NATIVE) {
      line.add(valgrind.toString());
      line.add(this == LACKEY ? "--log-file=/dev/null" : "--quiet");
      line.addAll(options());
    }
    if (this == TOOL) {
      line.add("--tsl-out-file=" + results.resolve("profile.%p.json"));
    }
    line.addAll(program);
    return line;
  }
}
