package org.tslmap.collector.cli.apex;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;
import org.tslmap.apexmap.Surface;

/**
 * Surfaces as tables: a row for each alpha and a column for each length, or a row for each point.
 */
final class SurfaceTables {

  private static final int CELL = 9;

  private SurfaceTables() {}

  /** The title and the costs in nanoseconds. */
  static void text(Surface surface, PrintWriter out) {
    out.println(SurfaceNames.of(surface) + ", ns for an access");
    grid(
        surface.alphas(),
        surface.lengths(),
        (row, column) -> surface.at(row, column).nanoseconds(),
        out);
  }

  /** A value for each pair of an alpha and a length, by their places in the lists. */
  static void grid(
      List<Double> alphas,
      List<Integer> lengths,
      ToDoubleBiFunction<Integer, Integer> value,
      PrintWriter out) {
    StringBuilder head = new StringBuilder(String.format("%" + CELL + "s", "alpha\\L"));
    lengths.forEach(length -> head.append(String.format("%" + CELL + "d", length)));
    out.println(head);
    for (int row = 0; row < alphas.size(); row++) {
      StringBuilder line = new StringBuilder();
      line.append(String.format(Locale.ROOT, "%" + CELL + "s", number(alphas.get(row))));
      for (int column = 0; column < lengths.size(); column++) {
        line.append(
            String.format(Locale.ROOT, "%" + CELL + ".3f", value.applyAsDouble(row, column)));
      }
      out.println(line);
    }
  }

  /** A number without an exponent and without zeros at its end. */
  static String number(double value) {
    return new java.math.BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
  }
}
