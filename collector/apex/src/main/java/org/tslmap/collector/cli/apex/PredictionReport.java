package org.tslmap.collector.cli.apex;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.tslmap.apexmap.placement.SinglePoint;
import org.tslmap.apexmap.prediction.FunctionTime;
import org.tslmap.apexmap.prediction.Method;
import org.tslmap.apexmap.prediction.Prediction;
import org.tslmap.apexmap.prediction.Utilisation;
import org.tslmap.apexmap.prediction.Verdict;
import org.tslmap.collector.report.Quantities;
import org.tslmap.locality.profile.View;

/**
 * What is shown of a prediction.
 *
 * @param run what was predicted
 * @param prediction its times
 * @param measured what native runs took, if that is known
 * @param top functions shown
 */
record PredictionReport(
    RunInput run, Prediction prediction, Optional<NativeTime.Measured> measured, int top) {

  private static final double NANOS = 1e9;
  private static final double PERCENT = 100;

  void text(PrintWriter out) {
    out.println("%s: %s accesses".formatted(run.name(), Quantities.count(prediction.accesses())));
    out.println("single point: " + prediction.point());
    out.println();
    out.println(
        String.format(
            "%-13s %12s %12s%s",
            "method",
            "ns/access",
            "seconds",
            measured.isPresent() ? String.format(" %9s", "error") : ""));
    for (Method method : Method.values()) {
      if (prediction.seconds().containsKey(method)) {
        out.println(
            String.format(
                Locale.ROOT,
                "%-13s %12.3f %12.6f%s",
                name(method),
                prediction.nanosecondsPerAccess(method),
                prediction.seconds(method),
                error(prediction.seconds(method))));
      }
    }
    measured.ifPresent(time -> utilisation(time, out));
    out.println();
    out.println(verdict().line());
    prediction.notes().forEach(note -> out.println("note: " + note));
    run.totals().estimate().ifPresent(estimate -> out.println("note: " + estimate));
    if (run.isPart()) {
      out.println("note: the profile is of a part of the program's accesses only");
    }
    functions(out);
  }

  private String error(double predicted) {
    return measured.isEmpty()
        ? ""
        : String.format(
            Locale.ROOT, " %+8.1f%%", PERCENT * (predicted / measured.get().seconds() - 1));
  }

  private Verdict verdict() {
    return Verdict.of(
        prediction.memory(),
        prediction.coreSeconds(),
        prediction.pageSeconds(),
        measured.map(time -> OptionalDouble.of(time.seconds())).orElse(OptionalDouble.empty()));
  }

  private void utilisation(NativeTime.Measured time, PrintWriter out) {
    double seconds = time.seconds();
    Utilisation utilisation =
        Utilisation.of(prediction.accesses(), seconds, prediction.seconds(Method.MIXTURE));
    out.println(
        String.format(
            Locale.ROOT,
            "%-13s %12.3f %12.6f%s",
            "measured",
            NANOS * seconds / prediction.accesses(),
            seconds,
            time.spread() == 0
                ? ""
                : String.format(
                    Locale.ROOT,
                    "  processor time, %.1f %% apart; wall %.6f",
                    PERCENT * time.spread(),
                    time.wallSeconds())));
    time.disturbance().ifPresent(why -> out.println("note: the measured time is doubtful: " + why));
    out.println();
    out.println(
        String.format(
            Locale.ROOT,
            "utilisation: %s accesses/s of %s/s possible at this locality, %.0f%%",
            Quantities.count(Math.round(utilisation.accessesPerSecond())),
            Quantities.count(Math.round(utilisation.limitPerSecond())),
            PERCENT * utilisation.share()));
  }

  private void functions(PrintWriter out) {
    if (top == 0) {
      return;
    }
    out.println();
    out.println(
        String.format(
            "%10s %12s %12s %12s %12s %9s %9s  %s",
            "accesses", "mixture s", "core s", "mixture ns", "point ns", "alpha", "L", "function"));
    for (FunctionTime row : prediction.functions().stream().limit(top).toList()) {
      out.println(
          String.format(
              Locale.ROOT,
              "%10s %12.6f %12s %12.3f %12.3f %9.4f %9s%s %s",
              Quantities.count(row.accesses()),
              row.seconds().get(Method.MIXTURE),
              row.coreSeconds().isPresent()
                  ? String.format(Locale.ROOT, "%.6f", row.coreSeconds().getAsDouble())
                  : "-",
              NANOS * row.seconds().get(Method.MIXTURE) / row.accesses(),
              NANOS * row.seconds().get(Method.SINGLE_POINT) / row.accesses(),
              row.point().alpha(),
              String.format(Locale.ROOT, "%.1f", row.point().length()),
              row.point().found() ? " " : "*",
              row.function().name()));
    }
    int more = prediction.functions().size() - top;
    if (more > 0) {
      out.println("... and " + more + " more functions");
    }
    if (prediction.functions().stream().limit(top).anyMatch(row -> !row.point().found())) {
      out.println("* no point of the plane has these scores; this is the nearest one");
    }
  }

  void csv(PrintWriter out) {
    out.println(
        "scope,accesses,method,seconds,ns_per_access,measured_seconds,alpha,length,residual");
    csv(
        "whole",
        prediction.accesses(),
        prediction.seconds(),
        prediction.point(),
        measured.map(time -> OptionalDouble.of(time.seconds())).orElse(OptionalDouble.empty()),
        out);
    for (FunctionTime row : prediction.functions().stream().limit(top).toList()) {
      csv(
          '"' + row.function().name().replace("\"", "\"\"") + '"',
          row.accesses(),
          row.seconds(),
          row.point(),
          OptionalDouble.empty(),
          out);
    }
  }

  private static void csv(
      String scope,
      long accesses,
      Map<Method, Double> seconds,
      SinglePoint point,
      OptionalDouble measured,
      PrintWriter out) {
    for (Method method : Method.values()) {
      if (seconds.containsKey(method)) {
        out.println(
            String.format(
                Locale.ROOT,
                "%s,%d,%s,%.9f,%.6f,%s,%.6f,%.3f,%.6f",
                scope,
                accesses,
                name(method),
                seconds.get(method),
                NANOS * seconds.get(method) / accesses,
                measured.isPresent() ? Double.toString(measured.getAsDouble()) : "",
                point.alpha(),
                point.length(),
                point.residual()));
      }
    }
  }

  void json(PrintWriter out) throws IOException {
    ObjectNode root = Json.object();
    root.put("schemaVersion", 1)
        .put("run", run.name())
        .put("isolated", run.view() == View.ISOLATED)
        .put("view", run.view().key())
        .put("estimated", run.totals().estimated());
    whole(root);
    ArrayNode functions = root.putArray("functions");
    for (FunctionTime row : prediction.functions().stream().limit(top).toList()) {
      ObjectNode function = functions.addObject();
      function.put("name", row.function().name()).put("accesses", row.accesses());
      function.set("seconds", seconds(row.seconds()));
      row.coreSeconds().ifPresent(core -> function.put("coreSeconds", core));
      function.set("singlePoint", Json.point(row.point()));
    }
    Json.print(root, out);
  }

  private void whole(ObjectNode root) {
    root.put("accesses", prediction.accesses());
    root.set("seconds", seconds(prediction.seconds()));
    root.set("singlePoint", Json.point(prediction.point()));
    if (measured.isPresent()) {
      double seconds = measured.get().seconds();
      Utilisation utilisation =
          Utilisation.of(prediction.accesses(), seconds, prediction.seconds(Method.MIXTURE));
      root.put("measuredSeconds", seconds)
          .put("measuredWallSeconds", measured.get().wallSeconds())
          .put("measuredSpread", measured.get().spread())
          .put("utilisation", utilisation.share());
      measured
          .get()
          .otherProcessors()
          .ifPresent(processors -> root.put("otherProcessors", processors));
    }
    Verdict verdict = verdict();
    root.put("verdict", verdict.bound().label());
    root.putObject("limits")
        .put("computeSeconds", verdict.computeSeconds())
        .put("bandwidthSeconds", verdict.bandwidthSeconds())
        .put("latencySeconds", verdict.latencySeconds())
        .put("pageSeconds", verdict.pageSeconds());
    ArrayNode notes = root.putArray("notes");
    prediction.notes().forEach(notes::add);
  }

  static ObjectNode seconds(Map<Method, Double> seconds) {
    ObjectNode node = Json.object();
    for (Method method : Method.values()) {
      if (seconds.containsKey(method)) {
        node.put(Json.key(method), seconds.get(method));
      }
    }
    return node;
  }

  /** A method's name in tables. */
  static String name(Method method) {
    return SurfaceNames.lower(method).replace('_', ' ');
  }
}
