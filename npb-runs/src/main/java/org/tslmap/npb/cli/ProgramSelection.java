package org.tslmap.npb.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.tslmap.npb.Benchmark;
import org.tslmap.npb.Program;
import org.tslmap.npb.Variant;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that pick benchmarks, classes and variants. */
final class ProgramSelection {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--benchmarks",
      split = ",",
      paramLabel = "NAME",
      description =
          "Some of is, ep, cg, mg, ft, bt, sp, lu, mm; all are the first eight (default).")
  private List<String> benchmarks = List.of();

  @Option(
      names = "--classes",
      split = ",",
      paramLabel = "CLASS",
      description = "Sizes, some of S, W, A, B (default S).")
  private List<String> classes = List.of();

  @Option(
      names = "--variants",
      split = ",",
      paramLabel = "serial|omp|mpi",
      description = "How they are parallel (default serial).")
  private List<Variant> variants = List.of();

  /** Whether any benchmark was named. */
  boolean namesBenchmarks() {
    return !benchmarks.isEmpty();
  }

  /** Whether any class was named. */
  boolean namesClasses() {
    return !classes.isEmpty();
  }

  Set<Benchmark> benchmarks() {
    return benchmarks.isEmpty()
        ? Benchmark.suite()
        : Names.benchmarks(benchmarks, command.commandLine());
  }

  List<Character> classes() {
    return Names.classes(classes.isEmpty() ? List.of("S") : classes, command.commandLine());
  }

  List<Variant> variants() {
    return variants.isEmpty() ? List.of(Variant.SERIAL) : variants.stream().distinct().toList();
  }

  /** Every program that is meant; what has no such variant is left out. */
  List<Program> programs() {
    List<Program> programs = new ArrayList<>();
    for (char problemClass : classes()) {
      for (Benchmark benchmark : benchmarks()) {
        for (Variant variant : variants()) {
          if (benchmark.has(variant)) {
            programs.add(new Program(benchmark, problemClass, variant));
          }
        }
      }
    }
    return programs;
  }

  /** What is left out for want of a variant, one line each. */
  List<String> notices() {
    List<String> notices = new ArrayList<>();
    for (Variant variant : variants()) {
      List<String> without =
          benchmarks().stream().filter(b -> !b.has(variant)).map(Benchmark::lower).toList();
      if (!without.isEmpty()) {
        notices.add(
            "%s: no %s version, left out".formatted(String.join(", ", without), variant.lower()));
      }
    }
    return notices;
  }
}
