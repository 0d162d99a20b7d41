package org.tslmap.apexmap.placement;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;

/**
 * The probe's locality as the profiler measured it, beside what the power law says: {@code
 * calibration.json}.
 *
 * @param generator what measured it, name and version
 * @param parameters what the metrics were computed with
 * @param rows at least one point
 */
public record Calibration(String generator, MetricParameters parameters, List<Row> rows) {

  /**
   * The version of the schema that {@link #write} writes and the newest that {@link #read} reads.
   */
  public static final int SCHEMA_VERSION = 1;

  /**
   * One point of the probe, run under the profiler.
   *
   * @param point the pattern
   * @param operation what was done with a word
   * @param starts visits that were made
   * @param word measured at words
   * @param line measured at lines
   */
  public record Row(
      ProbePoint point,
      Operation operation,
      long starts,
      LocalityShares word,
      LocalityShares line) {

    /**
     * Checks that nothing is missing.
     *
     * @throws IllegalArgumentException if there is no start
     */
    public Row {
      Objects.requireNonNull(point, "point");
      Objects.requireNonNull(operation, "operation");
      Objects.requireNonNull(word, "word");
      Objects.requireNonNull(line, "line");
      if (starts < 1) {
        throw new IllegalArgumentException(
            "a point should have at least one start, but has " + starts);
      }
    }

    /** The point with what was counted of its accesses. */
    public static Row of(
        ProbePoint point, Operation operation, long starts, Histograms histograms) {
      return new Row(
          point,
          operation,
          starts,
          LocalityShares.of(histograms.word()),
          LocalityShares.of(histograms.line()));
    }

    /** The measured shares at one granularity. */
    public LocalityShares measured(Granularity granularity) {
      return granularity == Granularity.WORD ? word : line;
    }

    /** The calculated shares at one granularity. */
    public LocalityShares computed(MetricParameters parameters, Granularity granularity) {
      return PowerLaw.expected(point, operation, starts, parameters, granularity);
    }
  }

  /**
   * Checks that there is something.
   *
   * @throws IllegalArgumentException if there is no row
   */
  public Calibration {
    Objects.requireNonNull(generator, "generator");
    Objects.requireNonNull(parameters, "parameters");
    rows = List.copyOf(rows);
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(
          "a calibration should have at least one point, but has none");
    }
  }

  /** The largest difference of measured and calculated TL over all points, 0..1. */
  public double largestTemporalDifference(Granularity granularity) {
    return rows.stream()
        .mapToDouble(
            row ->
                Math.abs(
                    row.measured(granularity).temporalLocality(parameters.n())
                        - row.computed(parameters, granularity).temporalLocality(parameters.n())))
        .max()
        .orElseThrow();
  }

  /** The largest difference of measured and calculated SL over all points, 0..1. */
  public double largestSpatialDifference(Granularity granularity) {
    return rows.stream()
        .mapToDouble(
            row ->
                Math.abs(
                    row.measured(granularity).spatialLocality()
                        - row.computed(parameters, granularity).spatialLocality()))
        .max()
        .orElseThrow();
  }

  /**
   * Reads {@code calibration.json}.
   *
   * @throws org.tslmap.apexmap.ApexFileException if the file is cut, damaged, of a newer schema, or
   *     something else
   * @throws IOException if it cannot be read
   */
  public static Calibration read(Path file) throws IOException {
    return CalibrationJson.read(file);
  }

  /**
   * Writes {@code calibration.json}. The file appears whole or not at all.
   *
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    CalibrationJson.write(this, file);
  }
}
