import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import org.tslmap.collector.attribution.sharing.AccessLabels;
import org.tslmap.collector.attribution.sharing.SharingAnalysis;
import org.tslmap.locality.MetricParameters;

/**
 * What looking for sharing between threads costs per access in processor time, by the number of
 * threads, on made-up streams: a triad of which each thread has a part, counters of which each
 * thread has one and which lie in one line, and random updates of one table by all threads. Run by
 * {@code mvn -Pbench} (see README.md).
 */
public final class SharingBenchmark {
  private static final int ROUNDS = 5;
  private static final int BATCH = 4096;

  /** Accesses of a thread in turn, about as many as Valgrind lets it make. */
  private static final int TURN = 64 * BATCH;

  private static final int ACCESSES = 24_000_000;
  private static final long ELEMENTS = 2 << 20;

  private static final AccessLabels LABELS =
      new AccessLabels() {
        @Override
        public boolean isStore(int label) {
          return label == 2;
        }

        @Override
        public int site(int label) {
          return label;
        }

        @Override
        public int object(int label) {
          return 0;
        }
      };

  /** Gives the accesses of a thread, one after the other; the label is 0, 1 (loads) or 2 (stores). */
  private interface Pattern {
    long address(int thread, int threads, long number, SplittableRandom random);
  }

  private static final Pattern TRIAD =
      (thread, threads, number, random) ->
          ((number + 1) % 3 * ELEMENTS
                  + (thread * ELEMENTS / threads)
                  + number / 3 % (ELEMENTS / threads))
              * Long.BYTES;

  private static final Pattern COUNTERS =
      (thread, threads, number, random) -> 4096 + thread * (long) Long.BYTES;

  private static final Pattern RANDOM =
      (thread, threads, number, random) -> random.nextInt(8 << 20) * (long) Long.BYTES;

  private SharingBenchmark() {}

  /** Prints a line for each stream. */
  public static void main(String[] arguments) {
    measure(TRIAD, 2);
    measure(RANDOM, 2);
    System.out.printf("%-16s %10s %10s %10s%n", "ns per access", "1 thread", "2", "4");
    print("triad", TRIAD);
    print("counters", COUNTERS);
    print("random, 64 MB", RANDOM);
  }

  private static void print(String name, Pattern pattern) {
    System.out.printf(
        Locale.ROOT,
        "%-16s %10.2f %10.2f %10.2f%n",
        name,
        median(pattern, 1),
        median(pattern, 2),
        median(pattern, 4));
  }

  private static double median(Pattern pattern, int threads) {
    double[] times = new double[ROUNDS];
    Arrays.setAll(times, round -> measure(pattern, threads));
    Arrays.sort(times);
    return times[ROUNDS / 2];
  }

  private static double measure(Pattern pattern, int threads) {
    SharingAnalysis analysis = new SharingAnalysis(MetricParameters.defaults(), LABELS);
    SplittableRandom random = new SplittableRandom(1);
    long[] addresses = new long[BATCH];
    int[] labels = new int[BATCH];
    long[] numbers = new long[threads];
    long nanos = 0;
    for (int done = 0; done < ACCESSES; done += BATCH) {
      int thread = done / TURN % threads;
      for (int i = 0; i < BATCH; i++) {
        labels[i] = (int) (numbers[thread] % 3);
        addresses[i] = pattern.address(thread, threads, numbers[thread]++, random);
      }
      long start = cpuNanos();
      analysis.accesses(thread, addresses, labels, BATCH);
      nanos += cpuNanos() - start;
    }
    return (double) nanos / ACCESSES;
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
