package org.tslmap.apexmap;

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
    // What the largest cache holds: whatever was in it before has then left it.
    this.warm =
        machine.caches().stream().mapToLong(Cache::bytes).max().orElse(64 << 20) / Long.BYTES;
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
    return samples(probe, point, operation, dependence, 0).cost(point);
  }

  /** Repeats of one pattern, the n-th of them with seed + n. */
  Samples samples(
      Probe probe, ProbePoint point, Operation operation, Dependence dependence, long seed)
      throws InterruptedException {
    Probe.Pace first = firstPace(point);
    ProbeRun run = probe.run(point, operation, dependence, first, warm, seed);
    long begin = System.nanoTime();
    Probe.Pace pace = pace(run.nanoseconds() * point.length() * operation.accesses());
    Samples samples = new Samples();
    do {
      if (Thread.interrupted()) {
        throw new InterruptedException("measuring was interrupted");
      }
      samples.add(probe.run(point, operation, dependence, pace, 0, seed + samples.count() + 1));
    } while (samples.count() < effort.repeats()
        || (samples.spread() > effort.spread()
            && System.nanoTime() - begin < effort.limit().toNanos()));
    return samples;
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
}
