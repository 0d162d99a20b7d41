package org.tslmap.collector.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.names.Printable;
import org.tslmap.collector.report.Column.Shown;
import org.tslmap.collector.sources.SourceFiles;
import org.tslmap.collector.sources.SourceText;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.score.Score;

/** Source text with what was measured of each line beside it. */
public final class SourceListing {

  private static final List<String> NOT_BESIDE_TEXT = List.of(Score.SL_NON_ZERO.key(), "strides");

  private final Scope scope;
  private final RowSelection selection;
  private final int context;
  private final SourceFiles sources;

  /**
   * Prepares listings of a run.
   *
   * @param selection which columns are shown, and the granularity of scores
   * @param context lines shown before and after one with accesses
   * @param sources the run's source files
   */
  public SourceListing(
      Report report,
      List<CacheSize> caches,
      RowSelection selection,
      int context,
      SourceFiles sources) {
    this.scope = new Scope(report, caches);
    this.selection = selection;
    this.context = context;
    this.sources = sources;
  }

  /**
   * Prints every source file of this name, or those of every function of this name with the
   * accesses of its own code and of what was inlined into it, or of its code inlined into others.
   *
   * @param name the last part of a path, or a function's name, see {@link NamePattern}
   * @return whether there was any
   */
  public boolean write(String name, PrintWriter out) {
    Map<String, NavigableMap<Integer, Tally>> files =
        lines(
            (process, site) -> {
              String file = process.fileOf(site);
              return file.equals(name) || file.endsWith("/" + name);
            });
    if (files.isEmpty()) {
      NamePattern pattern = new NamePattern(name);
      files =
          lines(
              (process, site) ->
                  pattern.matches(process.functionOf(site).name())
                      || pattern.matches(site.origin().function()));
    }
    files.forEach((file, lines) -> write(file, lines, out));
    out.flush();
    return !files.isEmpty();
  }

  private Map<String, NavigableMap<Integer, Tally>> lines(
      BiPredicate<ProcessProfile, SiteProfile> wanted) {
    Map<String, NavigableMap<Integer, Tally>> files = new TreeMap<>();
    for (ProcessProfile process : scope.processes()) {
      for (SiteProfile site : process.sites()) {
        if (site.accesses() > 0 && wanted.test(process, site)) {
          files
              .computeIfAbsent(process.fileOf(site), file -> new TreeMap<>())
              .computeIfAbsent(site.line(), line -> new Tally(scope.parameters()))
              .add(site);
        }
      }
    }
    return files;
  }

  private void write(String file, NavigableMap<Integer, Tally> lines, PrintWriter out) {
    Tally sum = new Tally(scope.parameters());
    lines.values().forEach(sum::add);
    out.println(
        "%s: %.1f %% of all accesses; %s, %s"
            .formatted(
                file.isEmpty() ? "code without a source file" : file,
                100.0 * sum.accesses() / Math.max(1, scope.accesses()),
                scope.report().view(),
                selection.places()));
    List<String> text = text(file, out);
    out.println();
    List<Row> rows = new ArrayList<>();
    int last = 0;
    for (Map.Entry<Integer, Tally> line : lines.entrySet()) {
      int number = line.getKey();
      if (number == 0) {
        rows.add(row("", "(no line known)", Optional.of(line.getValue())));
        continue;
      }
      int first = text.isEmpty() ? number : Math.max(last + 1, number - context);
      if (last > 0 && first > last + 1) {
        rows.add(row("...", "", Optional.empty()));
      }
      for (int above = first; above < number; above++) {
        rows.add(row("" + above, textOf(text, above), Optional.empty()));
      }
      rows.add(row("" + number, textOf(text, number), Optional.of(line.getValue())));
      Integer next = lines.higherKey(number);
      last = number;
      int end = next == null ? number + context : Math.min(next - 1, number + context);
      for (int below = number + 1; below <= Math.min(end, text.size()); below++) {
        rows.add(row("" + below, textOf(text, below), Optional.empty()));
        last = below;
      }
    }
    rows.add(row("", "whole of the above", Optional.of(sum)));
    TextTable.lines(columns(), rows).forEach(out::println);
    out.println();
  }

  private List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("number", "line", Shown.ALWAYS));
    Table table =
        Table.flat(
            "lines", "", scope.parameters(), scope.measures(), List.of(), scope.whole(), List.of());
    for (Column column : selection.columns(table, true)) {
      if (!selection.columns().isEmpty() || !NOT_BESIDE_TEXT.contains(column.key())) {
        columns.add(column);
      }
    }
    columns.add(Column.text("source", "source", Shown.ALWAYS));
    return columns;
  }

  private static Row row(String number, String text, Optional<Tally> tally) {
    Map<String, Cell> labels = new LinkedHashMap<>();
    labels.put("number", new Cell.Text(number));
    labels.put("source", new Cell.Text(text));
    return tally.map(t -> Row.of(labels, t)).orElseGet(() -> Row.of(labels, Map.of()));
  }

  private static String textOf(List<String> text, int line) {
    if (line > text.size()) {
      return text.isEmpty() ? "" : "(the file is shorter than this)";
    }
    StringBuilder shown = new StringBuilder();
    for (char c : text.get(line - 1).toCharArray()) {
      if (c == '\t') {
        shown.append(" ".repeat(8 - shown.length() % 8));
      } else {
        shown.append(c);
      }
    }
    return Printable.line(shown.toString());
  }

  /** The file's lines; none, and a line that says why, if it cannot be read. */
  private List<String> text(String file, PrintWriter out) {
    if (file.isEmpty()) {
      return List.of();
    }
    SourceText text = sources.read(file);
    if (!text.isThere()) {
      out.println("note: no source text: " + text.missing());
      return List.of();
    }
    long started = scope.profile().mainProcess().identity().startedMicros();
    if (started > 0 && text.changedMillis() > started / 1000) {
      out.println("note: " + text.place() + " was changed after the run");
    }
    return text.lines();
  }
}
