package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import org.tslmap.collector.report.TableKind;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.profile.InstructionKind;
import org.tslmap.locality.score.Measure;

/**
 * What all pages need to know: granularities, kinds of instructions, what is measured, which tables
 * there are, and whether surfaces are served.
 */
final class Catalog {
  private Catalog() {}

  static Answer answer(boolean surfaces) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(bytes)) {
      out.writeStartObject();
      out.writeBooleanField("surfaces", surfaces);
      out.writeArrayFieldStart("granularities");
      for (Granularity granularity : Granularity.values()) {
        out.writeString(granularity.key());
      }
      out.writeEndArray();
      out.writeArrayFieldStart("instructions");
      for (InstructionKind kind : InstructionKind.values()) {
        out.writeString(kind.key());
      }
      out.writeEndArray();
      out.writeArrayFieldStart("measures");
      for (Measure measure : Measure.ofHistograms()) {
        out.writeStartObject();
        out.writeStringField("key", measure.key());
        out.writeStringField("heading", measure.heading());
        out.writeStringField("name", measure.name());
        out.writeStringField("unit", lower(measure.unit()));
        out.writeStringField("better", lower(measure.better()));
        out.writeStringField("detail", lower(measure.detail()));
        out.writeStringField("formula", measure.formula());
        out.writeStringField("about", measure.about());
        out.writeEndObject();
      }
      out.writeEndArray();
      out.writeArrayFieldStart("tables");
      for (TableKind kind : TableKind.values()) {
        out.writeStartObject();
        out.writeStringField("name", kind.key());
        out.writeStringField("title", kind.title());
        out.writeBooleanField("of", kind.isOfName());
        out.writeBooleanField("needs", kind.isOfFunction());
        out.writeEndObject();
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    return Answer.json(bytes.toByteArray());
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
