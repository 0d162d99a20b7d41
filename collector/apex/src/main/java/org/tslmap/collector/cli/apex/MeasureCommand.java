package org.tslmap.collector.cli.apex;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.tslmap.apexmap.Dependence;
import org.tslmap.apexmap.Grid;
import org.tslmap.apexmap.GridMeasurement;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.OutsideSurfaceException;
import org.tslmap.apexmap.ProbeSetting;
import org.tslmap.apexmap.SurfaceFile;
import org.tslmap.apexmap.SurfaceRatio;
import org.tslmap.collector.cli.Main;
import org.tslmap.collector.cli.OutputFile;
import org.tslmap.collector.cli.SurfaceInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tslmap apex measure}: the machine's surfaces. */
@Command(
    name = "measure",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures what an access costs this machine over temporal locality (alpha), spatial locality"
          + " (L) and memory size (M), and what the core computes in a time, and keeps it in a file.",
      "",
      "Takes about ten minutes, with --quick one and a half. Let nothing else run meanwhile. The file is"
          + " written at the end: Ctrl-C leaves none, and an earlier one as it was.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap apex measure --quick",
      "  tslmap apex measure --words 131072,33554432 --operation read --threads 2 --out two.json",
    })
final class MeasureCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Option(names = "--quick", description = "Fewer points, a minute and a half.")
  private boolean quick;

  @Option(
      names = "--words",
      paramLabel = "M",
      split = ",",
      description = "Memory sizes in 8-byte words (default: from 2^9 to 2^25).")
  private List<Long> words = List.of();

  @Option(
      names = "--alpha",
      paramLabel = "ALPHA",
      split = ",",
      description =
          "Only these alphas, greater than 0 and at most 1 (default: 0.001 to 1). Leaves out"
              + " strided visits.")
  private List<Double> alphas = List.of();

  @Option(
      names = "--length",
      paramLabel = "L",
      split = ",",
      description =
          "Only these lengths of visits in words, which divide M (default: 1 to 65536). Leaves out"
              + " strided visits.")
  private List<Integer> lengths = List.of();

  @Option(
      names = "--operation",
      paramLabel = "read|write|update",
      split = ",",
      description = "Only these operations (default: all).")
  private List<Operation> operations = List.of(Operation.values());

  @Option(
      names = "--dependence",
      paramLabel = "independent|dependent",
      split = ",",
      description = "Only visits that may overlap, or that wait for one another (default: both).")
  private List<Dependence> dependences = List.of(Dependence.values());

  @Option(
      names = "--threads",
      paramLabel = "T",
      description = "Threads that run the probe at the same time (default 1).")
  private int threads = 1;

  @Option(
      names = "--shared",
      description = "All threads use the same memory; otherwise each has M words of its own.")
  private boolean shared;

  @Option(names = "--huge-pages", description = "Ask for huge pages (default: small ones).")
  private boolean hugePages;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "File of the surfaces (default surface.json).")
  private Path out = SurfaceInput.DEFAULT;

  @Override
  public Integer call() throws Exception {
    Grid grid = grid();
    OutputFile.check(out, "--out");
    SurfaceFile measured;
    try (PointProgress progress =
        new PointProgress("measurements", grid.size(), command.commandLine().getErr())) {
      measured =
          GridMeasurement.measure(
              grid,
              "tslmap " + Main.Version.number(),
              (done, total, left, setting, cost) -> progress.step(total, left));
    }
    List<SurfaceRatio> agreement = agreement(measured);
    measured.write(out);
    print(measured, agreement, command.commandLine().getOut());
    return 0;
  }

  /** How the new costs compare with those of an earlier file that is about to be replaced. */
  private List<SurfaceRatio> agreement(SurfaceFile measured) {
    try {
      return Files.exists(out) ? SurfaceRatio.of(SurfaceFile.read(out), measured) : List.of();
    } catch (IOException | OutsideSurfaceException e) {
      return List.of(); // another file, or another grid: nothing to compare with
    }
  }

  private void print(SurfaceFile measured, List<SurfaceRatio> agreement, PrintWriter text) {
    text.println("measured on " + measured.machine().description());
    SurfaceSummary.print(measured, text);
    if (!agreement.isEmpty()) {
      text.println("agreement with the earlier " + out + ": " + RatioSummary.of(agreement));
    }
    text.println();
    text.println("corners: cost without locality, and how many times less it is with");
    SurfaceSummary.printCorners(measured.surfaces(), text);
    text.println();
    text.println("kept in %s (tslmap apex show %s)".formatted(out, out));
    text.flush();
  }

  private Grid grid() {
    try {
      ProbeSetting setting =
          new ProbeSetting(Operation.READ, Dependence.INDEPENDENT, threads, shared, hugePages);
      Grid grid = (quick ? Grid.quick(setting) : Grid.full(setting)).only(operations, dependences);
      List<Long> sizes = words.stream().distinct().sorted().toList();
      if (!alphas.isEmpty() || !lengths.isEmpty()) {
        return withAxes(grid, sizes);
      }
      return sizes.isEmpty() ? grid : grid.withWords(sizes);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
  }

  /** The grid's operations and dependences, over the given axes and sizes. */
  private Grid withAxes(Grid grid, List<Long> sizes) {
    List<Grid.Plan> plans = new ArrayList<>();
    for (Grid.Plan plan : grid.plans()) {
      boolean first =
          plans.stream()
              .noneMatch(
                  other ->
                      other.setting().equals(plan.setting())
                          && (!sizes.isEmpty() || other.words() == plan.words()));
      if (plan.stride() == 1 && first) {
        for (long size : sizes.isEmpty() ? List.of(plan.words()) : sizes) {
          plans.add(
              new Grid.Plan(
                  plan.setting(),
                  size,
                  1,
                  alphas.isEmpty() ? plan.alphas() : alphas.stream().distinct().sorted().toList(),
                  lengths.isEmpty()
                      ? plan.lengths()
                      : lengths.stream().distinct().sorted().toList()));
        }
      }
    }
    return new Grid(plans, grid.effort());
  }
}
