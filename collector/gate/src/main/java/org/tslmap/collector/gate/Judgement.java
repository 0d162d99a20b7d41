package org.tslmap.collector.gate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tslmap.collector.report.ComparedRow;
import org.tslmap.collector.report.Measured;

/**
 * A run judged against a baseline: the program's own functions that make at least 1 % of its
 * accesses, before or now, those that limits name, and the whole.
 */
public final class Judgement {
  /** Of all accesses: what makes fewer is not judged. */
  public static final double JUDGED_SHARE = 0.01;

  /** Of all accesses: what makes fewer has no line in a baseline. */
  public static final double KEPT_SHARE = 0.001;

  /** Less than the last digit of a score. */
  private static final double ROUNDING = 1e-9;

  /**
   * A value that changed by more than its limit, for the worse or for the better.
   *
   * @param row what it is a value of
   * @param name what that is called
   * @param before the value in the baseline; 0 where it is new
   * @param after the value now
   * @param share of all accesses that the change concerns
   */
  public record Finding(
      ComparedRow row,
      String name,
      Metric metric,
      double before,
      double after,
      Limit limit,
      double share) {

    /** Whether it is a regression. */
    boolean isWorse() {
      return metric.worsening(before, after) > 0;
    }
  }

  private final Baseline baseline;
  private final Baseline now;
  private final Limits limits;
  private final double whole;
  private final List<ComparedRow> judged;
  private final List<Finding> regressions = new ArrayList<>();
  private final List<Finding> improvements = new ArrayList<>();

  /**
   * Judges a run.
   *
   * @throws IllegalArgumentException if a limit names a function that is in neither; says which
   */
  public Judgement(Baseline baseline, Baseline now, Limits limits) {
    this.baseline = baseline;
    this.now = now;
    this.limits = limits;
    this.whole = Math.max(1, Math.max(baseline.run().accesses(), now.run().accesses()));
    Set<String> columns =
        baseline.metrics().stream().map(Metric::column).collect(Collectors.toSet());
    List<ComparedRow> functions =
        now.run().functionsAfter(baseline.run(), baseline.caches(), columns);
    checkNames(functions);
    judged = functions.stream().filter(this::isJudged).toList();
    List<Finding> ofWhole =
        findings(now.run().wholeAfter(baseline.run(), baseline.caches(), columns), Baseline.WHOLE);
    List<Finding> all = new ArrayList<>();
    for (ComparedRow row : judged) {
      for (Finding finding : findings(row, row.name())) {
        // What is new takes part in what the whole does; alone it may be a part of something else.
        if (row.before().isPresent() || isAmong(ofWhole, finding.metric())) {
          all.add(finding);
        }
      }
    }
    sort(all);
    all.addAll(ofWhole);
    all.forEach(finding -> (finding.isWorse() ? regressions : improvements).add(finding));
  }

  /** The function with the largest change first, and its largest change first. */
  private static void sort(List<Finding> findings) {
    Map<ComparedRow, Double> largest = new HashMap<>();
    findings.forEach(
        finding -> {
          if (finding.isWorse()) {
            largest.merge(finding.row(), finding.share(), Math::max);
          }
        });
    findings.sort(
        Comparator.<Finding>comparingDouble(f -> -largest.getOrDefault(f.row(), 0.0))
            .thenComparing(Finding::name)
            .thenComparing(f -> f.row().where())
            .thenComparingDouble(f -> -f.share()));
  }

  private static boolean isAmong(List<Finding> findings, Metric metric) {
    return findings.stream().anyMatch(f -> f.metric().equals(metric) && f.isWorse());
  }

  private void checkNames(List<ComparedRow> functions) {
    Set<String> known = functions.stream().map(ComparedRow::name).collect(Collectors.toSet());
    known.add(Baseline.WHOLE);
    for (String name : limits.functions()) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "--limit %s/...: the program has no function of its own of this name that makes accesses; expected one of %s"
                .formatted(
                    name,
                    functions.stream()
                        .map(ComparedRow::name)
                        .limit(8)
                        .collect(Collectors.joining(", "))));
      }
    }
  }

  private boolean isJudged(ComparedRow row) {
    return share(row.before(), baseline) >= JUDGED_SHARE
        || share(row.after(), now) >= JUDGED_SHARE
        || limits.functions().contains(row.name());
  }

  private static double share(Optional<Measured> row, Baseline of) {
    return row.map(Baseline::accesses).orElse(0.0) / Math.max(1, of.run().accesses());
  }

  private List<Finding> findings(ComparedRow row, String name) {
    List<Finding> findings = new ArrayList<>();
    if (row.after().isEmpty()) {
      return findings; // what it did others do now, or nobody
    }
    for (Metric metric : baseline.metrics()) {
      Optional<Double> after = row.after().flatMap(metric::of);
      Optional<Double> before =
          row.before()
              .map(metric::of)
              .orElse(metric.isScore() ? Optional.empty() : Optional.of(0.0));
      if (before.isPresent() && after.isPresent()) {
        finding(row, name, metric, before.get(), after.get()).ifPresent(findings::add);
      }
    }
    return findings;
  }

  private Optional<Finding> finding(
      ComparedRow row, String name, Metric metric, double before, double after) {
    Limit limit = limits.of(name, metric);
    double worse = metric.worsening(before, after);
    double size = Math.abs(worse);
    double share = (metric.isScore() ? size * accesses(row) : size) / whole;
    boolean small = metric.countsPlaces() ? size < Limits.LEAST_PLACES : share < Limits.LEAST_SHARE;
    return size <= limit.allowed(before) + ROUNDING
            || limit.isUsual() && (small || worse > 0 && isOutweighed(row, metric, size))
        ? Optional.empty()
        : Optional.of(new Finding(row, name, metric, before, after, limit, share));
  }

  /**
   * Whether SL fell since accesses return to the same place instead: they earn TL, and no SL. Then
   * TL has grown by at least as much.
   */
  private boolean isOutweighed(ComparedRow row, Metric metric, double size) {
    return baseline.metrics().stream()
        .filter(metric::isOutweighedBy)
        .anyMatch(
            other ->
                row.before().flatMap(other::of).isPresent()
                    && row.after().flatMap(other::of).orElse(0.0)
                            - row.before().flatMap(other::of).orElse(0.0)
                        >= size);
  }

  private static double accesses(ComparedRow row) {
    return Stream.of(row.before(), row.after())
        .flatMap(Optional::stream)
        .mapToDouble(Baseline::accesses)
        .min()
        .orElse(0);
  }

  /** What got worse by more than it may: functions, the largest change first, then the whole. */
  public List<Finding> regressions() {
    return regressions;
  }

  /** What got better by more than a limit in the other direction. */
  public List<Finding> improvements() {
    return improvements;
  }

  /** The functions that were judged, those with the largest change first. */
  public List<ComparedRow> judged() {
    return judged;
  }

  /** What was measured now. */
  public Baseline now() {
    return now;
  }
}
