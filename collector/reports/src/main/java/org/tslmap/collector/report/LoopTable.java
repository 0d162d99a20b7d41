package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tslmap.collector.report.Column.Order;
import org.tslmap.collector.report.Column.Shown;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.LoopForest;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/** The table of loops: each by the accesses that are in no loop inside of it. */
final class LoopTable {

  private static final String NOT_KNOWN =
      "the profile does not say which loops accesses were in: it was measured by an older version,"
          + " by the tool alone, or imported; measure with tslmap run";

  private static final String IRREDUCIBLE =
      "loops marked + have several entries (jumps into their middle), so that they are no loops of"
          + " the source as it stands; compilers make such code, and goto does";

  /** The same loop in all processes: its function, and the heads of its nest. */
  private record Key(FunctionInfo function, List<Long> heads) {}

  /** A loop's accesses. */
  private static final class Sum {
    private final List<CodeLoop> nest;
    private final Tally own;
    private long total;
    private long rounds;

    Sum(List<CodeLoop> nest, Tally own) {
      this.nest = nest;
      this.own = own;
    }
  }

  private final Scope scope;
  private final Map<Key, Sum> sums = new LinkedHashMap<>();
  private final Tally outside;

  LoopTable(Scope scope) {
    this.scope = scope;
    outside = new Tally(scope.parameters());
    scope.processes().forEach(this::add);
  }

  private void add(ProcessProfile process) {
    LoopForest loops = process.loops();
    List<Sum> byNumber = new ArrayList<>();
    for (int i = 0; i < loops.loops().size(); i++) {
      List<CodeLoop> nest = loops.nest(i);
      Key key =
          new Key(
              process.functions().get(nest.get(0).function()),
              nest.stream().map(CodeLoop::head).toList());
      Sum sum = sums.computeIfAbsent(key, k -> new Sum(nest, new Tally(scope.parameters())));
      sum.rounds += nest.get(0).rounds();
      byNumber.add(sum);
    }
    for (int i = 0; i < process.sites().size(); i++) {
      SiteProfile site = process.sites().get(i);
      int loop = loops.of(i);
      (loop < 0 ? outside : byNumber.get(loop).own).add(site);
      for (int at = loop; at >= 0; at = loops.loops().get(at).parent()) {
        byNumber.get(at).total += site.accesses();
      }
    }
    for (DataAccess access : process.attribution().accesses()) {
      int loop = loops.of(access.site());
      (loop < 0 ? outside : byNumber.get(loop).own).addStrides(access.strides());
    }
  }

  Table loops() {
    List<Row> rows = new ArrayList<>();
    sums.forEach((key, sum) -> rows.add(Row.of(labels(key.function(), sum), sum.own)));
    boolean known = scope.processes().stream().anyMatch(process -> process.loops().isKnown());
    if (outside.accesses() > 0) {
      rows.add(
          known
              ? Row.of(Map.of("name", new Cell.Text("in no loop")), outside)
              : Row.of(Map.of("name", new Cell.Text("unknown")), outside).as(Row.Kind.UNKNOWN));
    }
    return Table.flat(
        "loops",
        "Loops, by the accesses in no loop inside of them",
        scope.parameters(),
        columns(),
        rows,
        scope.whole(),
        scope.orEmpty(rows, notes(known)));
  }

  private List<String> notes(boolean known) {
    if (!known) {
      return List.of(NOT_KNOWN);
    }
    return sums.values().stream().allMatch(sum -> sum.nest.get(0).reducible())
        ? List.of()
        : List.of(IRREDUCIBLE);
  }

  private List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("name", "loop", Shown.ALWAYS));
    columns.add(Column.text("function", "function", Shown.ALWAYS));
    columns.add(number("depth", "depth"));
    columns.add(number("rounds", "rounds"));
    columns.add(number("total", "with inner"));
    columns.add(Column.number("lastLine", "last line", Shown.DATA));
    columns.add(Column.text("head", "head", Shown.DATA));
    columns.add(Column.text("irreducible", "irreducible", Shown.DATA));
    columns.addAll(Names.functionColumns());
    columns.addAll(scope.measures());
    columns.add(Names.where());
    return columns;
  }

  /** A column of numbers that several loops together do not have. */
  private static Column number(String key, String heading) {
    return new Column(
        key,
        Column.Type.WHOLE,
        Optional.empty(),
        heading,
        Shown.ALWAYS,
        Order.DESCENDING,
        row -> row.kind() == Row.Kind.ITEM ? row.label(key) : new Cell.Nothing());
  }

  private static Map<String, Cell> labels(FunctionInfo function, Sum sum) {
    CodeLoop loop = sum.nest.get(0);
    String nest =
        loop.lines()
            + sum.nest.stream()
                .skip(1)
                .map(outer -> " in " + outer.beginning())
                .collect(Collectors.joining());
    Map<String, Cell> labels = new LinkedHashMap<>(Names.of(function));
    labels.put("name", new Cell.Text(loop.reducible() ? nest : nest + " +"));
    labels.put("function", new Cell.Text(function.name()));
    labels.put("depth", new Cell.Number(sum.nest.size()));
    labels.put("rounds", sum.rounds > 0 ? new Cell.Count(sum.rounds) : new Cell.Nothing());
    labels.put("total", new Cell.Count(sum.total));
    Names.place(labels, function.file(), loop.firstLine());
    labels.put("lastLine", new Cell.Number(loop.lastLine()));
    labels.put("head", new Cell.Text(Names.hex(loop.head())));
    labels.put("irreducible", new Cell.Text(loop.reducible() ? "" : "yes"));
    labels.put(
        "where",
        new Cell.Text(
            function.file().isEmpty()
                ? Names.base(function.object())
                : Names.where(function.file(), loop.firstLine())));
    return labels;
  }
}
