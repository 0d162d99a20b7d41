package org.tslmap.apexmap.prediction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * Predictions beside measurements of the same programs.
 *
 * @param rows the programs; each has a prediction by {@link Method#SET_MEAN} too
 * @param summaries how good each method is
 */
public record Validation(List<Row> rows, Map<Method, Summary> summaries) {

  /**
   * One program.
   *
   * @param name its name
   * @param accesses its accesses
   * @param measuredSeconds its native time
   * @param predictedSeconds its time by method
   */
  public record Row(
      String name, long accesses, double measuredSeconds, Map<Method, Double> predictedSeconds) {

    /**
     * Checks that there is something to compare.
     *
     * @throws IllegalArgumentException unless accesses and time are greater than 0
     */
    public Row {
      if (accesses <= 0 || !(measuredSeconds > 0)) {
        throw new IllegalArgumentException(
            "%s should have accesses and a time greater than 0, but has %d and %s s"
                .formatted(name, accesses, measuredSeconds));
      }
      predictedSeconds = Map.copyOf(predictedSeconds);
    }

    /** Measured time of one access, in nanoseconds. */
    public double nanosecondsPerAccess() {
      return 1e9 * measuredSeconds / accesses;
    }

    /** Predicted less measured time, relative to the measured one: 0.1 is 10 % too slow. */
    public double error(Method method) {
      return predictedSeconds.get(method) / measuredSeconds - 1;
    }
  }

  /**
   * A method's errors over all programs.
   *
   * @param medianError median of the relative errors' sizes
   * @param worstError the largest of them
   * @param worst whose that is
   * @param rankCorrelation Spearman's correlation of predicted and measured time of an access, -1
   *     to 1; nothing if there are fewer than three programs or the method says the same for all
   */
  public record Summary(
      double medianError, double worstError, String worst, OptionalDouble rankCorrelation) {}

  /** Keeps list and map unmodifiable. */
  public Validation {
    rows = List.copyOf(rows);
    summaries = Map.copyOf(summaries);
  }

  /**
   * Compares all methods that have a prediction for every program, and the mean of the set.
   *
   * @throws IllegalArgumentException if there is no program
   */
  public static Validation of(List<Row> measured) {
    if (measured.isEmpty()) {
      throw new IllegalArgumentException("there should be at least one program to validate with");
    }
    double mean = measured.stream().mapToDouble(Row::nanosecondsPerAccess).average().orElseThrow();
    List<Row> rows = new ArrayList<>();
    for (Row row : measured) {
      Map<Method, Double> predicted = new EnumMap<>(Method.class);
      predicted.putAll(row.predictedSeconds());
      predicted.put(Method.SET_MEAN, 1e-9 * mean * row.accesses());
      rows.add(new Row(row.name(), row.accesses(), row.measuredSeconds(), predicted));
    }
    Map<Method, Summary> summaries = new EnumMap<>(Method.class);
    for (Method method : Method.values()) {
      if (rows.stream().allMatch(row -> row.predictedSeconds().containsKey(method))) {
        summaries.put(method, summary(rows, method));
      }
    }
    return new Validation(rows, summaries);
  }

  private static Summary summary(List<Row> rows, Method method) {
    Row worst =
        rows.stream()
            .max(Comparator.comparingDouble(row -> Math.abs(row.error(method))))
            .orElseThrow();
    double[] errors = rows.stream().mapToDouble(row -> Math.abs(row.error(method))).toArray();
    return new Summary(
        new Median().evaluate(errors),
        Math.abs(worst.error(method)),
        worst.name(),
        rankCorrelation(rows, method));
  }

  private static OptionalDouble rankCorrelation(List<Row> rows, Method method) {
    if (rows.size() < 3 || method == Method.SET_MEAN) {
      return OptionalDouble.empty();
    }
    double[] measured = rows.stream().mapToDouble(Row::nanosecondsPerAccess).toArray();
    double[] predicted =
        rows.stream()
            .mapToDouble(row -> row.predictedSeconds().get(method) / row.accesses())
            .toArray();
    double correlation = new SpearmansCorrelation().correlation(predicted, measured);
    return Double.isNaN(correlation) ? OptionalDouble.empty() : OptionalDouble.of(correlation);
  }
}
