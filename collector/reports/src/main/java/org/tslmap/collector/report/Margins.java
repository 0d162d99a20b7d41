package org.tslmap.collector.report;

import java.util.Map;

/**
 * How far runs of an unchanged program are apart: the largest deviation of each value, by the name
 * of a row and the key of a column.
 *
 * @param runs how many runs were looked at; 0 where nothing is known and each difference counts
 * @param of by the row's name, and then by column
 */
public record Margins(int runs, Map<String, Map<String, Double>> of) {
  /** Every difference is a change. */
  public static final Margins NONE = new Margins(0, Map.of());

  /** The largest deviation of a value; 0 where none was seen. */
  double of(String row, String column) {
    return of.getOrDefault(row, Map.of()).getOrDefault(column, 0.0);
  }
}
