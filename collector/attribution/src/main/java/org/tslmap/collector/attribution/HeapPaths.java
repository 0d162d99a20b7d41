package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.tslmap.collector.debuginfo.Signature;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.pass.AccessPass;
import org.tslmap.locality.pass.Frame;
import org.tslmap.locality.pass.Node;

/**
 * Groups heap blocks by the path of calls that allocated them, functions that the compiler has
 * inlined among the callers. They are called after the first function on it that is no {@linkplain
 * Wrappers wrapper}, and after the variable that this assigns them to: a vector's elements after
 * the function that has made it grow.
 */
final class HeapPaths {
  /** Paths that are told apart; after that, blocks are grouped by the allocating call alone. */
  private static final int MAX_PATHS = 2048;

  /** No node, no call site. */
  private static final int NONE = -1;

  private record Path(int node, int callSite, int allocator) {}

  /**
   * A function on the way to an allocation, and whether blocks are called after others.
   *
   * @param site where it calls, or {@link #NONE}
   * @param level which of the callers there it is
   */
  private record Step(
      DebugFiles.Caller caller,
      FunctionSymbol symbol,
      boolean wraps,
      boolean runs,
      int site,
      int level) {

    /** What a function is like; not known of libraries without debug information. */
    private boolean has(Predicate<Signature> trait) {
      return caller.signature().filter(trait).isPresent();
    }
  }

  private final SymbolTables symbols;
  private final DebugFiles files;
  private final DataObjects objects;
  private final AccessPass pass;
  private final Wrappers wrappers;
  private final Map<Path, Integer> groups = new HashMap<>();

  HeapPaths(
      SymbolTables symbols,
      DebugFiles files,
      DataObjects objects,
      AccessPass pass,
      Wrappers wrappers) {
    this.wrappers = wrappers;
    this.files = files;
    this.symbols = symbols;
    this.objects = objects;
    this.pass = pass;
  }

  /**
   * The object of a block that has just been allocated: by a function that has returned to the top
   * of the stack, or, of an allocator of the program's own, somewhere below it.
   */
  int allocated(int thread, int allocator) {
    FunctionSymbol called = symbols.function(allocator);
    Frame frame = pass.top(thread);
    int site = NONE;
    if (called.entry() != 0) {
      site = pass.returnedFrom(thread);
    } else if (frame.number() > 0 && isCalled(frame.function(), called.name())) {
      site = frame.callSite();
      frame = pass.frame(thread, frame.number() - 1);
    }
    Path path = new Path(groups.size() < MAX_PATHS ? frame.node() : NONE, site, allocator);
    Integer known = groups.get(path);
    if (known == null) {
      known = add(called.name(), frame.function(), frame.node(), site);
      groups.put(path, known);
    }
    return known;
  }

  private boolean isCalled(int function, String name) {
    return function >= 0 && symbols.function(function).name().equals(name);
  }

  private int add(String allocator, int function, int node, int site) {
    String plain = allocator.replaceFirst("\\(.*", "");
    if (function < 0) {
      return objects.heap(plain, "", "", "", 0, 0, List.of());
    }
    List<Step> path = new ArrayList<>();
    add(path, function, site);
    for (Node callee = pass.node(node); callee.parent() != NONE; ) {
      Node caller = pass.node(callee.parent());
      add(path, caller.function(), callee.callSite());
      callee = caller;
    }
    Step named =
        path.stream()
            .filter(step -> !step.wraps() && !step.runs())
            .findFirst()
            .or(() -> path.stream().filter(step -> !step.wraps()).findFirst())
            .orElse(path.get(0));
    DebugFiles.Caller caller = named.caller();
    return objects.heap(
        assigned(path, named).map(variable -> variable + " = ").orElse("")
            + plain
            + " in "
            + place(caller.function(), baseName(caller.file()), caller.line()),
        caller.function(),
        symbols.object(named.symbol().object()).path(),
        caller.file(),
        caller.line(),
        caller.column(),
        path.stream().map(Step::caller).map(c -> place(c.function(), c.file(), c.line())).toList());
  }

  /** The variable to which a function on the path assigns what it has allocated. */
  private Optional<String> assigned(List<Step> path, Step named) {
    if (named.site() == NONE) {
      return Optional.empty();
    }
    int called = path.indexOf(named) - named.level() - 1; // what the machine code calls
    boolean result = called < 0 || path.get(called).has(Signature::givesPointer);
    return result || path.get(called).has(Signature::member)
        ? files.assigned(named.site(), named.level(), result)
        : Optional.empty();
  }

  /** Adds a function that calls at a site, after those that are inlined there. */
  private void add(List<Step> path, int function, int site) {
    FunctionSymbol symbol = symbols.function(function);
    boolean runs = Wrappers.isRuntime(symbols.object(symbol.object()).path());
    List<DebugFiles.Caller> callers =
        site == NONE ? List.of(DebugFiles.caller(symbol)) : files.callers(site);
    for (int level = 0; level < callers.size(); level++) {
      DebugFiles.Caller caller = callers.get(level);
      path.add(new Step(caller, symbol, wrappers.has(caller), runs, site, level));
    }
  }

  private static String place(String function, String file, int line) {
    if (file.isEmpty()) {
      return function;
    }
    return line == 0 ? function + " (" + file + ")" : function + " (" + file + ":" + line + ")";
  }

  private static String baseName(String file) {
    return file.substring(file.lastIndexOf('/') + 1);
  }
}
