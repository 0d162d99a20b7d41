package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Arrays;
import org.tslmap.locality.LocalityHistogram;

/** Histograms in a profile's JSON: the keys {@code word} and {@code line} of what they count. */
final class HistogramFields {

  private HistogramFields() {}

  static void write(JsonGenerator out, Histograms histograms) throws IOException {
    write(out, "word", histograms.word());
    write(out, "line", histograms.line());
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

  /** Reads the current key's value. */
  static LocalityHistogram read(JsonFields json, int imax) throws IOException {
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
      return LocalityHistogram.of(imax, cold, reuse, strides);
    } catch (IllegalArgumentException e) {
      throw json.invalid(e);
    }
  }

  /** Both granularities of something, which must not be missing. */
  static Histograms both(JsonFields json, String of, LocalityHistogram word, LocalityHistogram line)
      throws IOException {
    if (word == null || line == null) {
      throw json.missing("word or line of " + of);
    }
    return new Histograms(word, line);
  }
}
