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
    String times =
        Wording.text(
            "all accesses take an estimated %s instead of %s",
            Quantities.seconds(tried.after().nanoseconds() / 1e9),
            Quantities.seconds(tried.before().nanoseconds() / 1e9));
    if (tried.helps()) {
      return Wording.text("%s, %.1f%% less", times, 100 * tried.gain());
    }
    return tried.gain() <= -0.01
        ? Wording.text("%s, %.1f%% more: it does not help", times, -100 * tried.gain())
        : times + ": it does not help";
  }

  private static String change(String score, double before, double after) {
    return Wording.text("%s %.3f to %.3f", score, before, after);
  }
}
