package org.tslmap.collector.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.locality.score.Measure;

/** One thing in two runs. */
public final class ComparedRow {
  private static final String ACCESSES = Measure.ACCESSES.key();

  private final String key;
  private final Optional<Measured> before;
  private final Optional<Measured> after;
  private final Map<String, Double> old;
  private final Map<String, Double> now;
  private final double weight;
  private final Map<String, Double> changes;
  private final boolean significant;
  private final List<Column> columns;
  private final Margins margins;

  /**
   * Puts two rows side by side, of which one may be missing.
   *
   * @param key what both are, also among rows of other tables
   * @param before of the first run, if it has one
   * @param after of the second run, if it has one
   * @param columns what is compared
   * @param whole accesses of the whole, of which the size of a change is a share
   * @param margins how far equal runs are apart
   */
  ComparedRow(
      String key,
      Optional<Measured> before,
      Optional<Measured> after,
      List<Column> columns,
      double whole,
      Margins margins) {
    this.key = key;
    this.before = before;
    this.after = after;
    this.old = before.map(Measured::values).orElse(Map.of());
    this.now = after.map(Measured::values).orElse(Map.of());
    this.columns = columns;
    this.margins = margins;
    this.weight = weight(columns, whole);
    this.changes = changes(columns);
    this.significant =
        changes.entrySet().stream()
            .anyMatch(
                change ->
                    Math.abs(change.getValue())
                        > margins.of(key, change.getKey()) + errors(change.getKey()));
  }

  /** How far both values together may be from the exact ones. */
  private double errors(String column) {
    return before.map(row -> row.error(column)).orElse(0.0)
        + after.map(row -> row.error(column)).orElse(0.0);
  }

  private Map<String, Double> changes(List<Column> columns) {
    Map<String, Double> found = new LinkedHashMap<>();
    for (Column column : columns) {
      change(column)
          .filter(change -> change != 0)
          .ifPresent(change -> found.put(column.fullKey(), change));
    }
    return found;
  }

  /**
   * How much of the whole changed: accesses themselves, those that miss, and those that a score's
   * change stands for; the largest of these, relative to all accesses.
   */
  private double weight(List<Column> columns, double whole) {
    double most = 0;
    for (Column column : columns) {
      double changed;
      if (isCount(column)) {
        changed = column.key().equals(ACCESSES) ? change(column).orElse(0.0) : 0;
      } else {
        changed = accesses(now) * value(now, column) - accesses(old) * value(old, column);
        if (before.isPresent()
            && after.isPresent()
            && !column.key().startsWith(Measure.MISS_RATIO.key())) {
          changed = change(column).orElse(0.0) * Math.min(accesses(old), accesses(now));
        }
      }
      most = Math.max(most, Math.abs(changed) / whole);
    }
    return most;
  }

  /** Whether a column counts something, so that what is not there is 0. */
  static boolean isCount(Column column) {
    return column.type() == Column.Type.WHOLE;
  }

  private static double accesses(Map<String, Double> values) {
    return values.getOrDefault(ACCESSES, 0.0);
  }

  private static double value(Map<String, Double> values, Column column) {
    return values.getOrDefault(column.fullKey(), 0.0);
  }

  /** What it is, also among rows of other tables. */
  String key() {
    return key;
  }

  /** What changed, by column. */
  Map<String, Double> changes() {
    return changes;
  }

  /**
   * What differs by more than equal runs do, the largest difference first: by the margins of {@code
   * tslmap run --repeat}, and by those of the measures where there are none.
   */
  public List<ValueChange> valueChanges() {
    return columns.stream()
        .filter(column -> before(column).isPresent() && after(column).isPresent())
        .map(column -> ValueChange.of(column, before(column).get(), after(column).get()))
        .filter(
            change ->
                Math.abs(change.after() - change.before())
                    > errors(change.key())
                        + (margins.runs() > 0
                            ? margins.of(key, change.key())
                            : change.usualMargin()))
        .sorted(Comparator.comparingDouble(ValueChange::size).reversed())
        .toList();
  }

  /** The name of what it is about. */
  public String name() {
    return newer().name();
  }

  /** Its place, for people. */
  public String where() {
    return newer().where();
  }

  private Measured newer() {
    return after.or(() -> before).orElseThrow();
  }

  /** The row of the first run; none if it appeared. */
  public Optional<Measured> before() {
    return before;
  }

  /** The row of the second run; none if it vanished. */
  public Optional<Measured> after() {
    return after;
  }

  /** How much of the whole changed, 0 or more. */
  public double weight() {
    return weight;
  }

  /** Whether something changed by more than equal runs differ. */
  public boolean significant() {
    return significant;
  }

  Optional<Double> before(Column column) {
    return Optional.ofNullable(old.get(column.fullKey()));
  }

  Optional<Double> after(Column column) {
    return Optional.ofNullable(now.get(column.fullKey()));
  }

  /**
   * By how much a value grew. Where one side has no such row at all, its counts are 0; a value that
   * only one of two rows has, such as a footprint that a sampled run does not know, is no change.
   */
  Optional<Double> change(Column column) {
    Optional<Double> from = before(column);
    Optional<Double> to = after(column);
    if (from.isPresent() && to.isPresent()) {
      return Optional.of(to.get() - from.get());
    }
    return isCount(column)
            && (before.isEmpty() || after.isEmpty())
            && (from.isPresent() || to.isPresent())
        ? Optional.of(to.orElse(0.0) - from.orElse(0.0))
        : Optional.empty();
  }
}
