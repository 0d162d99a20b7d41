package org.tslmap.collector.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tslmap.collector.report.StackMetric;
import org.tslmap.collector.report.StackTree;

/**
 * Runs in Extra-P's JSON Lines: a line for each call path, metric and run, with the run's
 * parameters. Values are a path's own. Extra-P wants the same paths of all runs, so what one has
 * not called counts 0 there.
 */
public final class ExtraPLines {

  /** What Extra-P takes for the border between two functions. */
  private static final String BORDER = "->";

  /**
   * A run.
   *
   * @param parameters what it was run with, by name; the same names for all runs
   * @param stacks its accesses
   */
  public record Run(Map<String, Double> parameters, StackTree stacks) {}

  private ExtraPLines() {}

  /**
   * Writes runs and leaves the writer open.
   *
   * @throws IllegalArgumentException if the runs' metrics differ
   * @throws IOException if it cannot be written
   */
  public static void write(List<Run> runs, PrintWriter writer) throws IOException {
    List<StackMetric> metrics = runs.get(0).stacks().metrics();
    Map<String, double[][]> values = new LinkedHashMap<>();
    for (int i = 0; i < runs.size(); i++) {
      if (!runs.get(i).stacks().metrics().equals(metrics)) {
        throw new IllegalArgumentException(
            "the runs were measured with different parameters; replay their traces with one set");
      }
      add(runs.get(i).stacks(), i, runs.size(), values);
    }
    JsonGenerator out = new JsonFactory().createGenerator(writer);
    out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    out.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
    try (out) {
      for (Map.Entry<String, double[][]> path : values.entrySet()) {
        for (int m = 0; m < metrics.size(); m++) {
          for (int r = 0; r < runs.size(); r++) {
            line(out, runs.get(r), path.getKey(), metrics.get(m).key(), path.getValue()[r][m]);
          }
        }
      }
    }
    writer.println();
    writer.flush();
  }

  private static void add(StackTree stacks, int run, int runs, Map<String, double[][]> values) {
    int metrics = stacks.metrics().size();
    for (StackPart root : StackPart.of(stacks)) {
      root.each(
          List.of(),
          path -> {
            double[] sum =
                values.computeIfAbsent(name(path), key -> new double[runs][metrics])[run];
            double[] own = path.get(path.size() - 1).own();
            for (int i = 0; i < metrics; i++) {
              sum[i] += own[i];
            }
          });
    }
  }

  private static String name(List<StackPart> path) {
    return path.stream()
        .map(part -> part.name().replace(BORDER, "\u2192"))
        .collect(Collectors.joining(BORDER));
  }

  private static void line(JsonGenerator out, Run run, String path, String metric, double value)
      throws IOException {
    out.writeStartObject();
    out.writeObjectFieldStart("params");
    for (Map.Entry<String, Double> parameter : run.parameters().entrySet()) {
      number(out, parameter.getKey(), parameter.getValue());
    }
    out.writeEndObject();
    out.writeStringField("callpath", path);
    out.writeStringField("metric", metric);
    number(out, "value", value);
    out.writeEndObject();
  }

  /** Writes a number, without a fraction where it has none. */
  static void number(JsonGenerator out, String field, double value) throws IOException {
    if (value == Math.rint(value) && Math.abs(value) < 1L << 53) {
      out.writeNumberField(field, (long) value);
    } else {
      out.writeNumberField(field, value);
    }
  }
}
