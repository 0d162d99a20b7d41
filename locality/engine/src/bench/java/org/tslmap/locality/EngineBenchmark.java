package org.tslmap.locality;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Prints how long the engines take for all four scores (temporal and spatial, words and lines), in
 * ns per access: medians of runs in turn, after warming up on every trace. Through JNI also with a
 * second label, and with changes read after each window.
 *
 * <p>Arguments: millions of accesses per trace (12), runs (5).
 */
public final class EngineBenchmark {

  private static final int CALL = 4096;
  private static final int WINDOW = 1 << 20;

  /** What is asked of an engine besides counts of sites. */
  private enum Use {
    SITES,
    CONTEXTS,
    CHANGES
  }

  /** Processor time of this thread, so that other programs disturb less. */
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static long changed;

  private EngineBenchmark() {}

  /** Runs the benchmark. */
  public static void main(String[] arguments) {
    int length = (int) (1e6 * (arguments.length > 0 ? Double.parseDouble(arguments[0]) : 12));
    int runs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5;
    MetricParameters parameters = MetricParameters.defaults();
    Supplier<LocalityEngine> compiled = () -> LocalityEngine.open(parameters, EngineChoice.NATIVE);
    Supplier<LocalityEngine> java = () -> LocalityEngine.open(parameters, EngineChoice.JAVA);
    BenchmarkTraces.all(2_000_000)
        .forEach(
            trace -> {
              for (Use use : Use.values()) {
                run(trace, compiled, use);
              }
              run(trace, java, Use.SITES);
            });
    System.out.printf(
        "all four scores, ns per access, medians of %d interleaved runs over %d accesses%n",
        runs, length);
    System.out.printf(
        "%-13s %9s %9s %7s %14s %13s%n",
        "trace", "JNI", "Java", "ratio", "JNI, contexts", "JNI, changes");
    BenchmarkTraces.all(length)
        .forEach(
            trace -> {
              double[] jniTimes = new double[runs];
              double[] javaTimes = new double[runs];
              double[] contextTimes = new double[runs];
              double[] changeTimes = new double[runs];
              for (int r = 0; r < runs; r++) {
                jniTimes[r] = run(trace, compiled, Use.SITES);
                contextTimes[r] = run(trace, compiled, Use.CONTEXTS);
                changeTimes[r] = run(trace, compiled, Use.CHANGES);
                javaTimes[r] = run(trace, java, Use.SITES);
              }
              double jni = median(jniTimes);
              double plain = median(javaTimes);
              System.out.printf(
                  "%-13s %9.1f %9.1f %6.2fx %14.1f %13.1f%n",
                  trace.name,
                  jni,
                  plain,
                  plain / jni,
                  median(contextTimes),
                  median(changeTimes));
            });
  }

  private static double run(BenchmarkTraces.Trace trace, Supplier<LocalityEngine> open, Use use) {
    long[] addresses = new long[CALL];
    int[] sites = new int[CALL];
    int[] contexts = new int[CALL];
    long start = THREADS.getCurrentThreadCpuTime();
    try (LocalityEngine engine = open.get()) {
      for (int from = 0; from < trace.addresses.length; from += CALL) {
        int count = Math.min(CALL, trace.addresses.length - from);
        System.arraycopy(trace.addresses, from, addresses, 0, count);
        System.arraycopy(trace.sites, from, sites, 0, count);
        if (use == Use.CONTEXTS) {
          Arrays.setAll(contexts, i -> i >> 5 & 63); // a call now and then
          engine.accesses(1, addresses, sites, contexts, count);
        } else {
          engine.accesses(1, addresses, sites, count);
        }
        if (use == Use.CHANGES && from % WINDOW == 0) {
          engine.eachChange((thread, site, accesses, cold, temporal, spatial) -> changed += cold);
        }
      }
      return (double) (THREADS.getCurrentThreadCpuTime() - start) / trace.addresses.length;
    }
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
