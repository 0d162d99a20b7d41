package org.tslmap.collector.report;

import org.tslmap.locality.score.Measure;

/**
 * A value of one thing beside the same value of another.
 *
 * @param key of the column, such as {@code wordTl}
 * @param heading what people call it
 * @param measure what it measures
 * @param before the first value
 * @param after the second value
 */
public record ValueChange(
    String key, String heading, Measure measure, double before, double after) {

  static ValueChange of(Column column, double before, double after) {
    return new ValueChange(
        column.fullKey(),
        column.granularity().map(g -> g.key() + " ").orElse("") + column.heading(),
        Measure.ofColumn(column.key()).orElseThrow(),
        before,
        after);
  }

  /** How large it is: a share of the maximum, or of the first value where there is no maximum. */
  public double size() {
    double scale = Double.isInfinite(measure.maximum()) ? Math.max(1, before) : measure.maximum();
    return Math.abs(after - before) / scale;
  }

  /** Whether the second value is the worse one. */
  public boolean isWorse() {
    return switch (measure.better()) {
      case HIGHER -> after < before;
      case LOWER -> after > before;
      case NEITHER -> false;
    };
  }

  /** Whether people see a difference. */
  public boolean isVisible() {
    return !shown(before).equals(shown(after));
  }

  private String shown(double value) {
    return Quantities.of(measure.unit(), value);
  }

  double usualMargin() {
    Measure.Margin margin = measure.margin();
    return margin.amount() * (margin.relative() ? before : 1);
  }

  /** For people: "miss 32K 1.2% -> 7.5%". */
  public String text() {
    return "%s %s -> %s".formatted(heading, shown(before), shown(after));
  }
}
