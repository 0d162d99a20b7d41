package org.tslmap.collector.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;

/** Stacks for pages that draw them. */
public final class StackJson {

  private StackJson() {}

  /**
   * Writes {@code metrics} and {@code nodes}, callers before what they called; leaves the writer
   * open. A node has its {@code depth}, from 0, {@code name}, {@code inlined} if it is, and {@code
   * own}: what it did itself, in the order of the metrics.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(StackTree stacks, Writer writer) throws IOException {
    JsonGenerator out = new JsonFactory().createGenerator(writer);
    out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    try (out) {
      out.writeStartObject();
      metrics(stacks.metrics(), out);
      out.writeArrayFieldStart("nodes");
      stacks.each(node -> node(node, stacks, out));
      out.writeEndArray();
      out.writeEndObject();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  static void metrics(List<StackMetric> metrics, JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("metrics");
    for (StackMetric metric : metrics) {
      out.writeStartObject();
      out.writeStringField("key", metric.key());
      out.writeStringField("unit", metric.unit());
      out.writeStringField("about", metric.about());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  static void values(double[] own, JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("own");
    for (double value : own) {
      out.writeNumber(value);
    }
    out.writeEndArray();
  }

  private static void node(StackNode node, StackTree stacks, JsonGenerator out) {
    try {
      out.writeStartObject();
      out.writeNumberField("depth", node.path().size() - 1);
      out.writeStringField("name", node.function().name());
      if (node.isInlined()) {
        out.writeBooleanField("inlined", true);
      }
      values(stacks.own(node), out);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
