package org.tslmap.collector.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.tslmap.apexmap.Machine;
import org.tslmap.collector.cli.AccessNumber;
import org.tslmap.collector.cli.RunFolders;
import org.tslmap.plots.Caption;
import org.tslmap.plots.GrowthPlot;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tslmap bench growth}: whether cost and memory stay flat. */
@Command(
    name = "growth",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures what the collector costs for an access, and its memory, while streams grow: first"
          + " with their length, then with the memory that the program uses.",
      "",
      "The streams are made up: a sweep through one half of the memory and random loads and stores"
          + " in the other. They go over a real socket to a real recorder that attributes"
          + " everything and keeps no trace.",
      "",
      "Columns: what grows; threads of the program; words it uses; accesses so far; nanoseconds of"
          + " the collector's processor time for an access since the row before; MiB of Java's heap"
          + " in use, and of the whole process. The processor clock ticks every 10 ms: rows of less"
          + " than some million accesses are rough.",
    },
    footer = {
      "",
      "Example: tslmap bench growth --length 10G --footprint 1G --threads 1,4 --plot growth.png",
    })
final class GrowthCommand implements Callable<Integer> {

  private static final long SHORTEST = 10_000_000;
  private static final long SMALLEST = 10_000;
  private static final long LONGEST = 1_000_000_000_000L;
  private static final long LARGEST = 10_000_000_000L;
  private static final int MOST_THREADS = 64;

  /** Each word comes back some times before a stream ends. */
  private static final int ACCESSES_PER_WORD = 4;

  private static final double MIB = 1 << 20;

  private static final List<FigureTable.Column<GrowthPoint>> COLUMNS =
      List.of(
          new FigureTable.Column<>(
              "over", "over", "%-9s", point -> point.over().name().toLowerCase(Locale.ROOT)),
          new FigureTable.Column<>("threads", "threads", "%7d", GrowthPoint::threads),
          new FigureTable.Column<>("words", "words", "%12d", GrowthPoint::words),
          new FigureTable.Column<>("accesses", "accesses", "%14d", GrowthPoint::accesses),
          new FigureTable.Column<>(
              "nanosPerAccess", "ns/access", "%9.2f", GrowthPoint::nanosPerAccess),
          new FigureTable.Column<>(
              "heapMiB", "heap MiB", "%8.1f", point -> point.heapBytes() / MIB),
          new FigureTable.Column<>(
              "residentMiB", "resident MiB", "%12.1f", point -> point.residentBytes() / MIB));

  @Spec private CommandSpec command;

  @Option(
      names = "--length",
      paramLabel = "ACCESSES",
      converter = AccessNumber.class,
      description = "Accesses of the longest stream, such as 10G (default 100M).")
  private long length = 100_000_000;

  @Option(
      names = "--footprint",
      paramLabel = "WORDS",
      converter = AccessNumber.class,
      description =
          "Words of 8 bytes that the largest program uses, such as 1G; the collector needs some"
              + " bytes for each (default 10M).")
  private long footprint = 10_000_000;

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      description = "Threads of the programs, 1 to 64 (default 1,2,4).")
  private List<Integer> threads = List.of(1, 2, 4);

  @Mixin private TableOptions table = new TableOptions();

  @Override
  public Integer call() throws Exception {
    check("--length", length, SyntheticSender.STEP, LONGEST);
    check("--footprint", footprint, SMALLEST, LARGEST);
    for (int count : threads) {
      check("--threads", count, 1, MOST_THREADS);
    }
    table.check();
    Path folder = Files.createTempDirectory("tslmap-growth-");
    try {
      GrowthMeasurement measurement = new GrowthMeasurement(folder);
      long start = Math.min(SHORTEST, length);
      List<Long> words = decades(SMALLEST, footprint);
      // The length grows with a footprint of medium size.
      long middle = words.get(words.size() / 2);
      measurement.stream(GrowthPoint.Over.LENGTH, 1, middle, List.of(start)); // compiles the code
      FigureTable<GrowthPoint> rows = table.of(COLUMNS);
      List<GrowthPoint> points = new ArrayList<>();
      for (int count : threads) {
        for (GrowthPoint point :
            measurement.stream(GrowthPoint.Over.LENGTH, count, middle, decades(start, length))) {
          rows.add(point);
          points.add(point);
        }
      }
      for (int count : threads) {
        for (long size : words) {
          List<Long> end = List.of(Math.max(start, ACCESSES_PER_WORD * size));
          GrowthPoint point =
              measurement.stream(GrowthPoint.Over.FOOTPRINT, count, size, end).get(0);
          rows.add(point);
          points.add(point);
        }
      }
      rows.finish();
      draw(points);
    } finally {
      RunFolders.delete(folder);
    }
    return 0;
  }

  private void check(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new ParameterException(
          command.commandLine(),
          "%s expects %d to %d, but found %d".formatted(option, least, most, value));
    }
  }

  /** Ten times as much again and again, and the end. */
  private static List<Long> decades(long first, long last) {
    List<Long> sizes = new ArrayList<>();
    for (long size = first; size < last; size *= 10) {
      sizes.add(size);
    }
    sizes.add(last);
    return sizes;
  }

  private void draw(List<GrowthPoint> points) throws IOException {
    if (table.plot().isEmpty()) {
      return;
    }
    List<GrowthPlot.Panel> panels = new ArrayList<>();
    panels.add(
        panel(points, GrowthPoint.Over.LENGTH, GrowthPoint::nanosPerAccess, "ns per access"));
    panels.add(
        panel(points, GrowthPoint.Over.FOOTPRINT, GrowthPoint::nanosPerAccess, "ns per access"));
    ToDoubleFunction<GrowthPoint> resident = point -> point.residentBytes() / MIB;
    panels.add(panel(points, GrowthPoint.Over.LENGTH, resident, "resident memory (MiB)"));
    panels.add(panel(points, GrowthPoint.Over.FOOTPRINT, resident, "resident memory (MiB)"));
    GrowthPlot.of(
            panels,
            "What the collector costs as streams grow",
            new Caption("", Machine.current().description()))
        .write(table.plot().get());
  }

  private GrowthPlot.Panel panel(
      List<GrowthPoint> points,
      GrowthPoint.Over over,
      ToDoubleFunction<GrowthPoint> quantity,
      String yTitle) {
    List<GrowthPlot.Line> lines = new ArrayList<>();
    for (int count : threads) {
      List<GrowthPoint> own =
          points.stream()
              .filter(point -> point.over() == over && point.threads() == count)
              .toList();
      lines.add(
          new GrowthPlot.Line(
              count == 1 ? "1 thread" : count + " threads",
              own.stream().map(GrowthPoint::size).toList(),
              own.stream().map(point -> quantity.applyAsDouble(point)).toList()));
    }
    return new GrowthPlot.Panel(
        over == GrowthPoint.Over.LENGTH ? "accesses" : "words that the program uses",
        yTitle,
        lines);
  }
}
