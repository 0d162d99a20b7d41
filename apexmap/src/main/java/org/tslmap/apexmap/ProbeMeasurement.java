package org.tslmap.apexmap;

import java.util.Arrays;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * Measures what a pattern costs: a short run tells how many visits fill a repeat, then repeats are
 * made until their spread is small or the time is over. Each has other random starts.
 */
public final class ProbeMeasurement {

  /** A block of visits should take this long, so that reading the clocks does not matter. */
  private static final double BLOCK_NANOSECONDS = 200_000;

  /** Making starts takes longer than the shortest visits, so there is an end to them. */
  private static final long VISITS_MAX = 1 << 18;

  /** Accesses of the run that only finds out how long visits take. */
  private static final int FIRST_ACCESSES = 1 << 15;

  private final Effort effort;
  private final long warm;

  /** With this much effort, on this machine. */
  public ProbeMeasurement(Effort effort) {
    this(effort, Machine.current());
  }

  /** With this much effort, and memory warmed up as the machine's caches need it. */
  ProbeMeasurement(Effort effort, Machine machine) {
    this.effort = effort;
    // Twice the largest cache: what is swept last is in it, what was before has left it.
    this.warm =
        machine.caches().stream().mapToLong(Cache::bytes).max().orElse(64 << 20) * 2 / Long.BYTES;
  }

  /**
   * Measures one pattern in memory of its own.
   *
   * @throws ProbeException if the probe cannot run or finds its result wrong
   * @throws InterruptedException if the thread is interrupted
   */
  public MeasuredCost measure(ProbePoint point, ProbeSetting setting) throws InterruptedException {
    try (Probe probe = Probe.open(point.words(), setting)) {
      MeasuredCost cost = measure(probe, point, setting.operation(), setting.dependence());
      probe.verify();
      return cost;
    }
  }

  /**
   * Measures one pattern in the probe's memory.
   *
   * @throws ProbeException if the probe finds its result wrong
   * @throws InterruptedException if the thread is interrupted
   */
  public MeasuredCost measure(
      Probe probe, ProbePoint point, Operation operation, Dependence dependence)
      throws InterruptedException {
    long begin = System.nanoTime();
    Probe.Pace first = firstPace(point);
    ProbeRun run = probe.run(point, operation, dependence, first, warm, 0);
    Probe.Pace pace = pace(run.nanoseconds() * point.length() * operation.accesses());
    double[] nanoseconds = new double[0];
    double[] ticks = new double[0];
    do {
      if (Thread.interrupted()) {
        throw new InterruptedException("measuring was interrupted");
      }
      run = probe.run(point, operation, dependence, pace, 0, nanoseconds.length + 1);
      nanoseconds = with(nanoseconds, run.nanoseconds());
      ticks = with(ticks, run.ticks());
    } while (nanoseconds.length < effort.repeats()
        || (spread(nanoseconds) > effort.spread()
            && System.nanoTime() - begin < effort.limit().toNanos()));
    return new MeasuredCost(
        point, median(nanoseconds), median(ticks), spread(nanoseconds), nanoseconds.length);
  }

  private static Probe.Pace firstPace(ProbePoint point) {
    return new Probe.Pace(
        Math.min(NativeProbe.STARTS_MAX, Math.max(1, FIRST_ACCESSES / point.length())), 1);
  }

  /** For visits that take so many nanoseconds each. */
  private Probe.Pace pace(double visit) {
    int visits = (int) Math.max(1, Math.min(NativeProbe.STARTS_MAX, BLOCK_NANOSECONDS / visit));
    double wanted = Math.min(VISITS_MAX, effort.repeat().toNanos() / visit);
    return new Probe.Pace(visits, Math.max(1, Math.round(wanted / visits)));
  }

  private static double[] with(double[] values, double value) {
    double[] more = Arrays.copyOf(values, values.length + 1);
    more[values.length] = value;
    return more;
  }

  private static double median(double[] values) {
    return new Percentile().evaluate(values, 50);
  }

  /** Half of the interquartile range over the median. */
  static double spread(double[] values) {
    Percentile percentile = new Percentile();
    percentile.setData(values);
    return (percentile.evaluate(75) - percentile.evaluate(25)) / 2 / percentile.evaluate(50);
  }
}
