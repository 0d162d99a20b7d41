package org.tslmap.npb.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.tslmap.collector.cli.Installation;
import org.tslmap.npb.Benchmark;
import org.tslmap.npb.Program;
import org.tslmap.npb.Programs;
import org.tslmap.npb.Variant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tslmap npb list}: what there is. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists the benchmarks, their variants, and which classes of each are built.",
    footer = {"", "Example: tslmap npb list"})
final class ListCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Override
  public Integer call() throws Exception {
    Programs programs = new Programs(Installation.current());
    PrintWriter out = command.commandLine().getOut();
    out.printf(Locale.ROOT, "%-10s%-10s%-10s%-10s%s%n", "benchmark", "serial", "omp", "mpi", "");
    for (Benchmark benchmark : Benchmark.values()) {
      List<String> cells = new ArrayList<>();
      for (Variant variant : Variant.values()) {
        cells.add(benchmark.has(variant) ? built(programs, benchmark, variant) : "none");
      }
      out.printf(
          Locale.ROOT,
          "%-10s%-10s%-10s%-10s%s%n",
          benchmark.lower(),
          cells.get(0),
          cells.get(1),
          cells.get(2),
          benchmark.description());
    }
    out.println();
    out.println(
        "S, W, A, B: built for that class; a dot: not yet (tslmap npb build); none: no such version");
    for (Variant variant : Variant.values()) {
      String obstacle = Programs.obstacle(variant);
      if (!obstacle.isEmpty()) {
        out.println(variant.lower() + ": " + obstacle);
      }
    }
    out.flush();
    return 0;
  }

  /** A letter for each class that is built, a dot for each that is not. */
  private static String built(Programs programs, Benchmark benchmark, Variant variant) {
    StringBuilder letters = new StringBuilder();
    for (char problemClass : Program.CLASSES.toCharArray()) {
      boolean there = programs.isBuilt(new Program(benchmark, problemClass, variant));
      letters.append(there ? problemClass : '.');
    }
    return letters.toString();
  }
}
