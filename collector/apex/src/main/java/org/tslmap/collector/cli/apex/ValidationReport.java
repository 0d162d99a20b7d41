package org.tslmap.collector.cli.apex;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tslmap.apexmap.prediction.Method;
import org.tslmap.apexmap.prediction.Validation;
import org.tslmap.collector.cli.Format;
import org.tslmap.collector.report.Quantities;

/**
 * What is shown of a validation.
 *
 * @param validation predictions beside measurements
 */
record ValidationReport(Validation validation) {

  private static final double NANOS = 1e9;
  private static final double PERCENT = 100;

  void write(Format format, PrintWriter out) throws IOException {
    switch (format) {
      case TEXT -> text(out);
      case CSV -> csv(out);
      case JSON -> json(out);
    }
  }

  private List<Method> methods() {
    return Arrays.stream(Method.values()).filter(validation.summaries()::containsKey).toList();
  }

  private void text(PrintWriter out) {
    StringBuilder head = new StringBuilder();
    head.append(String.format("%-20s %9s %9s", "kernel", "accesses", "measured"));
    methods()
        .forEach(
            method ->
                head.append(String.format(" %12s %8s", PredictionReport.name(method), "error")));
    out.println(head + "   (ns for an access)");
    for (Validation.Row row : validation.rows()) {
      StringBuilder line = new StringBuilder();
      line.append(
          String.format(
              Locale.ROOT,
              "%-20s %9s %9.3f",
              row.name(),
              Quantities.count(row.accesses()),
              row.nanosecondsPerAccess()));
      for (Method method : methods()) {
        line.append(
            String.format(
                Locale.ROOT,
                " %12.3f %+7.0f%%",
                NANOS * row.predictedSeconds().get(method) / row.accesses(),
                PERCENT * row.error(method)));
      }
      out.println(line);
    }
    out.println();
    out.println(
        String.format(
            "%-14s %12s %12s %16s", "method", "median error", "worst", "rank correlation"));
    for (Method method : methods()) {
      Validation.Summary summary = validation.summaries().get(method);
      out.println(
          String.format(
              Locale.ROOT,
              "%-14s %11.1f%% %11.1f%% %16s  (worst: %s)",
              PredictionReport.name(method),
              PERCENT * summary.medianError(),
              PERCENT * summary.worstError(),
              summary.rankCorrelation().isPresent()
                  ? String.format(Locale.ROOT, "%.3f", summary.rankCorrelation().getAsDouble())
                  : "-",
              summary.worst()));
    }
  }

  private void csv(PrintWriter out) {
    out.println("kernel,accesses,measured_seconds,method,predicted_seconds,error");
    for (Validation.Row row : validation.rows()) {
      for (Method method : methods()) {
        out.println(
            String.format(
                Locale.ROOT,
                "%s,%d,%.9f,%s,%.9f,%.6f",
                row.name(),
                row.accesses(),
                row.measuredSeconds(),
                PredictionReport.name(method),
                row.predictedSeconds().get(method),
                row.error(method)));
      }
    }
    out.flush();
  }

  private void json(PrintWriter out) throws IOException {
    ObjectNode root = Json.object().put("schemaVersion", 1);
    ArrayNode rows = root.putArray("kernels");
    for (Validation.Row row : validation.rows()) {
      ObjectNode node = rows.addObject();
      node.put("name", row.name())
          .put("accesses", row.accesses())
          .put("measuredSeconds", row.measuredSeconds());
      node.set("seconds", PredictionReport.seconds(row.predictedSeconds()));
      ObjectNode errors = node.putObject("errors");
      methods().forEach(method -> errors.put(Json.key(method), row.error(method)));
    }
    ObjectNode summaries = root.putObject("methods");
    for (Method method : methods()) {
      Validation.Summary summary = validation.summaries().get(method);
      ObjectNode node =
          summaries
              .putObject(Json.key(method))
              .put("medianError", summary.medianError())
              .put("worstError", summary.worstError())
              .put("worst", summary.worst());
      summary.rankCorrelation().ifPresent(value -> node.put("rankCorrelation", value));
    }
    Json.print(root, out);
    out.flush();
  }
}
