package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;

/**
 * What is counted for each line of a file in Callgrind's format. All events are whole numbers and
 * add up exactly. {@code TlW} is TL's sum of weights times log2 N, so that TL is TlW / (log2 N x
 * (Ld + St)). {@code SlW} is SL's sum of weights, each 10000 / stride, rounded, so that SL is SlW /
 * (10000 x (Ld + St)) to within 0.00005.
 */
final class CallgrindEvents {

  private static final long SPATIAL_UNIT = 10_000;

  private final Map<String, String> longNames = new LinkedHashMap<>();
  private final List<ToLongFunction<Tally>> values = new ArrayList<>();

  CallgrindEvents(MetricParameters parameters, List<CacheSize> caches) {
    int imax = parameters.imax();
    int log2n = Long.numberOfTrailingZeros(parameters.n());
    event("Ld", "Loads", Tally::loads);
    event("St", "Stores", Tally::stores);
    word("Cold", "First touches of words", LocalityHistogram::cold);
    word(
        "Far",
        "Reuse distances of 2^" + log2n + " words and more",
        histogram -> far(histogram, log2n));
    word("Str0", "Stride 0: a recent word again", histogram -> strides(histogram, 0, 0));
    word("Str1", "Stride 1: next to a recent word", histogram -> strides(histogram, 1, 1));
    word(
        "StrN",
        "Strides of 2 to " + (imax - 1) + " words",
        histogram -> strides(histogram, 2, imax - 1));
    word(
        "StrX",
        "Strides of " + imax + " words and more, or none",
        histogram -> strides(histogram, imax, imax));
    word(
        "TlW",
        "Weights of temporal locality times " + log2n,
        histogram -> temporalWeights(histogram, log2n));
    word(
        "SlW",
        "Weights of spatial locality times " + SPATIAL_UNIT,
        histogram -> spatialWeights(histogram, imax));
    for (CacheSize cache : caches) {
      int log2Lines = 63 - Long.numberOfLeadingZeros(cache.lines(parameters));
      long bytes = (long) parameters.line() << log2Lines;
      String name = "Miss" + new CacheSize(bytes).label();
      if (!longNames.containsKey(name)) {
        event(
            name,
            "Misses of an LRU cache of " + Quantities.bytes(bytes),
            tally -> {
              LocalityHistogram lines = tally.histograms().line();
              return lines.cold() + far(lines, log2Lines);
            });
      }
    }
  }

  private void event(String name, String longName, ToLongFunction<Tally> value) {
    longNames.put(name, longName);
    values.add(value);
  }

  private void word(String name, String longName, ToLongFunction<LocalityHistogram> value) {
    event(name, longName, tally -> value.applyAsLong(tally.histograms().word()));
  }

  /** Short and long names, in the order of values. */
  Map<String, String> longNames() {
    return longNames;
  }

  /** The values of some accesses. */
  long[] of(Tally tally) {
    return values.stream().mapToLong(value -> value.applyAsLong(tally)).toArray();
  }

  /** Values of nothing. */
  long[] none() {
    return new long[values.size()];
  }

  private static long far(LocalityHistogram histogram, int log2) {
    long[] reuse = histogram.reuse();
    long sum = 0;
    for (int entry = log2 + 1; entry < reuse.length; entry++) {
      sum += reuse[entry];
    }
    return sum;
  }

  private static long temporalWeights(LocalityHistogram histogram, int log2n) {
    long[] reuse = histogram.reuse();
    long sum = reuse.length > 0 ? reuse[0] * log2n : 0;
    for (int k = 0; k < log2n && k + 1 < reuse.length; k++) {
      sum += reuse[k + 1] * (log2n - k);
    }
    return sum;
  }

  private static long spatialWeights(LocalityHistogram histogram, int imax) {
    long[] sum = new long[1];
    histogram.eachStride(
        (stride, count) ->
            sum[0] +=
                stride > 0 && stride < imax ? count * ((SPATIAL_UNIT + stride / 2) / stride) : 0);
    return sum[0];
  }

  private static long strides(LocalityHistogram histogram, int first, int last) {
    long[] sum = new long[1];
    histogram.eachStride(
        (stride, count) -> sum[0] += stride >= first && stride <= last ? count : 0);
    return sum[0];
  }
}
