package org.tslmap.plots;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.tslmap.apexmap.Cache;
import org.tslmap.apexmap.Machine;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.WindowProfile;
import org.tslmap.locality.score.Score;

/** One picture of each kind, of made-up runs that fill them well. */
final class SamplePictures {

  static final Caption CAPTION =
      new Caption(
          "./matmul 100", "word 8 B, line 64 B, window 32, imax 1024, N 2^23", "20250131-matmul");

  private static final int SIZE = 60;
  private static final long A = 0x4a00000;
  private static final long B = A + 8 * SIZE * SIZE;
  private static final long C = 0x1ffe00000L;

  private SamplePictures() {}

  static Map<String, Picture> all() {
    MetricParameters parameters = MetricParameters.defaults();
    Map<String, Picture> all = new TreeMap<>();
    all.put("address-time", addressTime());
    all.put("address-time-many", manyVariables());
    all.put("reuse", drawn(ReuseHistogramPlot.of(histograms(), parameters, "Reuse distances")));
    all.put("strides", drawn(StrideHistogramPlot.of(histograms(), parameters, "Strides")));
    all.put(
        "misses",
        drawn(MissRatioPlot.of(histograms(), parameters, machine(), "Misses by cache size")));
    all.put("plane", drawn(ScorePlanePlot.of(marks(), "Functions by their locality")));
    all.put("time-line", timeLine());
    all.put("scores", scores());
    all.put("costs", costs());
    all.put("growth", growth());
    all.put("surface", SurfaceHeatMap.of(grid(), onSurface(), CAPTION));
    return all;
  }

  static Picture drawn(Plot plot) {
    return Picture.of(plot, CAPTION);
  }

  /** The accesses of a matrix multiplication: a and b are loaded, c is stored. */
  static Picture addressTime() {
    SampleDensity density = new SampleDensity();
    for (int i = 0; i < SIZE; i++) {
      for (int j = 0; j < SIZE; j++) {
        for (int k = 0; k < SIZE; k++) {
          density.load(A + 8L * (i * SIZE + k));
          density.load(B + 8L * (k * SIZE + j));
        }
        density.store(C + 8L * (i * SIZE + j));
      }
    }
    return AddressTimePlot.of(
        density.density(
            start -> start >= C ? "result" : start >= B ? "second" : "the first matrix"),
        "Addresses over time",
        CAPTION);
  }

  private static Picture manyVariables() {
    SampleDensity density = new SampleDensity();
    Random random = new Random(5);
    for (int i = 0; i < 50_000; i++) {
      long address = 0x10000 + 200L * random.nextInt(500) + (random.nextInt(20) * 0x1000000L);
      if (random.nextInt(2) == 0) {
        density.store(address);
      } else {
        density.load(address);
      }
    }
    return AddressTimePlot.of(
        density.density(
            start -> "variable_number_" + start / 1000 + "_with_a_long_name_of_its_own"),
        "Addresses over time of function with_a_very_long_name_indeed, thread 3",
        new Caption("program " + "argument ".repeat(40), "parameters ".repeat(30), "f".repeat(90)));
  }

  static Histograms histograms() {
    LocalityHistogram word = new LocalityHistogram(1024);
    word.addStride(1, 500);
    word.addStride(100, 480);
    word.addStride(1024, 20);
    word.addReuse(0, 100);
    word.addReuse(8, 480);
    word.addReuse(14, 400);
    word.addCold(20);
    LocalityHistogram line = new LocalityHistogram(1024);
    line.addStride(0, 430);
    line.addStride(12, 550);
    line.addStride(1024, 20);
    line.addReuse(1, 500);
    line.addReuse(5, 497);
    line.addCold(3);
    return new Histograms(word, line);
  }

  static Machine machine() {
    return new Machine(
        "host",
        "a processor",
        2,
        2000,
        List.of(
            new Cache(1, "Data", 32 << 10, 64, 1),
            new Cache(1, "Instruction", 32 << 10, 64, 1),
            new Cache(2, "Unified", 1 << 20, 64, 1),
            new Cache(3, "Unified", 33 << 20, 64, 2)),
        4096,
        "madvise",
        "Linux",
        "unknown",
        1L << 34);
  }

  private static List<ScorePlanePlot.Mark> marks() {
    List<ScorePlanePlot.Mark> marks = new ArrayList<>();
    Random random = new Random(11);
    for (int i = 0; i < 40; i++) {
      boolean alike = i % 2 == 0;
      marks.add(
          new ScorePlanePlot.Mark(
              "function_number_" + i,
              true,
              "kind " + i % 9,
              alike ? 0.95 + random.nextDouble() / 20 : random.nextDouble(),
              alike ? 0.95 + random.nextDouble() / 20 : random.nextDouble(),
              1 + random.nextInt(1_000_000)));
    }
    return marks;
  }

  private static Picture timeLine() {
    List<WindowProfile> windows = new ArrayList<>();
    List<Plot.Span> phases = new ArrayList<>();
    long window = 1 << 20;
    for (int i = 0; i < 60; i++) {
      int phase = i / 10 % 2;
      LocalityHistogram word = scored(500 + 400 * phase, 800 - 600 * phase);
      LocalityHistogram line = scored(900, 100 * phase);
      windows.add(new WindowProfile(i * window, window, new Histograms(word, line)));
      if (i % 10 == 0) {
        phases.add(
            new Plot.Span(
                i * window, (i + 10) * window, phase == 0 ? "A" : "exchange of the borders"));
      }
    }
    return drawn(
        TimeLinePlot.of(
            windows, MetricParameters.defaults(), phases, 0, 60 * window, "Locality over time"));
  }

  /** TL and SL in thousandths. */
  private static LocalityHistogram scored(int temporal, int spatial) {
    LocalityHistogram histogram = new LocalityHistogram(1024);
    histogram.addReuse(0, temporal);
    histogram.addCold(1000 - temporal);
    histogram.addStride(1, spatial);
    histogram.addStride(1024, 1000 - spatial);
    return histogram;
  }

  private static Picture scores() {
    List<ScoreBarsPlot.Row> rows = new ArrayList<>();
    for (int i = 0; i < ScoreBarsPlot.MOST_ROWS; i++) {
      double share = i / (ScoreBarsPlot.MOST_ROWS - 1.0);
      rows.add(
          new ScoreBarsPlot.Row(
              i % 3 == 0 ? "a_function_whose_name_is_much_too_long_for_any_axis_" + i : "f" + i,
              score -> score == Score.TL ? share : score == Score.SL ? 1 - share : 1 - share / 2));
    }
    return drawn(ScoreBarsPlot.of(rows, "Scores of functions"));
  }

  private static Picture costs() {
    List<CostPlot.Mark> marks = new ArrayList<>();
    for (int program = 0; program < 9; program++) {
      for (int mode = 0; mode < 13; mode++) {
        String name = program == 0 ? "a_program_whose_name_is_much_too_long_for_any_axis" : "p";
        marks.add(
            new CostPlot.Mark(name + program, "mode " + mode, Math.exp(mode / 2.0 - 2 + program)));
      }
    }
    marks.add(new CostPlot.Mark("p1", "mode 0", Double.NaN));
    return CostPlot.of(marks, "processor time", "What measuring costs", CAPTION);
  }

  private static Picture growth() {
    List<GrowthPlot.Line> lines = new ArrayList<>();
    for (int threads = 1; threads <= 4; threads++) {
      lines.add(
          new GrowthPlot.Line(
              threads + " threads", List.of(1e4, 1e5, 3e9), List.of(30.0, 30.0 + threads, 40.0)));
    }
    GrowthPlot.Panel panel = new GrowthPlot.Panel("accesses", "ns per access", lines);
    return GrowthPlot.of(List.of(panel, panel, panel), "What streams cost", CAPTION);
  }

  private static List<SurfaceHeatMap.Mark> onSurface() {
    return List.of(
        new SurfaceHeatMap.Mark("kernel_triad", 1, 40000),
        new SurfaceHeatMap.Mark("kernel_add", 1, 42000),
        new SurfaceHeatMap.Mark("kernel_update", 0.9, 1),
        new SurfaceHeatMap.Mark("far away", 0.0001, 1 << 20));
  }

  /** Costs from 0.3 to about 100 ns, less with locality of either kind. */
  static CostGrid grid() {
    double[] alphas = {0.001, 0.01, 0.1, 0.25, 0.5, 1};
    int[] lengths = {1, 2, 4, 16, 64, 256, 4096, 65536};
    double[][] costs = new double[alphas.length][lengths.length];
    for (int row = 0; row < alphas.length; row++) {
      for (int column = 0; column < lengths.length; column++) {
        costs[row][column] = 0.3 + 100 * Math.pow(alphas[row], 0.7) / lengths[column];
      }
    }
    return new CostGrid(alphas, lengths, costs, "ns");
  }
}
