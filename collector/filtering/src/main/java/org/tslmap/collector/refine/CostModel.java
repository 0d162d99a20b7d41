package org.tslmap.collector.refine;

import java.util.List;
import java.util.Map;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;

/**
 * What recording takes: t = t_none + a made + sum over recorded functions f of c_f recorded_f, in
 * processor time, with a term b for recording anything at all and a term d for each function of
 * which anything is recorded, where t_none is that of Valgrind without a tool, a the cost of
 * counting an access and c_f what recording one of f costs on top.
 */
public final class CostModel {

  /*
   * How it is fitted. There are few runs and many functions, so the costs do not follow from the runs alone. They are
   * fitted as Bayesian linear regression does it (Bishop, Pattern Recognition and Machine Learning,
   * 2006, section 3.3): before any run, c_f is TYPICAL_NS, give or take an error that all functions
   * share and one of its own, and a is anything. With the prior's covariance S, the features X of
   * the runs (a row for each: accesses made, accesses recorded of each function), the variances N of
   * their times, and the residuals y that the prior's mean leaves, the costs change by
   *
   *     S X' (X S X' + N)^-1 y.
   *
   * The matrix to be inverted has a row for each run. S is a diagonal and a constant, so X S X' needs
   * only sums: of accesses recorded, and of their products function by function. A function that no
   * run has recorded gets the error that all share, and one of which much was recorded its own.
   */

  /** Nanoseconds for recording an access, before any run was measured; collector/BENCHMARKS.md. */
  public static final double TYPICAL_NS = 65;

  /** Nanoseconds below which no cost falls. */
  private static final double LEAST_NS = 5;

  private static final double SHARED_ERROR_NS = 30;
  private static final double OWN_ERROR_NS = 15;

  /** The counted part of a run is taken for at most so many times as long as a run took. */
  private static final double COUNTING_ERROR = 10;

  /** By how much the times of equal runs differ. */
  private static final double NOISE = 0.03;

  private static final double LEAST_NOISE_SECONDS = 0.01;

  /** What recording anything at all costs more than what its accesses do, seconds. */
  static final double STARTING = 1.5;

  private static final double STARTING_ERROR = 1;

  /**
   * What a function costs of which anything is recorded, seconds: its code is translated several
   * times, and its first accesses are of new sites, data and call paths.
   */
  static final double FUNCTION = 0.005;

  private static final double FUNCTION_ERROR = 0.005;

  private static final double NANO = 1e-9;

  private final double none;
  private final double countingErrorNanos;
  private final double counting;
  private final double shared;
  private final double starting;
  private final double ofFunction;
  private final List<MeasuredRun> runs;
  private final RealVector weights;

  private CostModel(double none, List<MeasuredRun> runs) {
    this.none = none;
    this.runs = List.copyOf(runs);
    countingErrorNanos =
        runs.stream()
            .mapToDouble(run -> COUNTING_ERROR * run.seconds() / NANO / Math.max(1, run.made()))
            .max()
            .orElseThrow();
    int n = runs.size();
    RealMatrix covariance = new Array2DRowRealMatrix(n, n);
    RealVector residuals = new ArrayRealVector(n);
    for (int i = 0; i < n; i++) {
      MeasuredRun run = runs.get(i);
      for (int j = 0; j < n; j++) {
        covariance.setEntry(i, j, covariance(run, runs.get(j)));
      }
      double noise = Math.max(LEAST_NOISE_SECONDS, NOISE * run.seconds());
      covariance.addToEntry(i, i, noise * noise);
      double expected =
          run.allRecorded() > 0
              ? STARTING + FUNCTION * run.recorded().size() + NANO * TYPICAL_NS * run.allRecorded()
              : 0;
      residuals.setEntry(i, run.seconds() - none - expected);
    }
    weights = new CholeskyDecomposition(covariance).getSolver().solve(residuals);
    double started = 0;
    double functions = 0;
    double made = 0;
    double recorded = 0;
    for (int i = 0; i < n; i++) {
      started += runs.get(i).allRecorded() > 0 ? weights.getEntry(i) : 0;
      functions += weights.getEntry(i) * runs.get(i).recorded().size();
      made += weights.getEntry(i) * NANO * runs.get(i).made();
      recorded += weights.getEntry(i) * NANO * runs.get(i).allRecorded();
    }
    starting = Math.max(0, STARTING + square(STARTING_ERROR) * started);
    ofFunction = Math.max(0, FUNCTION + square(FUNCTION_ERROR) * functions);
    counting = Math.max(0, square(countingErrorNanos) * made);
    shared = TYPICAL_NS + square(SHARED_ERROR_NS) * recorded;
  }

  /**
   * Fits the costs.
   *
   * @param none processor time under Valgrind without a tool, seconds
   * @param runs at least one in which everything was counted
   */
  public static CostModel of(double none, List<MeasuredRun> runs) {
    return new CostModel(none, runs);
  }

  private double covariance(MeasuredRun one, MeasuredRun other) {
    double own = 0;
    for (Map.Entry<String, Long> function : one.recorded().entrySet()) {
      own += (double) function.getValue() * other.recorded().getOrDefault(function.getKey(), 0L);
    }
    boolean both = one.allRecorded() > 0 && other.allRecorded() > 0;
    double functions = (double) one.recorded().size() * other.recorded().size();
    return (both ? square(STARTING_ERROR) : 0)
        + square(FUNCTION_ERROR) * functions
        + square(NANO)
            * (square(countingErrorNanos) * one.made() * other.made()
                + square(SHARED_ERROR_NS) * one.allRecorded() * other.allRecorded()
                + square(OWN_ERROR_NS) * own);
  }

  private static double square(double x) {
    return x * x;
  }

  /** Nanoseconds for counting an access; starting the collector is in it. */
  public double countingNanos() {
    return counting;
  }

  /** Nanoseconds for recording an access of a function, on top of counting it. */
  public double recordingNanos(String function) {
    double own = 0;
    for (int i = 0; i < runs.size(); i++) {
      own += weights.getEntry(i) * NANO * runs.get(i).recorded().getOrDefault(function, 0L);
    }
    return Math.max(LEAST_NS, shared + square(OWN_ERROR_NS) * own);
  }

  /** Seconds for counting so many accesses, and for whatever the program does. */
  public double countingSeconds(long made) {
    return none + NANO * counting * made;
  }

  /** Seconds for recording anything at all, on top of what the functions take. */
  public double startingSeconds() {
    return starting;
  }

  /** Seconds for recording so many accesses of a function, on top of that. */
  public double recordingSeconds(String function, long accesses) {
    return accesses == 0 ? 0 : ofFunction + NANO * recordingNanos(function) * accesses;
  }
}
