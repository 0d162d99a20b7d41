package org.tslmap.collector.cli.bench;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.tslmap.collector.cli.Usage;

/**
 * What a program took in a mode.
 *
 * @param program its name
 * @param mode how it ran
 * @param accesses accesses that it makes
 * @param usages one for each round
 * @param none the same under Valgrind without a tool, in the same rounds
 * @param storedBytes bytes of trace for an access; not a number when none is stored
 */
record Figures(
    String program,
    Mode mode,
    long accesses,
    List<Usage> usages,
    List<Usage> none,
    double storedBytes) {

  private static final double NANOS = 1e9;

  /** Seconds, the median of all rounds. */
  double median(ToDoubleFunction<Usage> time) {
    return median(usages.stream().mapToDouble(time).toArray());
  }

  /** How many times as long as without a tool: the median of the rounds' ratios. */
  double ratio(ToDoubleFunction<Usage> time) {
    return median(
        IntStream.range(0, usages.size())
            .mapToDouble(
                round ->
                    time.applyAsDouble(usages.get(round)) / time.applyAsDouble(none.get(round)))
            .toArray());
  }

  /** Nanoseconds of processor time for an access. */
  double nanosPerAccess() {
    return NANOS * median(Usage::processor) / accesses;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int middle = values.length / 2;
    return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }
}
