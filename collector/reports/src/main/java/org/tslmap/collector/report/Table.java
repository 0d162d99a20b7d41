package org.tslmap.collector.report;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.tslmap.locality.MetricParameters;

/**
 * A table before it is decided which rows and columns are shown.
 *
 * @param name its name in options and files
 * @param title what it shows, for people
 * @param parameters what the metrics were computed with
 * @param columns all there are
 * @param weight how much of the whole a row is
 * @param sums how rows of a tree add up
 * @param inTime whether rows stay in their order unless another is asked for, and do not come by
 *     weight
 * @param branches its rows, those of a tree below each other
 * @param whole what all rows add up to
 * @param notes what readers must know; why it is empty, if it is
 */
record Table(
    String name,
    String title,
    MetricParameters parameters,
    List<Column> columns,
    ToDoubleFunction<Row> weight,
    Sums sums,
    boolean inTime,
    List<Branch> branches,
    Row whole,
    List<String> notes) {

  /** How rows of a tree add up. */
  enum Sums {
    /** There are no rows below others. */
    FLAT,
    /** Rows at the left add up to the whole, those below a row to that row. */
    NESTED,
    /** All rows add up to the whole: a row does not count what is below it. */
    EXCLUSIVE
  }

  /**
   * A row and the rows below it.
   *
   * @param row the row
   * @param children the rows below it
   */
  record Branch(Row row, List<Branch> children) {}

  /** A table whose rows stand beside each other. */
  static Table flat(
      String name,
      String title,
      MetricParameters parameters,
      List<Column> columns,
      List<Row> rows,
      Row whole,
      List<String> notes) {
    return new Table(
        name,
        title,
        parameters,
        columns,
        Table::accesses,
        Sums.FLAT,
        false,
        rows.stream().map(row -> new Branch(row, List.of())).toList(),
        whole,
        notes);
  }

  /** The same table with another measure of how much a row is. */
  Table weighedBy(ToDoubleFunction<Row> other) {
    return new Table(name, title, parameters, columns, other, sums, inTime, branches, whole, notes);
  }

  /** The same table with its rows in the order in which they are. */
  Table inTimeOrder() {
    return new Table(name, title, parameters, columns, weight, sums, true, branches, whole, notes);
  }

  /** How many accesses a row is about. */
  static double accesses(Row row) {
    return row.tally().map(Tally::accesses).orElse(0L);
  }
}
