package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.score.Measure;

/**
 * Two runs side by side: the whole, and rows of tables that are about the same function, line, data
 * object or phase, those that changed most first.
 *
 * <p>Rows belong together by names: of a function and its source file without folders, of a line's
 * file and its number, of a data object, its class and source file. Folders, addresses and process
 * numbers make no difference. Scores come from histograms of either side; nothing is an average of
 * scores.
 */
public final class Comparison {
  /** The tables that are compared. */
  public enum Part {
    /** Functions. */
    FUNCTIONS(TableKind.FUNCTIONS),
    /** Source lines. */
    LINES(TableKind.LINES),
    /** Data objects. */
    DATA(TableKind.DATA),
    /** Phases. */
    PHASES(TableKind.PHASES);

    private final TableKind kind;

    Part(TableKind kind) {
      this.kind = kind;
    }

    /** The labels that make two rows one; of lines and phases the name says all. */
    private List<String> names() {
      return switch (this) {
        case FUNCTIONS -> List.of("name", "file");
        case DATA -> List.of("name", "class", "file");
        case LINES, PHASES -> List.of("name");
      };
    }

    /** Its name in JSON and options. */
    public String key() {
      return kind.key();
    }

    /** What pages and tables call it. */
    String title() {
      return kind.title();
    }
  }

  private final Scope before;
  private final Scope after;
  private final Margins margins;

  private Comparison(Scope before, Scope after, Margins margins) {
    this.before = before;
    this.after = after;
    this.margins = margins;
  }

  /**
   * Compares two runs.
   *
   * @param caches the caches whose misses are compared
   * @param margins how far equal runs are apart
   * @throws IllegalArgumentException if they were not measured with the same parameters, or not of
   *     the same part of the accesses; says what differs
   */
  public static Comparison of(
      LocalityProfile before, LocalityProfile after, List<CacheSize> caches, Margins margins) {
    Report first = Report.of(before, RowSelection.ALL, List.of());
    Report second = Report.of(after, RowSelection.ALL, List.of());
    check("parameters", describe(first), describe(second));
    check("view", first.view(), second.view());
    return new Comparison(new Scope(first, caches), new Scope(second, caches), margins);
  }

  private static String describe(Report report) {
    return Report.describe(report.whole().parameters());
  }

  private static void check(String what, String before, String after) {
    if (!before.equals(after)) {
      throw new IllegalArgumentException(
          "expected two runs with the same %s, found %s and %s; measure or replay one of them again"
              .formatted(what, before, after));
    }
  }

  /** The margins below which nothing is called a change. */
  Margins margins() {
    return margins;
  }

  Report before() {
    return before.report();
  }

  Report after() {
    return after.report();
  }

  List<CacheSize> caches() {
    return before.caches();
  }

  /** The columns that are compared: counts, scores, miss ratios, footprints. */
  List<Column> columns() {
    return columns(before);
  }

  /** The columns of a run that are compared. */
  static List<Column> columns(Scope scope) {
    return columns(scope.parameters(), scope.caches());
  }

  /** The columns that are compared of runs with these parameters. */
  static List<Column> columns(MetricParameters parameters, List<CacheSize> caches) {
    List<Column> columns = new ArrayList<>(Measures.columns(parameters, 0, caches));
    columns.addAll(Measures.footprints(parameters));
    return numbers(columns);
  }

  private static List<Column> numbers(List<Column> columns) {
    TreeSet<String> seen = new TreeSet<>();
    return columns.stream()
        .filter(column -> !List.of("strides", "share").contains(column.key()))
        .filter(column -> !column.heading().startsWith("±"))
        .filter(column -> seen.add(column.fullKey()))
        .toList();
  }

  /** All accesses of both. */
  public ComparedRow whole() {
    return new ComparedRow(
        "whole",
        Optional.of(Measured.of(before.whole(), "whole", columns(), true)),
        Optional.of(Measured.of(after.whole(), "whole", columns(), true)),
        columns(),
        accesses(),
        margins);
  }

  /** The rows of a part, the largest change first. */
  public List<ComparedRow> rows(Part part) {
    List<Column> columns = part == Part.PHASES ? phaseColumns() : columns();
    return pairs(
        part,
        measured(part, before, columns),
        measured(part, after, columns),
        columns,
        accesses(),
        margins);
  }

  /** Rows of two runs that are about the same, the largest change first. */
  static List<ComparedRow> pairs(
      Part part,
      Map<List<String>, Measured> before,
      Map<List<String>, Measured> after,
      List<Column> columns,
      double whole,
      Margins margins) {
    LinkedHashSet<List<String>> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    return names.stream()
        .map(
            name ->
                new ComparedRow(
                    key(part, name),
                    Optional.ofNullable(before.get(name)),
                    Optional.ofNullable(after.get(name)),
                    columns,
                    whole,
                    margins))
        .sorted(
            Comparator.comparingDouble(ComparedRow::weight)
                .reversed()
                .thenComparing(ComparedRow::name)
                .thenComparing(ComparedRow::where))
        .toList();
  }

  /** The columns of phases that are compared. */
  List<Column> phaseColumns() {
    return numbers(TimeLineTables.scores(before.accesses()));
  }

  private static String key(Part part, List<String> name) {
    return part.key() + " " + String.join(" ", name).strip();
  }

  /** The whole and the rows of all parts. */
  List<ComparedRow> all() {
    List<ComparedRow> all = new ArrayList<>(List.of(whole()));
    for (Part part : Part.values()) {
      all.addAll(rows(part));
    }
    return all;
  }

  private static String text(Row row, String label) {
    return row.label(label).words();
  }

  /**
   * Of lines of sampled runs it is not known how far they may be off, and of no part's footprint.
   */
  private static Map<List<String>, Measured> measured(
      Part part, Scope scope, List<Column> columns) {
    boolean sampled = Sampling.share(scope.processes()).isPresent();
    return measured(
        part.kind.of(scope, ""),
        row ->
            Optional.of(
                part.names().stream()
                    .map(
                        label ->
                            label.equals("file") ? Names.base(text(row, label)) : text(row, label))
                    .toList()),
        columns.stream()
            .filter(column -> !sampled || !column.key().equals(Measure.FOOTPRINT.key()))
            .toList(),
        part != Part.LINES || !Sampling.isIn(scope.processes()));
  }

  /**
   * Rows of a table by what they are; those of the same name are added together.
   *
   * @param name what a row is, its name first; none for one that is left out
   * @param told as {@link Measured#of} takes it
   */
  static Map<List<String>, Measured> measured(
      Table table, Function<Row, Optional<List<String>>> name, List<Column> columns, boolean told) {
    Map<List<String>, Row> rows = new LinkedHashMap<>();
    for (Table.Branch branch : table.branches()) {
      name.apply(branch.row()).ifPresent(key -> rows.merge(key, branch.row(), Row::plus));
    }
    Map<List<String>, Measured> measured = new LinkedHashMap<>();
    rows.forEach((key, row) -> measured.put(key, Measured.of(row, key.get(0), columns, told)));
    return measured;
  }

  /** Accesses of the run that has more of them, at least 1. */
  double accesses() {
    return Math.max(1, Math.max(before.accesses(), after.accesses()));
  }
}
