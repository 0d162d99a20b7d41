package org.tslmap.locality;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Prints how long the engines take for all four scores (temporal and spatial, words and lines), in
 * ns per access: medians of runs in turn, after warming up on every trace.
 *
 * <p>Arguments: millions of accesses per trace (12), runs (5).
 */
public final class EngineBenchmark {

  private static final int CALL = 4096;

  /** Processor time of this thread, so that other programs disturb less. */
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

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
              run(trace, compiled);
              run(trace, java);
            });
    System.out.printf(
        "all four scores, ns per access, medians of %d interleaved runs over %d accesses%n",
        runs, length);
    System.out.printf("%-13s %9s %9s %7s%n", "trace", "JNI", "Java", "ratio");
    BenchmarkTraces.all(length)
        .forEach(
            trace -> {
              double[] jniTimes = new double[runs];
              double[] javaTimes = new double[runs];
              for (int r = 0; r < runs; r++) {
                jniTimes[r] = run(trace, compiled);
                javaTimes[r] = run(trace, java);
              }
              double jni = median(jniTimes);
              double plain = median(javaTimes);
              System.out.printf("%-13s %9.1f %9.1f %6.2fx%n", trace.name, jni, plain, plain / jni);
            });
  }

  private static double run(BenchmarkTraces.Trace trace, Supplier<LocalityEngine> open) {
    long[] addresses = new long[CALL];
    int[] sites = new int[CALL];
    long start = THREADS.getCurrentThreadCpuTime();
    try (LocalityEngine engine = open.get()) {
      for (int from = 0; from < trace.addresses.length; from += CALL) {
        int count = Math.min(CALL, trace.addresses.length - from);
        System.arraycopy(trace.addresses, from, addresses, 0, count);
        System.arraycopy(trace.sites, from, sites, 0, count);
        engine.accesses(1, addresses, sites, count);
      }
      return (double) (THREADS.getCurrentThreadCpuTime() - start) / trace.addresses.length;
    }
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
