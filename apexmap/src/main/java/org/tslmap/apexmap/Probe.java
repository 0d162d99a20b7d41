package org.tslmap.apexmap;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The probe: memory of one size and threads that visit it. One caller at a time.
 *
 * <p>How it works is said in {@code src/main/c}: {@code tsl_index.h} has the starts of visits,
 * {@code tsl_kernel.c} the timed loops, {@code tsl_probe.h} the run around them.
 */
public final class Probe implements AutoCloseable {

  /** What the rest of the machine should keep. */
  private static final long SPARE_BYTES = 64L << 20;

  private final long words;
  private final ProbeSetting setting;
  private long probe;

  private Probe(long words, ProbeSetting setting, long probe) {
    this.words = words;
    this.setting = setting;
    this.probe = probe;
  }

  /** Whether this build has a probe for this machine: why not, or empty. */
  public static Optional<String> problem() {
    return NativeProbe.problem();
  }

  /** How many threads a probe may have at most: processors this program may run on. */
  public static int processors() {
    checkThere();
    return NativeProbe.processors();
  }

  /**
   * Takes and fills the memory.
   *
   * @param words M, for each thread or shared by all
   * @param setting threads and pages; patterns are given to {@link #run}
   * @throws ProbeException if the machine does not have the memory or the processors, or this build
   *     has no probe
   */
  public static Probe open(long words, ProbeSetting setting) {
    checkThere();
    checkMemory(words, setting, MachineFiles.SYSTEM.availableBytes());
    return new Probe(
        words,
        setting,
        NativeProbe.open(words, setting.threads(), setting.shared(), setting.hugePages()));
  }

  private static void checkThere() {
    NativeProbe.problem()
        .ifPresent(
            problem -> {
              throw new ProbeException("the probe cannot run: " + problem);
            });
  }

  static void checkMemory(long words, ProbeSetting setting, OptionalLong available) {
    int memories = setting.shared() ? 1 : setting.threads();
    long needed = Math.multiplyExact(8 * words, memories);
    long free = Math.max(0, available.orElse(Long.MAX_VALUE) - SPARE_BYTES);
    if (needed > free) {
      throw new ProbeException(
          "M = %d words needs %d MiB of memory%s, but %d MiB are free; choose a smaller M%s"
              .formatted(
                  words,
                  needed >> 20,
                  memories > 1 ? " for " + memories + " threads" : "",
                  free >> 20,
                  memories > 1 ? ", fewer threads, or shared memory" : ""));
    }
  }

  /** M, words of memory. */
  public long words() {
    return words;
  }

  /**
   * Visits memory.
   *
   * @param pace how much of it, at most {@value NativeProbe#STARTS_MAX} visits in a block
   * @param warm words to touch before, some times each; 0 for none
   * @param seed equal seeds, equal starts
   * @throws ProbeException if words read or written were not those demanded, or the dependence is
   *     one that the operation cannot have
   */
  ProbeRun run(
      ProbePoint point,
      Operation operation,
      Dependence dependence,
      Pace pace,
      long warm,
      long seed) {
    if (point.words() != words) {
      throw new IllegalArgumentException(
          "the probe has %d words, but the pattern %d".formatted(words, point.words()));
    }
    long[] times = new long[2 * setting.threads()];
    NativeProbe.run(
        open(),
        point.length(),
        point.stride(),
        point.alpha(),
        operation.ordinal(),
        dependence == Dependence.DEPENDENT,
        pace.visits(),
        pace.blocks(),
        warm,
        seed,
        times);
    List<ProbeRun.ThreadTime> threads = new ArrayList<>();
    for (int t = 0; t < setting.threads(); t++) {
      threads.add(new ProbeRun.ThreadTime(times[2 * t], times[2 * t + 1]));
    }
    long accesses = pace.blocks() * pace.visits() * point.length() * operation.accesses();
    return new ProbeRun(accesses, threads);
  }

  /**
   * How many visits a run makes.
   *
   * @param visits of a block, whose starts are made ahead
   * @param blocks timed blocks
   */
  record Pace(int visits, long blocks) {}

  /**
   * Counts what updates have left behind, which takes a sweep over memory.
   *
   * @throws ProbeException if some are missing
   */
  public void verify() {
    NativeProbe.verify(open());
  }

  private long open() {
    if (probe == 0) {
      throw new IllegalStateException("this probe is closed; open another one");
    }
    return probe;
  }

  @Override
  public void close() {
    if (probe != 0) {
      NativeProbe.close(probe);
      probe = 0;
    }
  }
}
