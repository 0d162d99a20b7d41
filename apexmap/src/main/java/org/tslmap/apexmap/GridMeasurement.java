package org.tslmap.apexmap;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Measures a grid. The largest memory comes first: if the machine does not have it, that is said
 * before anything was measured, and the time left is rather too long than too short.
 */
public final class GridMeasurement {

  private final Grid grid;
  private final GridProgress progress;
  private final Machine machine = Machine.current();
  private final ProbeMeasurement measurement;
  private final NoiseGauge gauge = new NoiseGauge();
  private final long begin = System.nanoTime();
  private int done;

  private GridMeasurement(Grid grid, GridProgress progress) {
    this.grid = grid;
    this.progress = Objects.requireNonNull(progress, "progress");
    this.measurement = new ProbeMeasurement(grid.effort(), machine);
  }

  /**
   * Measures all points of all surfaces.
   *
   * @param generator for {@link SurfaceFile#generator}
   * @throws ProbeException if the probe cannot run or finds its result wrong
   * @throws InterruptedException if the thread is interrupted; nothing of what was measured is kept
   */
  public static SurfaceFile measure(Grid grid, String generator, GridProgress progress)
      throws InterruptedException {
    return new GridMeasurement(grid, progress).measure(generator);
  }

  private SurfaceFile measure(String generator) throws InterruptedException {
    Instant started = Instant.now();
    Surface[] surfaces = new Surface[grid.plans().size()];
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < surfaces.length; i++) {
      order.add(i);
    }
    order.sort(Comparator.comparingLong(i -> -grid.plans().get(i).words()));
    for (int first = 0; first < order.size(); ) {
      Grid.Plan plan = grid.plans().get(order.get(first));
      int end = first + 1;
      while (end < order.size() && sameMemory(plan, grid.plans().get(order.get(end)))) {
        end++;
      }
      try (Probe probe = Probe.open(plan.words(), plan.setting())) {
        for (int i : order.subList(first, end)) {
          surfaces[i] = surface(probe, grid.plans().get(i));
        }
      }
      first = end;
    }
    return new SurfaceFile(generator, started, machine, gauge.noise(), List.of(surfaces));
  }

  private static boolean sameMemory(Grid.Plan a, Grid.Plan b) {
    return a.words() == b.words()
        && a.setting().with(b.setting().operation(), b.setting().dependence()).equals(b.setting());
  }

  private Surface surface(Probe probe, Grid.Plan plan) throws InterruptedException {
    ProbeSetting setting = plan.setting();
    List<MeasuredCost> costs = new ArrayList<>();
    for (ProbePoint point : plan.points()) {
      gauge.sample();
      MeasuredCost cost =
          measurement.measure(probe, point, setting.operation(), setting.dependence());
      costs.add(cost);
      done++;
      long elapsed = System.nanoTime() - begin;
      Duration left = Duration.ofNanos(elapsed / done * (grid.size() - done));
      progress.measured(done, grid.size(), left, setting, cost);
    }
    probe.verify();
    return new Surface(setting, plan.words(), plan.stride(), plan.alphas(), plan.lengths(), costs);
  }
}
