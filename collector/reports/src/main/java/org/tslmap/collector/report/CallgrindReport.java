package org.tslmap.collector.report;

import java.io.PrintWriter;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.collector.names.Printable;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * A run in the format of Callgrind (Valgrind's manual, "Callgrind Format Specification"), which
 * KCachegrind and callgrind_annotate open.
 *
 * <p>Costs of instructions are those of their sites. Costs of calls come from the call tree with
 * recursion folded: a call that finds its function running already is counted, but has no cost of
 * its own, since what it does is in the outer call's. So a function's inclusive cost, the sum over
 * the calls that reach it, counts every access once.
 */
public final class CallgrindReport {

  private final Scope scope;
  private final CallgrindEvents events;
  private final PrintWriter out;
  private final Map<String, Integer> objects = new HashMap<>();
  private final Map<String, Integer> files = new HashMap<>();
  private final Map<FunctionInfo, Integer> functions = new HashMap<>();

  private CallgrindReport(Report report, List<CacheSize> caches, PrintWriter out) {
    this.scope = new Scope(report, caches);
    this.events = new CallgrindEvents(scope.parameters(), caches);
    this.out = out;
  }

  /**
   * Writes the run.
   *
   * @param caches the caches whose misses become events, with the next smaller power of two lines
   */
  public static void write(Report report, List<CacheSize> caches, PrintWriter out) {
    new CallgrindReport(report, caches, out).write();
    out.flush();
  }

  /**
   * A place in a function's code, in the order of instructions; the line may be of inlined code.
   */
  private record Position(long instruction, String file, int line) implements Comparable<Position> {
    private static final Comparator<Position> ORDER =
        Comparator.comparing(Position::instruction, Long::compareUnsigned)
            .thenComparing(Position::file)
            .thenComparingInt(Position::line);

    @Override
    public int compareTo(Position other) {
      return ORDER.compare(this, other);
    }
  }

  /** A call from a place. */
  private record Call(long instruction, int line, FunctionInfo callee) {}

  /** What calls cost together. */
  private static final class CallCost {
    private long calls;
    private final long[] values;

    CallCost(long[] none) {
      values = none;
    }
  }

  /** One function's costs. */
  private static final class Costs {
    private final Map<Position, long[]> own = new TreeMap<>();
    private final Map<Call, CallCost> calls = new LinkedHashMap<>();
  }

  private void write() {
    header();
    Map<FunctionInfo, Costs> costs = new LinkedHashMap<>();
    own(costs);
    calls(costs);
    costs.forEach(this::function);
    out.println();
    out.println("totals: " + text(events.of(scope.whole().tally().orElseThrow())));
  }

  private void header() {
    ProcessIdentity process = scope.profile().mainProcess().identity();
    out.println("# callgrind format");
    out.println("version: 1");
    out.println("creator: " + scope.profile().generator());
    out.println("pid: " + process.pid());
    out.println("cmd: " + Printable.line(String.join(" ", process.command())));
    out.println("part: 1");
    out.println("desc: Parameters: " + Report.describe(scope.parameters()));
    out.println("desc: Scores: " + scope.report().view());
    scope.report().cautions().forEach(caution -> out.println("desc: " + Printable.line(caution)));
    out.println("positions: instr line");
    events.longNames().forEach((name, text) -> out.println("event: " + name + " : " + text));
    out.println("event: Acc = Ld + St : Accesses");
    out.println("event: Lost = Cold + Far : Accesses without temporal locality");
    out.println("events: " + String.join(" ", events.longNames().keySet()));
    out.println("summary: " + text(events.of(scope.whole().tally().orElseThrow())));
  }

  private void own(Map<FunctionInfo, Costs> costs) {
    for (ProcessProfile process : scope.processes()) {
      for (SiteProfile site : process.sites()) {
        if (site.accesses() > 0) {
          Tally tally = new Tally(scope.parameters());
          tally.add(site);
          long[] values =
              costs
                  .computeIfAbsent(process.functionOf(site), f -> new Costs())
                  .own
                  .computeIfAbsent(
                      new Position(site.instruction(), process.fileOf(site), site.line()),
                      p -> events.none());
          add(events.of(tally), values);
        }
      }
    }
  }

  private void calls(Map<FunctionInfo, Costs> costs) {
    CallTree tree = new CallTree(scope, true);
    Map<CallTree.Node, long[]> inclusive = new HashMap<>();
    List<CallTree.Node> nodes = tree.nodes();
    for (int i = nodes.size() - 1; i >= 0; i--) {
      CallTree.Node node = nodes.get(i);
      long[] values = inclusive.computeIfAbsent(node, n -> events.none());
      add(events.of(node.own()), values);
      if (!node.isRoot()) {
        add(values, inclusive.computeIfAbsent(node.parent(), n -> events.none()));
      }
    }
    for (CallTree.Node node : nodes) {
      if (!node.isRoot()) {
        call(costs, node.origin(), node.function(), node.calls(), inclusive.get(node));
      }
      node.recursion()
          .forEach((origin, count) -> call(costs, origin, node.function(), count, events.none()));
    }
  }

  private void call(
      Map<FunctionInfo, Costs> costs,
      CallTree.Origin origin,
      FunctionInfo callee,
      long calls,
      long[] values) {
    // A jump at a function's end has no site: it makes no access.
    int line = origin.site() == 0 ? origin.caller().line() : origin.line();
    CallCost cost =
        costs
            .computeIfAbsent(origin.caller(), f -> new Costs())
            .calls
            .computeIfAbsent(
                new Call(origin.site(), line, callee), call -> new CallCost(events.none()));
    cost.calls += calls;
    add(values, cost.values);
  }

  private static void add(long[] values, long[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += values[i];
    }
  }

  private void function(FunctionInfo function, Costs costs) {
    out.println();
    out.println("ob=" + object(function));
    out.println("fl=" + file(function.file()));
    out.println("fn=" + name(function));
    FileOfLines file = new FileOfLines(function.file());
    Map<Long, String> files = new HashMap<>();
    costs.own.forEach(
        (position, values) -> {
          files.put(position.instruction(), position.file());
          file.is(position.file());
          out.println(position(position.instruction(), position.line()) + text(values));
        });
    costs.calls.forEach(
        (call, cost) -> {
          // The call stored its return address, so it is among the sites.
          file.is(files.getOrDefault(call.instruction(), function.file()));
          out.println("cob=" + object(call.callee()));
          out.println("cfi=" + file(call.callee().file()));
          out.println("cfn=" + name(call.callee()));
          // A reader takes a line after no call for the caller's own cost.
          out.println("calls=" + Math.max(1, cost.calls) + " 0x0 " + call.callee().line());
          out.println(position(call.instruction(), call.line()) + text(cost.values));
        });
  }

  /** The file that lines of a function are in: its own, or that of inlined code. */
  private final class FileOfLines {
    private final String own;
    private String current;

    FileOfLines(String own) {
      this.own = own;
      this.current = own;
    }

    void is(String path) {
      if (!path.equals(current)) {
        out.println((path.equals(own) ? "fe=" : "fi=") + file(path));
        current = path;
      }
    }
  }

  private String object(FunctionInfo function) {
    return compressed(objects, function.object(), function.object());
  }

  private String file(String path) {
    return compressed(files, path, path);
  }

  private String name(FunctionInfo function) {
    return compressed(functions, function, function.name());
  }

  /** A number with the name the first time, and the number alone after that. */
  private static <K> String compressed(Map<K, Integer> numbers, K key, String name) {
    Integer known = numbers.get(key);
    if (known != null) {
      return "(" + known + ")";
    }
    numbers.put(key, numbers.size() + 1);
    return "(" + numbers.size() + ") " + (name.isEmpty() ? "???" : Printable.line(name));
  }

  private static String position(long instruction, int line) {
    return Names.hex(instruction) + " " + line + " ";
  }

  private static String text(long[] values) {
    StringBuilder text = new StringBuilder();
    for (long value : values) {
      text.append(text.length() == 0 ? "" : " ").append(value);
    }
    return text.toString();
  }
}
