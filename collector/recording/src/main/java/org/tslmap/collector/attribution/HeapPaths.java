package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.pass.AccessPass;
import org.tslmap.locality.pass.Frame;
import org.tslmap.locality.pass.Node;

/**
 * Groups heap blocks by the path of calls that allocated them. They are called after the first
 * function on it that is not one of the C++ standard library: a vector's elements after the
 * function that has made it grow.
 */
final class HeapPaths {
  /** Paths that are told apart; after that, blocks are grouped by the allocating call alone. */
  private static final int MAX_PATHS = 2048;

  /** No node, no call site. */
  private static final int NONE = -1;

  private record Path(int node, int callSite, int allocator) {}

  /** A function on the way to an allocation, and where in it the next one is called. */
  private record Caller(FunctionSymbol function, String file, int line, boolean standard) {}

  private final SymbolTables symbols;
  private final DebugFiles files;
  private final DataObjects objects;
  private final AccessPass pass;
  private final Map<Path, Integer> groups = new HashMap<>();

  HeapPaths(SymbolTables symbols, DebugFiles files, DataObjects objects, AccessPass pass) {
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
      return objects.heap(plain, "", "", "", 0, List.of());
    }
    List<Caller> path = new ArrayList<>();
    path.add(caller(function, site, symbols.function(function).line()));
    for (Node callee = pass.node(node); callee.parent() != NONE; ) {
      Node caller = pass.node(callee.parent());
      path.add(caller(caller.function(), callee.callSite(), 0));
      callee = caller;
    }
    Caller named =
        path.stream().filter(caller -> !caller.standard()).findFirst().orElse(path.get(0));
    return objects.heap(
        plain + " in " + place(named.function().name(), baseName(named.file()), named.line()),
        named.function().name(),
        symbols.object(named.function().object()).path(),
        named.file(),
        named.line(),
        path.stream().map(c -> place(c.function().name(), c.file(), c.line())).toList());
  }

  /** A caller, with the line of its call if that is known. */
  private Caller caller(int function, int site, int otherLine) {
    FunctionSymbol symbol = symbols.function(function);
    if (site == NONE) {
      return new Caller(symbol, symbol.file(), otherLine, StandardLibrary.has(symbol.name()));
    }
    DebugFiles.CallPlace place = files.callPlace(site);
    return new Caller(symbol, place.file(), place.line(), place.standard());
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
