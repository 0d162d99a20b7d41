package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.SymbolTables;

/** Groups heap blocks by the path of calls that allocated them. */
final class HeapPaths {
  /** Paths that are told apart; after that, blocks are grouped by the allocating call alone. */
  private static final int MAX_PATHS = 2048;

  private record Path(int node, int callSite, int allocator) {}

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
      return objects.heap(plain, new FunctionSymbol(0, 0, 0, 0, "", ""), "", 0, List.of());
    }
    FunctionSymbol caller = symbols.function(function);
    int line = site == CallTree.NONE ? caller.line() : symbols.site(site).line();
    List<String> path = new ArrayList<>();
    String file = file(caller, site);
    path.add(place(caller.name(), file, line));
    for (int n = node; n != CallTree.NONE && tree.parent(n) != CallTree.NONE; n = tree.parent(n)) {
      int from = tree.callSite(n);
      FunctionSymbol calling = symbols.function(tree.function(tree.parent(n)));
      path.add(
          place(
              calling.name(),
              file(calling, from),
              from == CallTree.NONE ? 0 : symbols.site(from).line()));
    }
    return objects.heap(
        plain + " in " + place(caller.name(), baseName(file), line),
        caller,
        symbols.object(caller.object()).path(),
        line,
        path);
  }

  /** The file of a call's line: that of inlined code, or its function's. */
  private String file(FunctionSymbol function, int site) {
    String other = site == CallTree.NONE ? "" : files.origin(site).file();
    return other.isEmpty() ? function.file() : other;
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
