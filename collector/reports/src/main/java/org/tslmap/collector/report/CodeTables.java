package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.origin.Origin;
import org.tslmap.collector.report.Column.Shown;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.Grouping;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.ScoreErrors;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.SourceLine;

/** Tables of code: functions, source lines, source files, object files, access sites. */
final class CodeTables {

  private static final String NO_LINES =
      "%.1f %% of the accesses are in code without line numbers; build it with -g to see its lines";

  private final Scope scope;

  CodeTables(Scope scope) {
    this.scope = scope;
  }

  Table functions() {
    Map<FunctionInfo, Tally> sums = sums(Grouping.FUNCTION, ProcessProfile::functionOf);
    if (Sampling.isIn(scope.processes())) {
      Map<FunctionInfo, ScoreErrors> errors = Sampling.functionErrors(scope.processes());
      sums.forEach(
          (function, sum) ->
              sum.addErrors(errors.getOrDefault(function, ScoreErrors.NONE), sum.accesses()));
    }
    Instructions instructions = Instructions.of(scope.processes());
    for (FunctionInfo function : instructions.functions()) {
      sums.computeIfAbsent(function, f -> new Tally(scope.parameters())); // without accesses
    }
    CountedReasons reasons = CountedReasons.of(scope.processes());
    List<Row> rows = new ArrayList<>();
    sums.forEach(
        (function, tally) -> {
          Map<String, Cell> labels = Names.of(function);
          labels.putAll(reasons.labels(function));
          Row row = isUnknown(function) ? unknown(tally) : Row.of(labels, tally);
          rows.add(instructions.of(function).map(Instructions::counts).map(row::with).orElse(row));
        });
    List<Column> columns = new ArrayList<>(Names.functionColumns());
    if (scope.report().whole().totals().counted() > 0) {
      columns.addAll(CountedReasons.columns());
    }
    columns.addAll(instructions.columns());
    return table(
        "functions",
        Grouping.FUNCTION,
        "function",
        "Functions, by their own accesses",
        columns,
        rows,
        instructions
            .whole()
            .map(Instructions::counts)
            .map(scope.whole()::with)
            .orElse(scope.whole()),
        List.of());
  }

  private static boolean isUnknown(FunctionInfo function) {
    return function.object().isEmpty()
        && function.file().isEmpty()
        && (function.name().isEmpty() || function.name().equals("???"));
  }

  Table lines() {
    Map<SourceLine, Tally> sums =
        sums(Grouping.LINE, (process, site) -> site.sourceLine(process.functionOf(site)));
    Map<SourceLine, TreeSet<String>> functions = new LinkedHashMap<>();
    Map<SourceLine, TreeSet<String>> inlined = new LinkedHashMap<>();
    Map<SourceLine, Origin> origins = new LinkedHashMap<>();
    for (ProcessProfile process : scope.processes()) {
      for (SiteProfile site : process.sites()) {
        SourceLine line = site.sourceLine(process.functionOf(site));
        functions
            .computeIfAbsent(line, any -> new TreeSet<>())
            .add(process.functionOf(site).name());
        origins.merge(
            line,
            Origin.of(process.functionOf(site)),
            (one, other) -> one.compareTo(other) <= 0 ? one : other);
        if (!site.origin().function().isEmpty()) {
          inlined.computeIfAbsent(line, any -> new TreeSet<>()).add(site.origin().function());
        }
      }
    }
    List<Row> rows = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    sums.forEach(
        (line, tally) -> {
          if (line.line() == 0) {
            rows.add(unknown(tally));
            notes.add(NO_LINES.formatted(100.0 * tally.accesses() / Math.max(1, scope.accesses())));
          } else {
            Map<String, Cell> labels = new LinkedHashMap<>();
            labels.put("name", new Cell.Text(Names.where(line.file(), line.line())));
            Names.place(labels, line.file(), line.line());
            TreeSet<String> inside = functions.get(line);
            TreeSet<String> from = inlined.getOrDefault(line, new TreeSet<>());
            labels.put("function", new Cell.Text(String.join(", ", inside)));
            labels.put(Names.ORIGIN, new Cell.Text(origins.get(line).key()));
            labels.put("inlined", new Cell.Text(String.join(", ", from)));
            labels.put(
                "where",
                new Cell.Text((from.isEmpty() ? "" : inShort(from) + " in ") + inShort(inside)));
            rows.add(Row.of(labels, tally));
          }
        });
    return table(
        "lines",
        Grouping.LINE,
        "line",
        "Source lines",
        List.of(
            Column.text("function", "function", Shown.DATA),
            Column.text("inlined", "inlined", Shown.DATA),
            Names.origin(),
            Column.text("file", "source", Shown.DATA),
            Column.number("sourceLine", "line", Shown.DATA)),
        rows,
        notes);
  }

  /** The first of some names and how many there are besides. */
  private static String inShort(Set<String> names) {
    String first = TextTable.shortened(names.iterator().next());
    return names.size() == 1 ? first : "%s and %d more".formatted(first, names.size() - 1);
  }

  Table files() {
    return paths(
        "files",
        Grouping.FILE,
        "object file",
        "The program and its shared objects",
        (process, site) -> process.functionOf(site).object());
  }

  Table sources() {
    return paths("sources", Grouping.SOURCE, "source file", "Source files", ProcessProfile::fileOf);
  }

  private Table paths(
      String name,
      Grouping grouping,
      String heading,
      String title,
      BiFunction<ProcessProfile, SiteProfile, String> path) {
    List<Row> rows = new ArrayList<>();
    sums(grouping, path)
        .forEach(
            (file, tally) -> {
              Map<String, Cell> labels = new LinkedHashMap<>();
              labels.put("name", new Cell.Text(Names.base(file)));
              labels.put("path", new Cell.Text(file));
              labels.put("where", new Cell.Text(file));
              rows.add(file.isEmpty() ? unknown(tally) : Row.of(labels, tally));
            });
    return table(
        name, grouping, heading, title, List.of(Column.text("path", "path", Shown.DATA)), rows);
  }

  /**
   * The sites of functions.
   *
   * @param functions the functions' name, see {@link NamePattern}; empty for all sites
   */
  Table sites(String functions) {
    NamePattern pattern = functions.isEmpty() ? NamePattern.ANY : new NamePattern(functions);
    Map<List<Object>, Row> rows = new LinkedHashMap<>();
    Tally whole = new Tally(scope.parameters());
    for (ProcessProfile process : scope.processes()) {
      Map<Integer, Map<String, Long>> objects = objects(process);
      Map<Integer, Tally> tallies = new LinkedHashMap<>();
      for (int i = 0; i < process.sites().size(); i++) {
        SiteProfile site = process.sites().get(i);
        if (site.accesses() > 0 && pattern.matches(process.functionOf(site).name())) {
          Tally tally = new Tally(scope.parameters());
          tally.add(site);
          tallies.put(i, tally);
        }
      }
      for (DataAccess access : process.attribution().accesses()) {
        if (tallies.containsKey(access.site())) {
          tallies.get(access.site()).addStrides(access.strides());
        }
      }
      process
          .attribution()
          .footprints()
          .of(Grouping.SITE)
          .forEach(
              part -> {
                int site = process.attribution().accesses().get(part.access()).site();
                if (tallies.containsKey(site)) {
                  tallies.get(site).addFootprint(part.footprint());
                }
              });
      tallies.forEach(
          (i, tally) -> {
            SiteProfile site = process.sites().get(i);
            FunctionInfo function = process.functionOf(site);
            whole.add(tally);
            rows.merge(
                List.of(function, site.instruction(), site.kind(), site.size(), site.index()),
                Row.of(labels(site, function, objects.getOrDefault(i, Map.of())), tally),
                (a, b) -> Row.of(a.labels(), a.tally().orElseThrow().add(tally)));
          });
    }
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("name", "instruction", Shown.ALWAYS));
    columns.add(Column.text("kind", "kind", Shown.ALWAYS));
    columns.add(Column.number("bytes", "bytes", Shown.ALWAYS));
    columns.add(Column.number("index", "index", Shown.DATA));
    columns.add(Column.text("function", "function", Shown.ALWAYS));
    columns.add(Column.text("inlined", "inlined", Shown.DATA));
    columns.addAll(Names.functionColumns());
    columns.addAll(scope.measures());
    columns.addAll(scope.footprints());
    columns.add(Column.text("data", "data", Shown.ALWAYS));
    columns.add(Names.where());
    return Table.flat(
        "sites",
        "Access sites" + (functions.isEmpty() ? "" : " of " + functions),
        scope.parameters(),
        columns,
        List.copyOf(rows.values()),
        Row.of(Map.of("name", new Cell.Text(functions.isEmpty() ? "whole" : functions)), whole),
        rows.isEmpty() ? List.of(scope.noFunction(pattern)) : List.of());
  }

  private static Map<String, Cell> labels(
      SiteProfile site, FunctionInfo function, Map<String, Long> objects) {
    Map<String, Cell> labels = new LinkedHashMap<>(Names.of(function));
    labels.put("name", new Cell.Text(Names.hex(site.instruction())));
    labels.put("kind", new Cell.Text(site.kind().name().toLowerCase(java.util.Locale.ROOT)));
    labels.put("bytes", new Cell.Number(site.size()));
    labels.put("index", new Cell.Number(site.index()));
    labels.put("function", new Cell.Text(function.name()));
    labels.put("inlined", new Cell.Text(site.origin().function()));
    String file = site.file(function);
    Names.place(labels, file, site.line());
    labels.put(
        "where",
        new Cell.Text(
            file.isEmpty() ? Names.base(function.object()) : Names.where(file, site.line())));
    labels.put("data", new Cell.Text(PartsText.of(objects, site.accesses())));
    return labels;
  }

  /** What each site accessed: names of objects and how often. */
  private static Map<Integer, Map<String, Long>> objects(ProcessProfile process) {
    Map<Integer, Map<String, Long>> objects = new LinkedHashMap<>();
    for (DataAccess access : process.attribution().accesses()) {
      objects
          .computeIfAbsent(access.site(), site -> new LinkedHashMap<>())
          .merge(
              Names.of(process.attribution().objects().get(access.object())),
              access.accesses(),
              Long::sum);
    }
    return objects;
  }

  private <K> Map<K, Tally> sums(
      Grouping grouping, BiFunction<ProcessProfile, SiteProfile, K> key) {
    Map<K, Tally> sums = new LinkedHashMap<>();
    for (ProcessProfile process : scope.processes()) {
      for (SiteProfile site : process.sites()) {
        if (site.accesses() > 0) {
          sums.computeIfAbsent(key.apply(process, site), k -> new Tally(scope.parameters()))
              .add(site);
        }
      }
      for (DataAccess access : process.attribution().accesses()) {
        SiteProfile site = process.sites().get(access.site());
        if (site.accesses() > 0) {
          sums.get(key.apply(process, site)).addStrides(access.strides());
        }
      }
    }
    scope.addFootprints(
        grouping,
        (process, access) -> sums.get(key.apply(process, process.sites().get(access.site()))));
    return sums;
  }

  private static Row unknown(Tally tally) {
    return Row.of(Map.of("name", new Cell.Text("unknown")), tally).as(Row.Kind.UNKNOWN);
  }

  private Table table(
      String name,
      Grouping grouping,
      String heading,
      String title,
      List<Column> labels,
      List<Row> rows) {
    return table(name, grouping, heading, title, labels, rows, List.of());
  }

  private Table table(
      String name,
      Grouping grouping,
      String heading,
      String title,
      List<Column> labels,
      List<Row> rows,
      List<String> notes) {
    return table(name, grouping, heading, title, labels, rows, scope.whole(), notes);
  }

  private Table table(
      String name,
      Grouping grouping,
      String heading,
      String title,
      List<Column> labels,
      List<Row> rows,
      Row whole,
      List<String> notes) {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("name", heading, Shown.ALWAYS));
    columns.addAll(labels);
    columns.addAll(scope.measures());
    columns.addAll(scope.footprints());
    columns.add(Names.where());
    return Table.flat(
        name,
        title,
        scope.parameters(),
        columns,
        rows,
        whole,
        scope.orEmpty(
            rows, Stream.concat(notes.stream(), scope.footprintNotes(grouping).stream()).toList()));
  }
}
