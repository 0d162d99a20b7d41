package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.SymbolTables;

/**
 * Groups heap blocks by the path of calls that allocated them. They are called after the first
 * function on it that is not one of the C++ standard library: a vector's elements after the
 * function that has made it grow.
 */
final class HeapPaths {
  /** Paths that are told apart; after that, blocks are grouped by the allocating call alone. */
  private static final int MAX_PATHS = 2048;

  private record Path(int node, int callSite, int allocator) {}

  /** A function on the way to an allocation, and where in it the next one is called. */
  private record Caller(FunctionSymbol function, String file, int line, boolean standard) {}

  private final SymbolTables symbols;
  private final DebugFiles files;
  private final DataObjects objects;
  private final CallTree tree;
  private final Map<Path, Integer> groups = new HashMap<>();

  HeapPaths(SymbolTables symbols, DebugFiles files, DataObjects objects, CallTree tree) {
    this.files = files;
    this.symbols = symbols;
    this.objects = objects;
    this.tree = tree;
  }

  /**
   * The object of a block that has just been allocated: by a function that has returned to the top
   * of the stack, or, of an allocator of the program's own, somewhere below it.
   */
  int allocated(CallStack stack, int allocator) {
    FunctionSymbol called = symbols.function(allocator);
    int frame = stack.top();
    int site = stack.returnedFrom();
    if (called.entry() == 0) {
      site = CallTree.NONE;
      if (frame > 0 && isCalled(stack.function(frame), called.name())) {
        site = stack.callSite(frame--);
      }
    }
    int node = Math.max(stack.node(frame), CallTree.NONE);
    Path path = new Path(groups.size() < MAX_PATHS ? node : CallTree.NONE, site, allocator);
    Integer known = groups.get(path);
    if (known == null) {
      known = add(called.name(), stack.function(frame), node, site);
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
    for (int n = node; n != CallTree.NONE && tree.parent(n) != CallTree.NONE; n = tree.parent(n)) {
      path.add(caller(tree.function(tree.parent(n)), tree.callSite(n), 0));
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
    if (site == CallTree.NONE) {
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
