package org.tslmap.npb.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.tslmap.npb.Benchmark;
import org.tslmap.npb.Program;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Reads what options name. */
final class Names {

  private static final String ALL = "all";

  private Names() {}

  /**
   * Benchmarks by name; {@code all} are NPB's own eight.
   *
   * @throws ParameterException if there is no such benchmark
   */
  static Set<Benchmark> benchmarks(List<String> names, CommandLine line) {
    EnumSet<Benchmark> chosen = EnumSet.noneOf(Benchmark.class);
    for (String name : names) {
      if (name.equalsIgnoreCase(ALL)) {
        chosen.addAll(Benchmark.suite());
      } else {
        chosen.add(benchmark(name, line));
      }
    }
    return chosen;
  }

  /**
   * One benchmark by name.
   *
   * @throws ParameterException if there is no such benchmark
   */
  static Benchmark benchmark(String name, CommandLine line) {
    return Arrays.stream(Benchmark.values())
        .filter(benchmark -> benchmark.lower().equals(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    line,
                    "expected benchmarks out of %s, but found %s"
                        .formatted(
                            Arrays.stream(Benchmark.values())
                                .map(Benchmark::lower)
                                .collect(Collectors.joining(", ")),
                            name)));
  }

  /**
   * Classes by letter, each once, in the order given.
   *
   * @throws ParameterException if the sources do not know one
   */
  static List<Character> classes(List<String> names, CommandLine line) {
    Set<Character> chosen = new LinkedHashSet<>();
    for (String name : names) {
      String upper = name.toUpperCase(Locale.ROOT);
      if (upper.length() != 1 || Program.CLASSES.indexOf(upper.charAt(0)) < 0) {
        throw new ParameterException(line, "expected classes out of S, W, A, B, but found " + name);
      }
      chosen.add(upper.charAt(0));
    }
    return new ArrayList<>(chosen);
  }
}
