package org.tslmap.apexmap;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Measures a grid in rounds. What disturbs a machine, such as others that use the same cache, often
 * lasts for seconds: longer than the repeats of one point, shorter than a round. So all points are
 * measured twice, a round apart, and those whose two medians differ a third time; a point's cost is
 * the median of all its repeats.
 *
 * <p>The largest memory comes first: if the machine does not have it, that is said before anything
 * was measured, and the time left is rather too long than too short.
 */
public final class GridMeasurement {

  /** Rounds for all points. */
  private static final int ROUNDS = 2;

  /** Points whose rounds differ by more than this get another one. */
  private static final double STEADY = 0.05;

  /** More than the repeats of a point in a round: no seed is used twice. */
  private static final long SEEDS_OF_ROUND = 1_000_000;

  private final GridProgress progress;
  private final Machine machine = Machine.current();
  private final ProbeMeasurement measurement;
  private final NoiseGauge gauge = new NoiseGauge();
  private final MachineLoad load = new MachineLoad();
  private final long begin = System.nanoTime();
  private int round;
  private int done;
  private int total;

  /** One point and what its rounds gave. */
  private record Place(ProbeSetting setting, ProbePoint point, List<Samples> rounds) {

    boolean isUnsteady() {
      double first = rounds.get(0).median();
      double second = rounds.get(1).median();
      return Math.max(first, second) > Math.min(first, second) * (1 + STEADY);
    }

    MeasuredCost cost() {
      Samples all = new Samples();
      rounds.forEach(all::addAll);
      return all.cost(point);
    }

    boolean hasMemoryOf(Place other) {
      return point.words() == other.point.words()
          && setting
              .with(other.setting.operation(), other.setting.dependence())
              .equals(other.setting);
    }
  }

  private GridMeasurement(Grid grid, GridProgress progress) {
    this.progress = Objects.requireNonNull(progress, "progress");
    this.measurement = new ProbeMeasurement(grid.effort(), machine);
    this.total = ROUNDS * grid.size();
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
    return new GridMeasurement(grid, progress).measure(grid, generator);
  }

  private SurfaceFile measure(Grid grid, String generator) throws InterruptedException {
    Instant started = Instant.now();
    CoreCosts core = CoreMeasurement.measure();
    List<List<Place>> places =
        grid.plans().stream()
            .map(
                plan ->
                    plan.points().stream()
                        .map(point -> new Place(plan.setting(), point, new ArrayList<>()))
                        .toList())
            .toList();
    List<Place> all = new ArrayList<>();
    places.forEach(all::addAll);
    all.sort(Comparator.comparingLong(place -> -place.point().words()));
    for (int i = 0; i < ROUNDS; i++) {
      round(all);
    }
    all.removeIf(place -> !place.isUnsteady());
    total += all.size();
    round(all);
    List<Surface> surfaces = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      surfaces.add(surface(grid.plans().get(i), places.get(i)));
    }
    return new SurfaceFile(
        generator,
        started,
        machine,
        gauge.noise().beside(load.otherProcessors().orElse(0)),
        core,
        surfaces);
  }

  private static Surface surface(Grid.Plan plan, List<Place> places) {
    return new Surface(
        plan.setting(),
        plan.words(),
        plan.stride(),
        plan.alphas(),
        plan.lengths(),
        places.stream().map(Place::cost).toList());
  }

  /** Measures points, opening a probe for those in a row that can share its memory. */
  private void round(List<Place> places) throws InterruptedException {
    round++;
    for (int first = 0; first < places.size(); ) {
      Place place = places.get(first);
      int end = first + 1;
      while (end < places.size() && place.hasMemoryOf(places.get(end))) {
        end++;
      }
      try (Probe probe = Probe.open(place.point().words(), place.setting())) {
        for (Place here : places.subList(first, end)) {
          measure(probe, here);
        }
        probe.verify();
      }
      first = end;
    }
  }

  private void measure(Probe probe, Place place) throws InterruptedException {
    gauge.sample();
    ProbeSetting setting = place.setting();
    Samples samples =
        measurement.samples(
            probe,
            place.point(),
            setting.operation(),
            setting.dependence(),
            round * SEEDS_OF_ROUND);
    place.rounds().add(samples);
    done++;
    long elapsed = System.nanoTime() - begin;
    Duration left = Duration.ofNanos(elapsed / done * (total - done));
    progress.measured(done, total, left, setting, samples.cost(place.point()));
  }
}
