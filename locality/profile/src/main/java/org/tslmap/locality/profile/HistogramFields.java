package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.tslmap.locality.CacheMisses;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;

/**
 * Histograms in a profile's JSON: what they count has a key for each granularity. One of these
 * collects those keys, which may come in any order, while an object is read.
 */
final class HistogramFields {
  private static final String MISSES = "misses";
  private static final String COUNTED = "counted";
  private static final String ESTIMATED = "estimated";

  private final MetricParameters parameters;
  private final LocalityHistogram[] found;
  private CacheMisses misses = new CacheMisses();
  private long counted;
  private long estimated;

  HistogramFields(MetricParameters parameters) {
    this.parameters = parameters;
    found = new LocalityHistogram[parameters.granularities().size()];
  }

  static void write(JsonGenerator out, Histograms histograms) throws IOException {
    for (int g = 0; g < histograms.of().size(); g++) {
      write(out, Granularity.values()[g].key(), histograms.of().get(g));
    }
    if (histograms.misses().isKnown()) {
      long[] counts = histograms.misses().counts();
      out.writeFieldName(MISSES);
      out.writeArray(counts, 0, counts.length);
    }
    if (histograms.counted() > 0) {
      out.writeNumberField(COUNTED, histograms.counted());
    }
    if (histograms.estimated() > 0) {
      out.writeNumberField(ESTIMATED, histograms.estimated());
    }
  }

  private static void write(JsonGenerator out, String key, LocalityHistogram histogram)
      throws IOException {
    out.writeObjectFieldStart(key);
    out.writeNumberField("cold", histogram.cold());
    long[] reuse = histogram.reuse();
    out.writeFieldName("reuse");
    out.writeArray(reuse, 0, reuse.length);
    Pairs strides = new Pairs();
    histogram.eachStride(strides::add);
    out.writeFieldName("strides");
    out.writeArray(strides.values, 0, strides.length);
    out.writeEndObject();
  }

  /** Strides that occurred, each with its count. */
  private static final class Pairs {
    private long[] values = new long[32];
    private int length;

    void add(int stride, long count) {
      if (length == values.length) {
        values = Arrays.copyOf(values, 2 * length);
      }
      values[length++] = stride;
      values[length++] = count;
    }
  }

  /** Reads the current key's value if it is a histogram, and passes over it otherwise. */
  void readOrSkip(JsonFields json) throws IOException {
    for (Granularity granularity : parameters.granularities()) {
      if (json.key().equals(granularity.key())) {
        found[granularity.ordinal()] = read(json);
        return;
      }
    }
    if (json.key().equals(MISSES)) {
      misses = misses(json);
    } else if (json.key().equals(COUNTED)) {
      counted = json.longValue();
      if (counted < 0) {
        throw json.invalid("expected counted accesses, 0 or more, but found " + counted);
      }
    } else if (json.key().equals(ESTIMATED)) {
      estimated = json.longValue();
    } else {
      json.skip();
    }
  }

  private CacheMisses misses(JsonFields json) throws IOException {
    long[] counts = json.longs().copy();
    if (counts.length != 2 * parameters.caches().size()) {
      throw json.invalid(
          "expected two numbers for each of %d simulated caches, but found %d"
              .formatted(parameters.caches().size(), counts.length));
    }
    return new CacheMisses(counts);
  }

  private LocalityHistogram read(JsonFields json) throws IOException {
    long cold = 0;
    long[] reuse = {};
    long[] strides = {};
    json.nextObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "cold" -> cold = json.longValue();
        case "reuse" -> reuse = json.longs().copy();
        case "strides" -> strides = json.pairs().copy();
        default -> json.skip();
      }
    }
    try {
      return LocalityHistogram.of(parameters.imax(), cold, reuse, strides);
    } catch (IllegalArgumentException e) {
      throw json.invalid(e);
    }
  }

  /** Whether there was none. */
  boolean isEmpty() {
    return Arrays.stream(found).allMatch(Objects::isNull);
  }

  /** Those of all granularities, of which none must be missing. */
  Histograms all(JsonFields json, String of) throws IOException {
    for (Granularity granularity : parameters.granularities()) {
      if (found[granularity.ordinal()] == null) {
        throw json.missing(granularity.key() + " of " + of);
      }
    }
    Histograms all = new Histograms(List.of(found), misses);
    all.addCounted(counted);
    try {
      all.addEstimated(estimated);
    } catch (IllegalArgumentException e) {
      throw json.invalid(e);
    }
    return all;
  }
}
