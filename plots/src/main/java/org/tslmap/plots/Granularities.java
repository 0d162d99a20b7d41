package org.tslmap.plots;

import java.util.stream.Collectors;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;
import org.tslmap.plots.Plot.Dash;
import org.tslmap.plots.Plot.Hue;
import org.tslmap.plots.Plot.Marker;
import org.tslmap.plots.Plot.Style;

/** How series of one granularity each are named and look. */
final class Granularities {

  private static final Hue[] HUES = {Hue.BLUE, Hue.ORANGE, Hue.GREEN};
  private static final Marker[] MARKERS = {Marker.CIRCLE, Marker.DIAMOND, Marker.SQUARE};

  private Granularities() {}

  /** "word 8 B" or "line 64 B". */
  static String name(Granularity granularity, MetricParameters parameters) {
    return "%s %d B".formatted(granularity.key(), 1L << parameters.shift(granularity));
  }

  /** As in "words, lines or pages". */
  static String names(MetricParameters parameters) {
    String names =
        parameters.granularities().stream()
            .map(granularity -> granularity.key() + "s")
            .collect(Collectors.joining(", "));
    int last = names.lastIndexOf(", ");
    return names.substring(0, last) + " or " + names.substring(last + 2);
  }

  /** The style of a granularity: solid, dashed, dotted; dark first. */
  static Style style(Granularity granularity) {
    int number = granularity.ordinal();
    return new Style(
        HUES[number % HUES.length], MARKERS[number % MARKERS.length], dash(granularity));
  }

  /** The finest is solid. */
  static Dash dash(Granularity granularity) {
    return Dash.values()[granularity.ordinal() % Dash.values().length];
  }
}
