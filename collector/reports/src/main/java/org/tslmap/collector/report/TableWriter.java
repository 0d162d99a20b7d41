package org.tslmap.collector.report;

import java.io.PrintWriter;
import java.util.Locale;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;

/** Prints lines of aligned tables, the same for every language of the user. */
final class TableWriter {

  static final int NAME_WIDTH = 38;

  private final PrintWriter out;

  TableWriter(PrintWriter out) {
    this.out = out;
  }

  void line(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values).stripTrailing());
  }

  /** TL, SL and SL*, in columns of 8 characters. */
  static String scores(LocalityHistogram word, MetricParameters parameters) {
    return String.format(
        Locale.ROOT,
        "%8.4f%8.4f%8.4f",
        word.temporalLocality(parameters.n()),
        word.spatialLocality(),
        word.spatialLocalityNonZero());
  }

  static String shortened(String name) {
    return name.length() < NAME_WIDTH ? name : name.substring(0, NAME_WIDTH - 4) + "...";
  }
}
