package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Names of parts with their shares, such as "a (75 %), b (20 %), 3 more". */
final class PartsText {

  private static final int NAMED = 3;

  private PartsText() {}

  /** The largest parts of a whole; one that is all of it has no number. */
  static String of(Map<String, Long> parts, long whole) {
    List<Map.Entry<String, Long>> sorted = new ArrayList<>(parts.entrySet());
    sorted.sort(Map.Entry.<String, Long>comparingByValue().reversed());
    List<String> texts = new ArrayList<>();
    for (Map.Entry<String, Long> part : sorted.subList(0, Math.min(NAMED, sorted.size()))) {
      texts.add(
          part.getValue() == whole ? part.getKey() : of(part.getKey(), part.getValue(), whole));
    }
    if (sorted.size() > NAMED) {
      texts.add(sorted.size() - NAMED + " more");
    }
    return String.join(", ", texts);
  }

  /** One part with its share. */
  static String of(String name, long part, long whole) {
    double percent = 100.0 * part / Math.max(1, whole);
    String number =
        percent > 0 && percent < 0.5 ? "< 1" : String.format(Locale.ROOT, "%.0f", percent);
    return name + " (" + number + " %)";
  }
}
