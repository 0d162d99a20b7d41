package org.tslmap.apexmap;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.apache.commons.math3.stat.descriptive.rank.Min;
import org.tslmap.locality.profile.ChainLink;
import org.tslmap.locality.profile.InstructionKind;

/**
 * Times the kernels that compute ({@code tsl_core.h}), and fits by those that compute and load how
 * much of both goes on at the same time.
 */
final class CoreMeasurement {

  /** Times that each kernel is run in a row. */
  private static final int REPEATS = 15;

  /** Rounds over the kernels that need no memory beyond the nearest cache. */
  private static final int ROUNDS = 3;

  /** What a run should take, so that a clock's reading is nothing. */
  private static final double RUN_NANOSECONDS = 500_000;

  private static final long FIRST_ROUNDS = 100;

  /** Operations of a kernel's round. */
  private static final int PER_ROUND = 64;

  /** Words of one line, and of memories beyond the nearest cache. */
  private static final long LINE = 8;

  /** Pages that are touched for the first time, 16 MiB. */
  private static final long PAGES = 4096;

  private static final long[] BEYOND = {1L << 18, 1L << 22};

  private CoreMeasurement() {}

  /** Measures this machine; {@link CoreCosts#NONE} on processors that the kernels do not know. */
  static CoreCosts measure() {
    if (run(Kernel.MIXTURE, 1) == 0) {
      return CoreCosts.NONE;
    }
    Map<Kernel, Double> times = leastTimes();
    Map<String, Double> throughput = new HashMap<>();
    for (InstructionKind kind : InstructionKind.values()) {
      put(throughput, kind.key(), times.get(Kernel.valueOf(kind.name())));
    }
    Map<String, Double> latency = new HashMap<>();
    for (ChainLink link : ChainLink.values()) {
      put(latency, link.key(), times.get(Kernel.valueOf(link.name() + "_CHAIN")));
    }
    Map<String, Double> waiting = new HashMap<>();
    for (ChainLink link : ChainLink.values()) {
      double anew = times.get(Kernel.valueOf(link.name() + "_ANEW"));
      waiting.put(link.key(), PER_ROUND * Math.max(0, latency.get(link.key()) / anew - 1));
    }
    double random = times.get(Kernel.RANDOM_BRANCHES);
    double steady = times.get(Kernel.STEADY_BRANCHES);
    return new CoreCosts(
        times.get(Kernel.MIXTURE),
        throughput,
        latency,
        Math.max(0, 2 * (random - steady)), // half of them go the other way
        overlap(),
        window(),
        firstTouch(),
        waiting);
  }

  /** The kernels, in the order of the C code. */
  enum Kernel {
    INTEGER,
    MULTIPLY,
    DIVIDE,
    FLOATING,
    FLOATING_DIVIDE,
    VECTOR_16,
    VECTOR_32,
    BRANCH,
    CONVERSION,
    MIXTURE,
    INTEGER_CHAIN,
    MULTIPLY_CHAIN,
    DIVIDE_CHAIN,
    FLOATING_CHAIN,
    FLOATING_DIVIDE_CHAIN,
    LOAD_CHAIN,
    FLOATING_MULTIPLY_CHAIN,
    CONVERSION_CHAIN,
    RANDOM_BRANCHES,
    STEADY_BRANCHES,
    INTEGER_ANEW,
    MULTIPLY_ANEW,
    DIVIDE_ANEW,
    FLOATING_ANEW,
    FLOATING_DIVIDE_ANEW,
    LOAD_ANEW,
    FLOATING_MULTIPLY_ANEW,
    CONVERSION_ANEW
  }

  private static void put(Map<String, Double> times, String key, Double time) {
    if (time != null) {
      times.put(key, time);
    }
  }

  /**
   * Nanoseconds of an operation by kernel, of those that the processor has. The least counts, as
   * whatever else runs there only adds to it.
   */
  private static Map<Kernel, Double> leastTimes() {
    Map<Kernel, Double> least = new EnumMap<>(Kernel.class);
    for (int round = 0; round < ROUNDS; round++) {
      for (Kernel kernel : Kernel.values()) {
        if (run(kernel, 1) > 0) {
          least.merge(kernel, new Min().evaluate(times(kernel)), Math::min);
        }
      }
    }
    return least;
  }

  private static long run(Kernel kernel, long rounds) {
    return NativeProbe.core(kernel.ordinal(), rounds, new long[1]);
  }

  private static double[] times(Kernel kernel) {
    long[] taken = new long[1];
    return times(
        rounds -> {
          long operations = NativeProbe.core(kernel.ordinal(), rounds, taken);
          return Math.round(1e6 * taken[0] / operations);
        });
  }

  /** The median, as what memory takes depends on what else uses it. */
  private static double time(LongUnaryOperator run) {
    return new Median().evaluate(times(run));
  }

  /**
   * Nanoseconds of an operation, several times.
   *
   * @param run gives a millionth of a nanosecond for each operation of so many rounds
   */
  private static double[] times(LongUnaryOperator run) {
    double cold = run.applyAsLong(FIRST_ROUNDS) / 1e6;
    double first = Math.min(cold, run.applyAsLong(FIRST_ROUNDS) / 1e6);
    long rounds =
        Math.max(FIRST_ROUNDS, Math.round(RUN_NANOSECONDS / Math.max(0.01, first) / PER_ROUND));
    double[] times = new double[REPEATS];
    for (int i = 0; i < REPEATS; i++) {
      times[i] = run.applyAsLong(rounds) / 1e6;
    }
    return times;
  }

  /**
   * Of loops that load from memory in order, and compute little or much besides: what is saved by
   * doing both at once, as a part of the shorter of the two.
   */
  private static double overlap() {
    double saved = 0;
    double shorter = 0;
    for (long words : BEYOND) {
      try (CoreMemory memory = new CoreMemory(words)) {
        double fetching = mixed(memory, words, 0);
        for (int work = 1; work <= 2; work++) {
          double computing = mixed(memory, LINE, work);
          shorter += Math.min(computing, fetching);
          saved += computing + fetching - mixed(memory, words, work);
        }
      }
    }
    return Math.min(1, Math.max(0, saved / shorter));
  }

  /**
   * How far the core looks ahead while it waits for memory, in instructions: as many as there are
   * in the pairs of loads that are under way in the time of one.
   */
  private static double window() {
    long words = BEYOND[BEYOND.length - 1];
    try (CoreMemory memory = new CoreMemory(words)) {
      return NativeProbe.corePairInstructions()
          * pair(memory, words, true)
          / pair(memory, words, false);
    }
  }

  private static double pair(CoreMemory memory, long words, boolean chain) {
    long[] taken = new long[1];
    return time(
        rounds -> {
          long pairs = NativeProbe.corePairs(memory.probe, words, chain, rounds, taken);
          return Math.round(1e6 * taken[0] / pairs);
        });
  }

  /** Nanoseconds that the system takes to give a page, and to take it back. */
  private static double firstTouch() {
    long[] taken = new long[1];
    return time(
        rounds -> {
          long pages = NativeProbe.firstTouches(PAGES, taken);
          return pages == 0 ? 0 : Math.round(1e6 * taken[0] / pages);
        });
  }

  private static double mixed(CoreMemory memory, long words, int work) {
    long[] taken = new long[1];
    return time(
        rounds -> {
          long loads = NativeProbe.coreMixed(memory.probe, words, work, 64 * rounds, taken);
          return Math.round(1e6 * taken[0] / loads);
        });
  }

  /** Memory of the probe's, touched. */
  private static final class CoreMemory implements AutoCloseable {
    private final long probe;

    CoreMemory(long words) {
      Probe.checkMemory(words, SETTING, MachineFiles.SYSTEM.availableBytes());
      probe = NativeProbe.open(words, 1, false, false);
    }

    @Override
    public void close() {
      NativeProbe.close(probe);
    }
  }

  private static final ProbeSetting SETTING =
      new ProbeSetting(Operation.READ, Dependence.INDEPENDENT, 1, false, false);
}
