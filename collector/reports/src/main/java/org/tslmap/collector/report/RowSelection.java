package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;

/**
 * Which rows and columns of a table are shown, in which order. What is left out stays in one row
 * "others", so that the rows still add up.
 *
 * @param sort the column to sort by; empty for the table's own order
 * @param top rows shown at most
 * @param filter what one of a row's names must fit
 * @param share least part of the whole, 0..1
 * @param columns the columns shown, from left to right; empty for the usual ones
 * @param granularity which scores columns without "word" or "line" in their names mean
 */
public record RowSelection(
    String sort,
    int top,
    NamePattern filter,
    double share,
    List<String> columns,
    Granularity granularity) {

  /** Everything. */
  public static final RowSelection ALL = top(Integer.MAX_VALUE);

  /** Least share of all accesses in tables for people. */
  public static final double LEAST_SHARE = 0.005;

  /** The first rows in the usual order, without the smallest. */
  public static final RowSelection MAIN = top(15).share(LEAST_SHARE);

  /** Keeps the list unmodifiable. */
  public RowSelection {
    columns = List.copyOf(columns);
  }

  /** The first rows in the usual order. */
  public static RowSelection top(int top) {
    return new RowSelection("", top, NamePattern.ANY, 0, List.of(), Granularity.WORD);
  }

  /** The same for rows of this share, 0..1, or more. */
  RowSelection share(double least) {
    return new RowSelection(sort, top, filter, least, columns, granularity);
  }

  /** The same with other columns. */
  RowSelection columns(List<String> others) {
    return new RowSelection(sort, top, filter, share, others, granularity);
  }

  /** What is shown of the table, and the whole last. */
  List<Row> rows(Table table) {
    return new Choice(table).rows();
  }

  /**
   * The columns that are shown.
   *
   * @param people whether in a table for people
   * @throws IllegalArgumentException if the table has no column of a name
   */
  List<Column> columns(Table table, boolean people) {
    if (columns.isEmpty()) {
      return table.columns().stream()
          .filter(
              column ->
                  column.shown() == Column.Shown.ALWAYS
                      || column.shown() == (people ? Column.Shown.TEXT : Column.Shown.DATA))
          .filter(column -> !people || column.isOf(granularity))
          .toList();
    }
    List<Column> chosen = new ArrayList<>();
    columns.forEach(name -> chosen.addAll(named(table, name)));
    return chosen;
  }

  /** The columns of a name: all miss ratios are "miss", and "tl" is that of the granularity. */
  private List<Column> named(Table table, String name) {
    List<Column> found = new ArrayList<>();
    for (Column column : table.columns()) {
      boolean all = name.equalsIgnoreCase("miss") && column.key().startsWith("miss");
      if (all
          || column.fullKey().equalsIgnoreCase(name)
          || (column.key().equalsIgnoreCase(name) && column.isOf(granularity))) {
        found.add(column);
      }
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "the table %s has no column '%s'; it has: %s"
              .formatted(
                  table.name(),
                  name,
                  String.join(", ", table.columns().stream().map(Column::fullKey).toList())));
    }
    return found;
  }

  /** The order of rows that was asked for, if one was. */
  Optional<Comparator<Row>> comparator(Table table) {
    return sort.isEmpty() ? Optional.empty() : Optional.of(named(table, sort).get(0).comparator());
  }

  /** One choice of rows. */
  private final class Choice {
    private final Table table;
    private final Comparator<Table.Branch> heaviest;
    private final Comparator<Table.Branch> order;
    private final Set<Table.Branch> kept = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Row> rows = new ArrayList<>();

    Choice(Table table) {
      this.table = table;
      heaviest =
          Comparator.<Table.Branch>comparingDouble(
                  branch -> table.weight().applyAsDouble(branch.row()))
              .reversed();
      Optional<Comparator<Row>> asked = comparator(table);
      order =
          asked.isPresent()
              ? Comparator.comparing(Table.Branch::row, asked.get()).thenComparing(heaviest)
              : heaviest;
    }

    List<Row> rows() {
      List<Table.Branch> candidates = new ArrayList<>();
      candidates(table.branches(), false, candidates);
      boolean flat = table.sums() == Table.Sums.FLAT;
      candidates.stream().sorted(flat ? order : heaviest).limit(top).forEach(kept::add);
      show(table.branches(), 0);
      rows.add(table.whole().as(Row.Kind.WHOLE));
      return rows;
    }

    /** Whether one of these rows, or one below, is wanted; parents come before their children. */
    private boolean candidates(
        List<Table.Branch> branches, boolean parentMatches, List<Table.Branch> candidates) {
      boolean any = false;
      double least = share * table.weight().applyAsDouble(table.whole());
      for (Table.Branch branch : branches) {
        if (branch.row().kind() == Row.Kind.UNKNOWN
            || table.weight().applyAsDouble(branch.row()) < least) {
          continue;
        }
        boolean matches = parentMatches || branch.row().matches(filter);
        int place = candidates.size();
        if (candidates(branch.children(), matches, candidates) || matches) {
          candidates.add(place, branch);
          any = true;
        }
      }
      return any;
    }

    private void show(List<Table.Branch> branches, int depth) {
      Stream<Table.Branch> shown = branches.stream().filter(kept::contains);
      (table.inTime() && sort.isEmpty() ? shown : shown.sorted(order))
          .forEach(
              branch -> {
                rows.add(branch.row().at(depth));
                show(branch.children(), depth + 1);
              });
      List<Table.Branch> left = new ArrayList<>();
      for (Table.Branch branch : branches) {
        if (branch.row().kind() == Row.Kind.UNKNOWN) {
          rows.add(branch.row().at(depth));
        } else if (!kept.contains(branch)) {
          left.add(branch);
        }
      }
      if (!left.isEmpty()) {
        rows.add(others(left, depth, table.parameters()));
      }
    }

    private Row others(List<Table.Branch> left, int depth, MetricParameters parameters) {
      List<Row> tops = left.stream().map(Table.Branch::row).toList();
      List<Row> measured = new ArrayList<>();
      if (table.sums() == Table.Sums.EXCLUSIVE) {
        gather(left, measured);
      } else {
        measured.addAll(tops);
      }
      return Row.others(depth, tops, measured, parameters);
    }

    private void gather(List<Table.Branch> branches, List<Row> all) {
      for (Table.Branch branch : branches) {
        all.add(branch.row());
        gather(branch.children(), all);
      }
    }
  }

  /** What the scores without a granularity in their names are about: words or lines. */
  String places() {
    return granularity.key() + "s";
  }
}
