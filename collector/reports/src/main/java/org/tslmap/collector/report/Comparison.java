package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.tslmap.locality.profile.LocalityProfile;

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
    List<Column> columns = new ArrayList<>(before.measures());
    columns.addAll(Measures.footprints(before.parameters()));
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
  ComparedRow whole() {
    return new ComparedRow(
        "whole",
        "whole",
        "",
        columns(),
        Optional.of(before.whole()),
        Optional.of(after.whole()),
        this);
  }

  /** The rows of a part, the largest change first. */
  List<ComparedRow> rows(Part part) {
    Map<List<String>, Row> old = byName(part, part.kind.of(before, ""));
    Map<List<String>, Row> now = byName(part, part.kind.of(after, ""));
    Map<List<String>, ComparedRow> rows = new LinkedHashMap<>();
    List<Column> columns = part == Part.PHASES ? phaseColumns() : columns();
    old.forEach(
        (name, row) ->
            rows.put(name, row(key(part, name), columns, row, Optional.ofNullable(now.get(name)))));
    now.forEach(
        (name, row) ->
            rows.computeIfAbsent(
                name,
                any ->
                    new ComparedRow(
                        key(part, name),
                        text(row, "name"),
                        text(row, "where"),
                        columns,
                        Optional.empty(),
                        Optional.of(row),
                        this)));
    return rows.values().stream()
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

  private ComparedRow row(String key, List<Column> columns, Row row, Optional<Row> other) {
    return new ComparedRow(
        key,
        text(row, "name"),
        text(other.orElse(row), "where"),
        columns,
        Optional.of(row),
        other,
        this);
  }

  private static String text(Row row, String label) {
    return row.label(label).words();
  }

  /** Rows by what they are; those of the same name are added together. */
  private static Map<List<String>, Row> byName(Part part, Table table) {
    Map<List<String>, Row> rows = new LinkedHashMap<>();
    for (Table.Branch branch : table.branches()) {
      Row row = branch.row();
      List<String> name =
          part.names().stream()
              .map(label -> label.equals("file") ? Names.base(text(row, label)) : text(row, label))
              .toList();
      rows.merge(name, row, Row::plus);
    }
    return rows;
  }

  /** Accesses of the run that has more of them, at least 1. */
  double accesses() {
    return Math.max(1, Math.max(before.accesses(), after.accesses()));
  }
}
