package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tslmap.collector.pictures.NothingToDrawException;
import org.tslmap.collector.pictures.PictureKind;
import org.tslmap.collector.pictures.ProfilePlots;
import org.tslmap.collector.selection.Selection;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.plots.Plot;

/** Descriptions of plots as JSON, which the pages draw. */
final class PlotJson {
  private final JsonGenerator out;

  private PlotJson(JsonGenerator out) {
    this.out = out;
  }

  /**
   * All plots that a profile has; those that need what was not measured are left out.
   *
   * @param profile what is drawn but for scores over time
   * @param run what these are of
   * @param process its process that they are of
   * @param from the first access of scores over time
   * @param to the access after the last one
   */
  static String of(
      LocalityProfile profile, LocalityProfile run, ProcessProfile process, long from, long to)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ProfilePlots plots = new ProfilePlots(profile, Selection.ALL);
    ProfilePlots times = new ProfilePlots(run, Selection.ALL);
    try (JsonGenerator out = new JsonFactory().createGenerator(bytes)) {
      PlotJson json = new PlotJson(out);
      out.writeStartObject();
      out.writeArrayFieldStart("plots");
      for (PictureKind kind : PictureKind.values()) {
        Optional<Plot> plot =
            kind == PictureKind.ADDRESS_TIME
                ? Optional.empty()
                : kind == PictureKind.TIME_LINE
                    ? measured(() -> times.timeLine(process, from, to))
                    : measured(() -> plots.of(kind));
        if (plot.isPresent()) {
          json.write(kind, plot.get());
        }
      }
      out.writeEndArray();
      // What takes the place of plots of the same key when nothing is folded.
      out.writeArrayFieldStart("unfolded");
      for (PictureKind kind : List.of(PictureKind.PLANE, PictureKind.SCORES)) {
        Optional<Plot> plot = measured(() -> plots.unfolded().of(kind));
        if (plot.isPresent()) {
          json.write(kind, plot.get());
        }
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Makes a plot. */
  private interface Drawing {
    Plot plot() throws NothingToDrawException;
  }

  private static Optional<Plot> measured(Drawing drawing) {
    try {
      return Optional.of(drawing.plot());
    } catch (NothingToDrawException e) {
      return Optional.empty();
    }
  }

  private void write(PictureKind kind, Plot plot) throws IOException {
    out.writeStartObject();
    out.writeStringField("key", kind.label());
    out.writeStringField("title", plot.title());
    axis("x", plot.x());
    axis("y", plot.y());
    out.writeArrayFieldStart("series");
    for (Plot.Series series : plot.series()) {
      series(series);
    }
    out.writeEndArray();
    out.writeArrayFieldStart("marks");
    for (Plot.Mark mark : plot.marks()) {
      out.writeStartObject();
      out.writeNumberField("x", mark.x());
      out.writeStringField("name", mark.name());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeArrayFieldStart("spans");
    for (Plot.Span span : plot.spans()) {
      out.writeStartObject();
      out.writeNumberField("from", span.from());
      out.writeNumberField("to", span.to());
      out.writeStringField("name", span.name());
      out.writeEndObject();
    }
    out.writeEndArray();
    strings("notes", plot.notes());
    out.writeEndObject();
  }

  private void axis(String key, Plot.Axis axis) throws IOException {
    out.writeObjectFieldStart(key);
    out.writeStringField("title", axis.title());
    out.writeStringField("scale", lower(axis.scale()));
    out.writeNumberField("min", axis.min());
    out.writeNumberField("max", axis.max());
    strings("places", axis.places());
    out.writeEndObject();
  }

  private void series(Plot.Series series) throws IOException {
    out.writeStartObject();
    out.writeStringField("name", series.name());
    out.writeStringField("shape", lower(series.shape()));
    out.writeStringField("hue", lower(series.style().hue()));
    out.writeStringField("marker", lower(series.style().marker()));
    out.writeStringField("dash", lower(series.style().dash()));
    out.writeArrayFieldStart("points");
    for (Plot.Point point : series.points()) {
      out.writeStartObject();
      out.writeNumberField("x", point.x());
      out.writeNumberField("y", point.y());
      if (series.shape() == Plot.Shape.STEPS) {
        out.writeNumberField("end", point.end());
      } else if (series.shape() == Plot.Shape.POINTS) {
        out.writeNumberField("weight", point.weight());
        out.writeStringField("name", point.name());
        out.writeBooleanField("labelled", point.labelled());
      }
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private void strings(String key, Iterable<String> values) throws IOException {
    out.writeArrayFieldStart(key);
    for (String value : values) {
      out.writeString(value);
    }
    out.writeEndArray();
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
