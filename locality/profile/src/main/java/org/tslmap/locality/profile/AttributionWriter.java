package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.tslmap.locality.Footprint;

/**
 * Writes the keys of a process's attribution. What was not measured has no key, and what is empty
 * or 0 in an object has none either.
 */
final class AttributionWriter {

  private final JsonGenerator out;

  AttributionWriter(JsonGenerator out) {
    this.out = out;
  }

  void write(Attribution attribution, List<SiteProfile> sites) throws IOException {
    if (!attribution.objects().equals(Attribution.NONE.objects())) {
      list("objects", attribution.objects(), this::object);
    }
    if (attribution.hasData()) {
      int[] objectsOfSite = new int[sites.size()];
      attribution.accesses().forEach(access -> objectsOfSite[access.site()]++);
      list(
          "accesses",
          attribution.accesses(),
          access -> access(access, objectsOfSite[access.site()] == 1, sites));
    }
    if (attribution.hasCalls()) {
      list("calls", attribution.calls(), this::call);
    }
    if (!attribution.time().equals(TimeLine.NONE)) {
      time(attribution.time());
    }
    if (attribution.sharedWords() != 0) {
      out.writeNumberField("sharedWords", attribution.sharedWords());
    }
    if (attribution.sharingLeftOut() != 0) {
      out.writeNumberField("sharingLeftOut", attribution.sharingLeftOut());
    }
    if (!attribution.shared().isEmpty()) {
      list("shared", attribution.shared(), this::shared);
    }
    if (!attribution.threadFunctions().isEmpty()) {
      list("threadFunctions", attribution.threadFunctions(), this::threadFunction);
    }
    if (!attribution.footprints().equals(Footprints.NONE)) {
      footprints(attribution.footprints());
    }
  }

  @FunctionalInterface
  private interface Row<T> {
    void write(T row) throws IOException;
  }

  private <T> void list(String key, List<T> rows, Row<T> writer) throws IOException {
    out.writeArrayFieldStart(key);
    for (T row : rows) {
      out.writeStartObject();
      writer.write(row);
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private void object(DataObject object) throws IOException {
    out.writeStringField("kind", object.kind().label());
    out.writeStringField("name", object.name());
    text("function", object.function());
    text("object", object.object());
    text("file", object.file());
    number("line", object.line());
    text("type", object.type());
    number("address", object.address());
    number("bytes", object.bytes());
    number("elementBytes", object.elementBytes());
    if (!object.dimensions().isEmpty()) {
      out.writeArrayFieldStart("dimensions");
      for (long dimension : object.dimensions()) {
        out.writeNumber(dimension);
      }
      out.writeEndArray();
    }
    if (object.instances() != 1) {
      out.writeNumberField("instances", object.instances());
    }
    number("totalBytes", object.totalBytes());
    if (!object.path().isEmpty()) {
      out.writeArrayFieldStart("path");
      for (String frame : object.path()) {
        out.writeString(frame);
      }
      out.writeEndArray();
    }
  }

  private void access(DataAccess access, boolean alone, List<SiteProfile> sites)
      throws IOException {
    out.writeNumberField("s", access.site());
    out.writeNumberField("o", access.object());
    out.writeNumberField("n", access.accesses());
    if (!access.strides().isEmpty()) {
      out.writeArrayFieldStart("t");
      for (StrideShare stride : access.strides()) {
        out.writeNumber(stride.bytes());
        out.writeNumber(stride.count());
      }
      out.writeEndArray();
    }
    if (!alone || !access.dependence().equals(sites.get(access.site()).dependence())) {
      DependenceFields.write(out, access.dependence());
    }
    if (!alone || !access.histograms().equals(sites.get(access.site()).histograms())) {
      HistogramFields.write(out, access.histograms());
    }
  }

  private void call(CallNode node) throws IOException {
    out.writeNumberField("p", node.parent());
    out.writeNumberField("f", node.function());
    out.writeNumberField("a", node.callSite());
    out.writeNumberField("l", node.callLine());
    out.writeNumberField("c", node.calls());
    out.writeNumberField("loads", node.loads());
    out.writeNumberField("stores", node.stores());
    HistogramFields.write(out, node.histograms());
  }

  private void time(TimeLine time) throws IOException {
    out.writeObjectFieldStart("timeLine");
    list(
        "windows",
        time.windows(),
        window -> {
          out.writeNumberField("first", window.first());
          out.writeNumberField("n", window.accesses());
          text("phase", window.phase());
        });
    list("series", time.series(), this::series);
    out.writeEndObject();
  }

  private void series(TimeLine.Series series) throws IOException {
    out.writeNumberField("f", series.function());
    out.writeNumberField("o", series.object());
    out.writeArrayFieldStart("points");
    for (TimeLine.Point point : series.points()) {
      out.writeNumber(point.window());
      out.writeNumber(point.accesses());
      out.writeNumber(point.cold());
      out.writeNumber(point.temporal());
      out.writeNumber(point.spatial());
    }
    out.writeEndArray();
  }

  private void shared(SharedData shared) throws IOException {
    out.writeNumberField("o", shared.object());
    out.writeBooleanField("false", shared.falselyShared());
    out.writeNumberField("lines", shared.lines());
    out.writeNumberField("transfers", shared.transfers());
    out.writeNumberField("overwrites", shared.overwrites());
    out.writeNumberField("concurrent", shared.concurrent());
    out.writeNumberField("offset", shared.firstOffset());
    integers("sites", shared.sites());
    integers("threads", shared.threads());
  }

  private void threadFunction(ThreadFunction row) throws IOException {
    out.writeNumberField("t", row.thread());
    out.writeNumberField("f", row.function());
    out.writeNumberField("loads", row.loads());
    out.writeNumberField("stores", row.stores());
    HistogramFields.write(out, row.histograms());
  }

  private void footprints(Footprints footprints) throws IOException {
    out.writeObjectFieldStart("footprints");
    for (Grouping grouping : Grouping.values()) {
      if (footprints.of(grouping).isEmpty()) {
        continue;
      }
      out.writeArrayFieldStart(grouping.key());
      for (Footprints.Part part : footprints.of(grouping)) {
        out.writeNumber(part.access());
        footprint(part.footprint());
        out.writeNumber(part.oneOf());
      }
      out.writeEndArray();
    }
    if (!footprints.paths().isEmpty()) {
      out.writeArrayFieldStart("path");
      for (Footprints.Path path : footprints.paths()) {
        out.writeNumber(path.node());
        footprint(path.own());
        footprint(path.inclusive());
        out.writeNumber(path.oneOf());
      }
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  private void footprint(Footprint footprint) throws IOException {
    for (long touched : footprint.of()) {
      out.writeNumber(touched);
    }
  }

  private void integers(String key, List<Integer> values) throws IOException {
    out.writeArrayFieldStart(key);
    for (int value : values) {
      out.writeNumber(value);
    }
    out.writeEndArray();
  }

  private void text(String key, String value) throws IOException {
    if (!value.isEmpty()) {
      out.writeStringField(key, value);
    }
  }

  private void number(String key, long value) throws IOException {
    if (value != 0) {
      out.writeNumberField(key, value);
    }
  }
}
