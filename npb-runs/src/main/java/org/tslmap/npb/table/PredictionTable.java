package org.tslmap.npb.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.apexmap.OutsideSurfaceException;
import org.tslmap.apexmap.Surface;
import org.tslmap.apexmap.SurfaceFile;
import org.tslmap.apexmap.placement.ScorePlane;
import org.tslmap.apexmap.placement.SinglePoint;
import org.tslmap.apexmap.prediction.Method;
import org.tslmap.apexmap.prediction.Prediction;
import org.tslmap.apexmap.prediction.Predictor;
import org.tslmap.apexmap.prediction.Validation;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.apex.SurfacePicture;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.npb.Variant;
import org.tslmap.npb.sweep.RunResult;
import org.tslmap.npb.sweep.Subject;
import org.tslmap.npb.sweep.Tool;
import org.tslmap.plots.SurfaceHeatMap;

/**
 * Serial programs on the machine's surface, and the time that follows from it beside the one that
 * was measured. (Predicted times are those of one thread, so parallel programs have none to
 * compare.)
 */
public final class PredictionTable {

  private static final double NANOS = 1e9;

  private final SweepData data;
  private final SurfaceFile surfaces;
  private final Map<MetricParameters, Predictor> predictors = new HashMap<>();
  private final Map<MetricParameters, ScorePlane> planes = new HashMap<>();
  private final List<SurfaceHeatMap.Mark> marks = new ArrayList<>();
  private final List<Validation.Row> compared = new ArrayList<>();
  private final Map<String, String> failures = new LinkedHashMap<>();

  /** Of a sweep, on the surfaces of a machine. */
  public PredictionTable(SweepData data, SurfaceFile surfaces) {
    this.data = data;
    this.surfaces = surfaces;
  }

  /**
   * The table; takes some seconds for each program.
   *
   * @throws MeasurementException if a profile is gone
   */
  public Table table() throws IOException, MeasurementException {
    Table.Builder table =
        new Table.Builder("surface", "Serial programs on the Apex-Map surface")
            .column("program", "program", Unit.TEXT)
            .column("alpha", "alpha", Unit.NUMBER)
            .column("length", "L", Unit.NUMBER)
            .column("nanosecondsPerAccess", "measured, ns/access", Unit.NUMBER)
            .column("measuredSeconds", "measured, s", Unit.SECONDS)
            .column("mixtureSeconds", "mixture, s", Unit.SECONDS)
            .column("mixtureError", "error", Unit.SHARE)
            .column("singlePointSeconds", "single point, s", Unit.SECONDS)
            .column("singlePointError", "error", Unit.SHARE)
            .column("failure", "", Unit.TEXT);
    for (Subject subject : data.subjects()) {
      Optional<RunResult> scored = data.scored(subject);
      Optional<RunResult> alone = data.result(subject, Tool.NATIVE);
      if (subject.variant() == Variant.SERIAL && scored.isPresent() && alone.isPresent()) {
        add(table, subject, data.profile(scored.get()), alone.get().medianSeconds());
      }
    }
    failures.forEach((name, reason) -> table.failure(reason, name));
    addSummary(table);
    table.note("surface: " + surfaces.machine().description());
    table.note("sweep: " + data.sweep().machine());
    table.note(
        "predicted is the time of accesses alone; measured is the whole process's, arithmetic"
            + " included; * marks scores that no point of the plane has, with the nearest one");
    return table.build();
  }

  private void add(Table.Builder table, Subject subject, LocalityProfile profile, double measured) {
    Histograms histograms = profile.merged().histograms();
    if (!histograms.tellScores()) {
      failures.put(
          subject.name(),
          "not known: %s of the accesses were counted and not scored"
              .formatted(Unit.SHARE.show(1 - histograms.scoredShare())));
      return;
    }
    MetricParameters parameters = profile.merged().parameters();
    Prediction prediction;
    try {
      prediction =
          predictors
              .computeIfAbsent(parameters, p -> new Predictor(surfaces.cost(), surfaces.core(), p))
              .predict(profile);
    } catch (OutsideSurfaceException e) {
      failures.put(subject.name(), "outside of the surface: " + e.getMessage());
      return;
    }
    SinglePoint point = prediction.point();
    double mixture = prediction.seconds(Method.MIXTURE);
    double single = prediction.seconds(Method.SINGLE_POINT);
    table.row(
        subject.name() + (point.found() ? "" : " *"),
        point.alpha(),
        point.length(),
        NANOS * measured / prediction.accesses(),
        measured,
        mixture,
        mixture / measured - 1,
        single,
        single / measured - 1);
    compared.add(
        new Validation.Row(
            subject.name(),
            prediction.accesses(),
            measured,
            Map.of(Method.MIXTURE, mixture, Method.SINGLE_POINT, single)));
    addMark(subject, profile);
  }

  private void addMark(Subject subject, LocalityProfile profile) {
    try {
      Surface drawn = SurfacePicture.usual(surfaces);
      if (Long.bitCount(drawn.words()) == 1) {
        MetricParameters parameters = profile.merged().parameters();
        SinglePoint point =
            planes
                .computeIfAbsent(parameters, p -> ScorePlane.of(drawn.words(), p))
                .place(
                    profile.merged().histograms().word().temporalLocality(parameters.n()),
                    profile.merged().histograms().word().spatialLocality());
        marks.add(
            new SurfaceHeatMap.Mark(
                point.found() ? subject.name() : subject.name() + " *",
                point.alpha(),
                point.length()));
      }
    } catch (MeasurementException e) {
      failures.put(subject.name(), e.getMessage());
    }
  }

  private void addSummary(Table.Builder table) {
    if (compared.isEmpty()) {
      return;
    }
    Validation validation = Validation.of(compared);
    for (Method method : List.of(Method.MIXTURE, Method.SINGLE_POINT)) {
      Validation.Summary summary = validation.summaries().get(method);
      table.note(
          "%s: median error %s, worst %s (%s), rank correlation %s"
              .formatted(
                  method.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '),
                  Unit.SHARE.show(summary.medianError()),
                  Unit.SHARE.show(summary.worstError()),
                  summary.worst(),
                  summary.rankCorrelation().isPresent()
                      ? Unit.NUMBER.show(summary.rankCorrelation().getAsDouble())
                      : "unknown"));
    }
  }

  /**
   * Draws the programs of the table on the surface; only after {@link #table}.
   *
   * @throws IOException if it cannot be written
   */
  public void draw(Path picture) throws IOException, MeasurementException {
    Files.createDirectories(picture.toAbsolutePath().getParent());
    SurfacePicture.write(surfaces, SurfacePicture.usual(surfaces), marks, picture);
  }
}
