package org.tslmap.collector.hotspots;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.tslmap.collector.report.Quantities;

/** What came of a trial, for people. */
final class TriedText {

  private static final String INDENT = "      ";

  private TriedText() {}

  /** Prints two lines. */
  static void write(Tried tried, HotspotSettings settings, PrintWriter out) {
    out.println(Wording.text("%stried: with %s %s", INDENT, tried.kind().label(), verdict(tried)));
    List<String> figures = new ArrayList<>();
    figures.add(change("TL", tried.before().temporal(), tried.after().temporal()));
    figures.add(change("SL", tried.before().spatial(), tried.after().spatial()));
    for (int i = 0; i < tried.after().misses().size(); i++) {
      figures.add(
          Wording.text(
              "%s misses %s to %s",
              settings.caches().get(i).name(),
              Wording.count(tried.before().misses().get(i)),
              Wording.count(tried.after().misses().get(i))));
    }
    out.println(INDENT + "  of these accesses: " + String.join(", ", figures));
  }

  private static String verdict(Tried tried) {
    String before = Quantities.seconds(tried.before().nanoseconds() / 1e9);
    String after = Quantities.seconds(tried.after().nanoseconds() / 1e9);
    String times =
        "all accesses take an estimated %s%s"
            .formatted(after, after.equals(before) ? "" : " instead of " + before);
    if (tried.helps()) {
      return "%s, %s less".formatted(times, percent(tried.gain()));
    }
    return tried.gain() <= -0.01
        ? "%s, %s more: it does not help".formatted(times, percent(-tried.gain()))
        : times + (after.equals(before) ? " as before" : "") + ": it does not help";
  }

  private static String percent(double share) {
    return Wording.text(share < 0.00095 ? "%.2f%%" : "%.1f%%", 100 * share);
  }

  private static String change(String score, double before, double after) {
    return Wording.text("%s %.3f to %.3f", score, before, after);
  }
}
