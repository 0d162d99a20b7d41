package org.tslmap.collector.advice;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import org.tslmap.locality.score.Measure;

/** Advice for scripts; {@code collector/ADVISE.md} lists the keys. */
public final class AdviceJson {

  /** Version of the keys. */
  public static final int SCHEMA_VERSION = 1;

  private AdviceJson() {}

  /** Writes the advice of some runs and a line end; leaves the writer open. */
  public static void write(List<Advice> runs, Writer writer) throws IOException {
    JsonGenerator out = new JsonFactory().createGenerator(writer);
    out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    out.setPrettyPrinter(new DefaultPrettyPrinter());
    try (out) {
      out.writeStartObject();
      out.writeNumberField("schemaVersion", SCHEMA_VERSION);
      out.writeArrayFieldStart("runs");
      for (Advice advice : runs) {
        run(advice, out);
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    writer.write('\n');
    writer.flush();
  }

  private static void run(Advice advice, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("run", advice.run());
    out.writeStringField("command", advice.command());
    out.writeNumberField("accesses", advice.hotspots().accesses());
    out.writeNumberField("seconds", 1e-9 * advice.hotspots().time().nanoseconds());
    out.writeStringField("costs", advice.settings().weighing().times().source());
    out.writeNumberField("threshold", advice.settings().threshold());
    out.writeArrayFieldStart("notes");
    for (String note : advice.notes()) {
      out.writeString(note);
    }
    out.writeEndArray();
    out.writeBooleanField("good", advice.isGood());
    out.writeObjectFieldStart("steps");
    for (AdviceStep step : AdviceStep.values()) {
      out.writeArrayFieldStart(step.key());
      for (AdviceLine line : advice.steps().get(step)) {
        line(line, out);
      }
      out.writeEndArray();
    }
    out.writeEndObject();
    out.writeEndObject();
  }

  private static void line(AdviceLine line, JsonGenerator out) throws IOException {
    Measure measure = line.measure();
    out.writeStartObject();
    out.writeStringField("what", line.what());
    out.writeStringField("measure", measure.key());
    out.writeStringField("unit", lower(measure.unit()));
    out.writeStringField("better", lower(measure.better()));
    out.writeNumberField("value", line.value());
    out.writeStringField("text", line.text());
    out.writeStringField("next", line.next());
    out.writeEndObject();
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
