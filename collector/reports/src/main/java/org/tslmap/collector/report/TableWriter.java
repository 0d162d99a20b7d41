package org.tslmap.collector.report;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;
import org.tslmap.collector.names.Printable;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.score.Score;

/** Prints lines of aligned tables, the same for every language of the user. */
final class TableWriter {

  static final int NAME_WIDTH = 38;

  private final PrintWriter out;

  TableWriter(PrintWriter out) {
    this.out = out;
  }

  void line(String format, Object... values) {
    out.println(Printable.line(String.format(Locale.ROOT, format, values).stripTrailing()));
  }

  /** The headings of the brief scores, in columns of 8 characters. */
  static String briefHeadings() {
    return Score.brief().stream()
        .map(score -> "%8s".formatted(score.heading()))
        .collect(Collectors.joining());
  }

  /** The brief scores of the finest granularity, in the same columns. */
  static String brief(Histograms histograms, MetricParameters parameters) {
    Granularity finest = parameters.granularities().get(0);
    return Score.brief().stream()
        .map(
            score ->
                Quantities.of(score.measure().unit(), score.of(histograms, finest, parameters)))
        .map("%8s"::formatted)
        .collect(Collectors.joining());
  }

  /** Distinct places of the finest granularity: 10,650 words. */
  static String places(Footprint footprint, MetricParameters parameters) {
    Granularity finest = parameters.granularities().get(0);
    return String.format(Locale.ROOT, "%,d %ss", footprint.at(finest), finest.key());
  }

  static String shortened(String name) {
    String line = Printable.line(name);
    return line.length() < NAME_WIDTH ? line : line.substring(0, NAME_WIDTH - 4) + "...";
  }
}
