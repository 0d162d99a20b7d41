package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.report.Column.Shown;
import org.tslmap.collector.report.Table.Branch;
import org.tslmap.collector.report.Table.Sums;
import org.tslmap.locality.profile.FunctionInfo;

/** Tables of calls: the tree of callers, and the callers and callees of a function. */
final class CallTables {

  private final Scope scope;
  private final CallTree tree;

  CallTables(Scope scope) {
    this.scope = scope;
    this.tree = new CallTree(scope, false);
  }

  Table calls() {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("name", "function", Shown.ALWAYS));
    columns.add(Column.number("depth", "depth", Shown.DATA));
    columns.add(Column.text("path", "path", Shown.DATA));
    columns.addAll(Names.functionColumns());
    columns.addAll(
        Measures.inclusive(
            scope.parameters(), scope.accesses(), scope.caches(), scope.pathFootprints()));
    columns.add(Column.count("calls", "calls", Shown.ALWAYS));
    columns.add(Column.count("recursiveCalls", "recursive", Shown.DATA));
    columns.addAll(withoutStrides());
    columns.addAll(scope.pathFootprints());
    columns.add(Names.where());
    return new Table(
        "calls",
        "Call tree, by own accesses along each path; recursion is folded",
        scope.parameters(),
        columns,
        row -> row.counts().getOrDefault("inclusive", 0.0),
        Sums.EXCLUSIVE,
        false,
        tree.roots().stream().map(root -> branch(root, 0)).toList(),
        scope.whole().with(Map.of("inclusive", (double) scope.accesses())),
        scope.hasCalls() ? scope.pathFootprintNotes() : List.of(Scope.NO_CALLS));
  }

  private List<Column> withoutStrides() {
    return scope.measures().stream().filter(column -> !column.key().equals("strides")).toList();
  }

  private Branch branch(CallTree.Node node, int depth) {
    Map<String, Cell> labels = new LinkedHashMap<>(Names.of(node.function()));
    labels.put("depth", new Cell.Number(depth));
    labels.put("path", new Cell.Text(node.path()));
    Map<String, Double> counts = new HashMap<>();
    counts.put("inclusive", (double) node.accesses());
    counts.put("calls", (double) node.calls());
    counts.put("recursiveCalls", (double) node.recursiveCalls());
    Row row = Row.of(labels, node.own()).with(counts).withInclusive(() -> tree.inclusive(node));
    return new Branch(
        row, node.children().stream().map(child -> branch(child, depth + 1)).toList());
  }

  /**
   * Who called a function, with everything it did when called from there.
   *
   * @param functions the function's name, "*" standing for anything
   */
  Table callers(String functions) {
    NamePattern pattern = new NamePattern(functions);
    Predicate<CallTree.Node> named = named(pattern);
    Partners partners = new Partners();
    for (CallTree.Node node : tree.nodes()) {
      if (named.test(node)) {
        if (isOutermost(node, named)) {
          FunctionInfo caller = node.isRoot() ? null : node.parent().function();
          partners.add(caller, "(not called)", node.calls(), tree.inclusive(node));
        }
        node.recursion()
            .forEach(
                (origin, calls) ->
                    partners.add(origin.caller(), "", calls, new Tally(scope.parameters())));
      }
    }
    return partners.table(
        "callers",
        "caller",
        "Callers of " + functions + ", and all accesses of its calls from there",
        functions,
        pattern);
  }

  /**
   * What a function called, with everything that was done there; its own accesses are a row, too.
   *
   * @param functions the function's name, "*" standing for anything
   */
  Table callees(String functions) {
    NamePattern pattern = new NamePattern(functions);
    Predicate<CallTree.Node> named = named(pattern);
    Partners partners = new Partners();
    for (CallTree.Node node : tree.nodes()) {
      if (named.test(node) && isOutermost(node, named)) {
        callees(node, named, partners);
      }
    }
    return partners.table(
        "callees",
        "callee",
        "What " + functions + " called, and all accesses of these calls",
        functions,
        pattern);
  }

  /**
   * Nodes of functions of that name, without entries of linkage tables, which count the calls of
   * such a function once more; with them if there is nothing else.
   */
  private Predicate<CallTree.Node> named(NamePattern pattern) {
    List<CallTree.Node> all =
        tree.nodes().stream().filter(node -> pattern.matches(node.function().name())).toList();
    List<CallTree.Node> functions =
        all.stream().filter(node -> !node.function().name().endsWith("@plt")).toList();
    return Set.copyOf(functions.isEmpty() ? all : functions)::contains;
  }

  private void callees(CallTree.Node node, Predicate<CallTree.Node> named, Partners partners) {
    partners.add(null, "(itself)", 0, node.own());
    for (CallTree.Node child : node.children()) {
      if (named.test(child)) {
        callees(child, named, partners);
      } else {
        partners.add(child.function(), "", child.calls(), tree.inclusive(child));
      }
    }
  }

  private static boolean isOutermost(CallTree.Node node, Predicate<CallTree.Node> named) {
    CallTree.Node above = node.parent();
    while (above != null && !named.test(above)) {
      above = above.parent();
    }
    return above == null;
  }

  /** The functions on the other side of calls. */
  private final class Partners {
    private final Map<Map<String, Cell>, Tally> tallies = new LinkedHashMap<>();
    private final Map<Map<String, Cell>, Long> calls = new HashMap<>();

    void add(FunctionInfo function, String otherwise, long count, Tally tally) {
      Map<String, Cell> labels =
          function == null ? Map.of("name", new Cell.Text(otherwise)) : Names.of(function);
      tallies.computeIfAbsent(labels, key -> new Tally(scope.parameters())).add(tally);
      calls.merge(labels, count, Long::sum);
    }

    Table table(String name, String heading, String title, String functions, NamePattern pattern) {
      List<Row> rows = new ArrayList<>();
      Tally whole = new Tally(scope.parameters());
      double all = 0;
      for (Map.Entry<Map<String, Cell>, Tally> entry : tallies.entrySet()) {
        long count = calls.get(entry.getKey());
        rows.add(Row.of(entry.getKey(), entry.getValue()).with(Map.of("calls", (double) count)));
        whole.add(entry.getValue());
        all += count;
      }
      List<Column> columns = new ArrayList<>();
      columns.add(Column.text("name", heading, Shown.ALWAYS));
      columns.addAll(Names.functionColumns());
      columns.add(Column.count("calls", "calls", Shown.ALWAYS));
      columns.addAll(withoutStrides());
      columns.add(Names.where());
      List<String> notes =
          !scope.hasCalls()
              ? List.of(Scope.NO_CALLS)
              : rows.isEmpty() ? List.of(scope.noFunction(pattern)) : List.of();
      return Table.flat(
          name,
          title,
          scope.parameters(),
          columns,
          rows,
          Row.of(Map.of("name", new Cell.Text(functions)), whole).with(Map.of("calls", all)),
          notes);
    }
  }
}
