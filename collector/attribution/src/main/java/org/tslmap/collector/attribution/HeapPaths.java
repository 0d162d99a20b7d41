package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.tslmap.collector.debuginfo.Signature;
import org.tslmap.collector.wire.CallStack;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.pass.AccessPass;
import org.tslmap.locality.pass.Frame;
import org.tslmap.locality.pass.Node;

/**
 * Groups heap blocks by the path of calls that allocated them, functions that the compiler has
 * inlined among the callers. They are called after the first function on it that is no {@linkplain
 * Wrappers wrapper} or a part of one, and after the variable that this assigns them to: a vector's
 * elements after the function that has made it grow.
 */
final class HeapPaths {
  /**
   * Whole paths that are told apart, as long as the calling context tree has all of them. After
   * that, blocks are grouped by the calls up to the function they are called after, and after as
   * many such groups by the allocating call alone, and called after its function.
   */
  private static final int MAX_PATHS = 2048;

  /** No node, no call site. */
  private static final int NONE = -1;

  /** No object, or more than one. */
  private static final int SEVERAL = -1;

  private record Path(int node, int callSite, int allocator) {}

  /** The calls of a path up to the function that its blocks are called after. */
  private record Beginning(int allocator, List<Call> calls) {}

  /** Where a function calls. */
  private record Call(int function, int site) {}

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

    /** Whether blocks are called after it, unless it is a part of a wrapper. */
    private boolean names() {
      return !wraps && !runs;
    }

    /** Whether it is a wrapper of the program's own. */
    private boolean wrapsHere() {
      return wraps && !runs && !StandardLibrary.has(caller);
    }

    /** Whether it can hand on what an allocator's part has got. */
    private boolean givesMemory() {
      return has(signature -> signature.takesInteger() && signature.givesPointer());
    }

    /** Whether its result can be the block; a reference is to what an object keeps. */
    private boolean givesBlock() {
      return has(
          signature ->
              signature.givesPointer() && !(signature.givesReference() && signature.member()));
    }

    /** Whether it is a container's function that keeps the block in its object. */
    private boolean keepsBlock() {
      return !givesBlock()
          && has(Signature::member)
          && (StandardLibrary.has(caller) || has(Signature::container));
    }

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
  private final Map<Beginning, Integer> beginnings = new HashMap<>();

  /** The object of the whole path that begins so; {@link #SEVERAL} if not one does. */
  private final Map<Beginning, Integer> wholePaths = new HashMap<>();

  private boolean callersAreCounted;
  private final Map<Call, List<Step>> callers = new HashMap<>();

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
    Path path = new Path(frame.node(), site, allocator);
    boolean whole = groups.size() < MAX_PATHS && pass.nodes() < AccessPass.MOST_PATHS;
    Integer known = whole ? groups.get(path) : null;
    if (known != null) {
      return known;
    }
    Beginning beginning = new Beginning(allocator, toNaming(calls(thread, frame, site)));
    if (!whole) {
      return beginning(beginning);
    }
    int object;
    if (callersAreCounted) {
      object = beginning(beginning);
    } else {
      object = add(allocator, path(frame.function(), frame.node(), site));
      wholePaths.merge(beginning, object, (one, other) -> SEVERAL);
    }
    groups.put(path, object);
    return object;
  }

  /**
   * From now on functions may be counted, so that the stack need not have all callers. New blocks
   * are grouped by the calls up to the function they are called after, together with those of
   * before where all of these came on one path.
   */
  void countsCallers() {
    callersAreCounted = true;
  }

  /**
   * The object of a block that counted code has allocated.
   *
   * @param callers the innermost ones of the allocator, which is the last
   */
  int allocatedBy(List<CallStack.Caller> callers, int allocator) {
    List<Call> calls = new ArrayList<>();
    for (int i = callers.size() - 2; i >= 0; i--) {
      calls.add(new Call(callers.get(i).function(), callers.get(i).site()));
    }
    return beginning(new Beginning(allocator, toNaming(calls)));
  }

  /** The object of blocks of which it is not known who called their allocator. */
  int ofUnknownCaller(int allocator) {
    return groups.computeIfAbsent(
        new Path(NONE, NONE, allocator), path -> add(allocator, List.of()));
  }

  /** The object of a block whose whole path is not told apart from others. */
  private int beginning(Beginning whole) {
    boolean many = beginnings.size() >= MAX_PATHS && !beginnings.containsKey(whole);
    return beginnings.computeIfAbsent(
        many
            ? new Beginning(
                whole.allocator(), whole.calls().subList(0, Math.min(1, whole.calls().size())))
            : whole,
        one -> {
          int before = callersAreCounted ? wholePaths.getOrDefault(one, SEVERAL) : SEVERAL;
          return before != SEVERAL
              ? before
              : add(
                  one.allocator(),
                  one.calls().stream().flatMap(call -> callers(call).stream()).toList());
        });
  }

  /**
   * The calls of a path up to the function that its blocks are called after; if there is none, the
   * allocating call.
   */
  private List<Call> toNaming(Iterable<Call> calls) {
    List<Call> until = new ArrayList<>();
    List<Step> path = new ArrayList<>();
    for (Call call : calls) {
      until.add(call);
      path.addAll(callers(call));
      Optional<Integer> naming = naming(path);
      if (naming.isPresent() && !mayBePart(path, naming.get())) {
        return until;
      }
    }
    return until.subList(0, Math.min(1, until.size()));
  }

  /** The calls on a thread's stack, from the one in its top frame on. */
  private Iterable<Call> calls(int thread, Frame top, int site) {
    return () ->
        new Iterator<>() {
          private Optional<Frame> frame = known(top);
          private int at = site;

          @Override
          public boolean hasNext() {
            return frame.isPresent();
          }

          @Override
          public Call next() {
            Frame calling = frame.orElseThrow();
            Call call = new Call(calling.function(), at);
            at = calling.callSite();
            frame =
                calling.number() == 0
                    ? Optional.empty()
                    : known(pass.frame(thread, calling.number() - 1));
            return call;
          }
        };
  }

  private static Optional<Frame> known(Frame frame) {
    return Optional.of(frame).filter(one -> one.function() >= 0);
  }

  private boolean isCalled(int function, String name) {
    return function >= 0 && symbols.function(function).name().equals(name);
  }

  /** The functions on the way to an allocation, from the one that calls the allocator on. */
  private List<Step> path(int function, int node, int site) {
    List<Step> path = new ArrayList<>();
    if (function >= 0) {
      path.addAll(callers(new Call(function, site)));
      for (Node callee = pass.node(node); callee.parent() != NONE; ) {
        Node caller = pass.node(callee.parent());
        path.addAll(callers(new Call(caller.function(), callee.callSite())));
        callee = caller;
      }
    }
    return path;
  }

  /** Which function on a path its blocks are called after. */
  private static int named(List<Step> path) {
    return naming(path).or(() -> first(path, i -> !path.get(i).wraps())).orElse(0);
  }

  private static Optional<Integer> naming(List<Step> path) {
    return first(path, i -> path.get(i).names() && !isPart(path, i));
  }

  /**
   * Whether a function is a part of a wrapper of the program's own: it hands on to it what it has
   * got itself.
   */
  private static boolean isPart(List<Step> path, int number) {
    if (number + 1 == path.size() || !path.get(number).givesMemory()) {
      return false;
    }
    return path.get(number + 1).wrapsHere() || isPart(path, number + 1);
  }

  /** Whether a function turns out to be a part of a wrapper when more callers are known. */
  private static boolean mayBePart(List<Step> path, int number) {
    return path.subList(number, path.size()).stream().allMatch(Step::givesMemory);
  }

  private static Optional<Integer> first(List<Step> path, IntPredicate which) {
    return IntStream.range(0, path.size()).filter(which).boxed().findFirst();
  }

  private int add(int allocator, List<Step> path) {
    String plain = symbols.function(allocator).name().replaceFirst("\\(.*", "");
    if (path.isEmpty()) {
      return objects.heap(plain, "", "", "", 0, 0, List.of());
    }
    int named = named(path);
    DebugFiles.Caller caller = path.get(named).caller();
    return objects.heap(
        assigned(path, named).map(variable -> variable + " = ").orElse("")
            + plain
            + " in "
            + place(caller.function(), baseName(caller.file()), caller.line()),
        caller.function(),
        symbols.object(path.get(named).symbol().object()).path(),
        caller.file(),
        caller.line(),
        caller.column(),
        path.stream().map(Step::caller).map(c -> place(c.function(), c.file(), c.line())).toList());
  }

  /** The variable to which a function on the path assigns what it has allocated. */
  private Optional<String> assigned(List<Step> path, int number) {
    Step named = path.get(number);
    if (named.site() == NONE) {
      return Optional.empty();
    }
    int called = number - named.level() - 1; // what the machine code calls
    boolean result = called < 0 || path.get(called).givesBlock();
    Optional<String> variable =
        result ? files.assigned(named.site(), named.level()) : Optional.empty();
    // What its text calls: inlined there, or by the machine code.
    boolean hasObject =
        (!result && path.get(called).has(Signature::member))
            || (named.level() > 0 && path.get(number - 1).keepsBlock());
    return variable.isEmpty() && hasObject
        ? files.objectOf(named.site(), named.level(), path.get(number - 1).caller().function())
        : variable;
  }

  /** A function that calls at a site, behind those that are inlined there. */
  private List<Step> callers(Call call) {
    return callers.computeIfAbsent(call, this::steps);
  }

  private List<Step> steps(Call call) {
    FunctionSymbol symbol = symbols.function(call.function());
    boolean runs = Wrappers.isRuntime(symbols.object(symbol.object()).path());
    List<DebugFiles.Caller> callers =
        call.site() == NONE ? List.of(files.caller(symbol)) : files.callers(call.site());
    return IntStream.range(0, callers.size())
        .mapToObj(
            level -> {
              DebugFiles.Caller caller = callers.get(level);
              return new Step(caller, symbol, wrappers.has(caller), runs, call.site(), level);
            })
        .toList();
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
