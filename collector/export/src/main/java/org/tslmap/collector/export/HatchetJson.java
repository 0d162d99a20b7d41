package org.tslmap.collector.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.IdentityHashMap;
import java.util.List;
import org.tslmap.collector.report.StackMetric;
import org.tslmap.collector.report.StackTree;

/**
 * A run as a list of trees in JSON, which Hatchet's {@code GraphFrame.from_literal} takes: each
 * node has a frame, metrics and children. A metric is the node's own; with " (inc)" behind its name
 * it is that of everything below the node, too.
 */
public final class HatchetJson {

  private final List<StackMetric> metrics;
  private final JsonGenerator out;
  private final IdentityHashMap<StackPart, double[]> inclusive = new IdentityHashMap<>();

  private HatchetJson(List<StackMetric> metrics, JsonGenerator out) {
    this.metrics = metrics;
    this.out = out;
  }

  /**
   * Writes a run and leaves the writer open.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(StackTree stacks, PrintWriter writer) throws IOException {
    JsonGenerator out = new JsonFactory().createGenerator(writer);
    out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    try (out) {
      HatchetJson file = new HatchetJson(stacks.metrics(), out);
      out.writeStartArray();
      for (StackPart root : StackPart.of(stacks)) {
        file.sum(root);
        file.node(root);
      }
      out.writeEndArray();
    }
    writer.println();
    writer.flush();
  }

  private double[] sum(StackPart part) {
    double[] sum = part.own().clone();
    for (StackPart below : part.parts()) {
      double[] more = sum(below);
      for (int i = 0; i < sum.length; i++) {
        sum[i] += more[i];
      }
    }
    inclusive.put(part, sum);
    return sum;
  }

  private void node(StackPart part) throws IOException {
    out.writeStartObject();
    out.writeObjectFieldStart("frame");
    out.writeStringField("name", part.name());
    out.writeStringField("type", part.isLine() ? "statement" : "function");
    out.writeStringField("file", part.file());
    out.writeNumberField("line", part.line());
    out.writeStringField("module", part.module());
    out.writeEndObject();
    out.writeObjectFieldStart("metrics");
    double[] sum = inclusive.remove(part);
    for (int i = 0; i < metrics.size(); i++) {
      ExtraPLines.number(out, metrics.get(i).key(), part.own()[i]);
      ExtraPLines.number(out, metrics.get(i).key() + " (inc)", sum[i]);
    }
    out.writeEndObject();
    out.writeArrayFieldStart("children");
    for (StackPart below : part.parts()) {
      node(below);
    }
    out.writeEndArray();
    out.writeEndObject();
  }
}
