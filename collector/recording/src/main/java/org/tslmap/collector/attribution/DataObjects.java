package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.collector.debuginfo.DataType;
import org.tslmap.collector.debuginfo.LocalVariable;
import org.tslmap.collector.debuginfo.StaticVariable;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.WatchedVariable;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;

/** The data objects of a process, numbered from 0 in the order they are met. */
final class DataObjects {
  /** A number no object has. */
  static final int NONE = -1;

  /** An object, and what is not known before the end. */
  private static final class Entry {
    private final DataObject object;
    private final int frameOf;
    private long instances;
    private long bytes;

    Entry(DataObject object, int frameOf) {
      this.object = object;
      this.frameOf = frameOf;
      this.instances = object.instances();
      this.bytes = object.bytes();
    }
  }

  /** How often a function was called. */
  @FunctionalInterface
  interface Calls {
    /** Calls of the function with this number. */
    long of(int function);
  }

  private final List<Entry> entries = new ArrayList<>();
  private final Map<Object, Integer> numbers = new HashMap<>();

  DataObjects() {
    add(DataObject.UNKNOWN, NONE);
  }

  int count() {
    return entries.size();
  }

  private int add(DataObject object, int frameOf) {
    entries.add(new Entry(object, frameOf));
    return entries.size() - 1;
  }

  private record MappedKey(String path) {}

  private record UniqueKey(String name) {}

  private record NamedKey(String name) {}

  private record LocalKey(int function, String name, String declaredIn, String file, int line) {}

  private record WatchedKey(int object, long function, String name, String file, int line) {}

  private record StackKey(int function) {}

  /** A variable of a program or shared object, at this address if it has one. */
  int variable(StaticVariable variable, String objectPath, long address) {
    return add(
        new DataObject(
            variable.threadLocal() ? DataClass.THREAD_LOCAL : DataClass.STATIC,
            variable.name(),
            variable.function(),
            objectPath,
            variable.file(),
            variable.line(),
            variable.type().text(),
            variable.threadLocal() ? 0 : address,
            variable.bytes(),
            variable.type().elementBytes(),
            variable.type().dimensions(),
            1,
            List.of()),
        NONE);
  }

  /** A variable in a function's frames. */
  int local(int function, FunctionSymbol symbol, String objectPath, LocalVariable variable) {
    return numbers.computeIfAbsent(
        new LocalKey(
            function, variable.name(), variable.function(), variable.file(), variable.line()),
        key -> {
          String declaredIn = variable.function().isEmpty() ? symbol.name() : variable.function();
          return add(local(variable, declaredIn, objectPath, 1), function);
        });
  }

  /**
   * A variable in a function's frames that is watched there, each time a thing of its own.
   *
   * @param known what debug information says of it, if it can still be read
   */
  int watched(WatchedVariable watched, String objectPath, Optional<LocalVariable> known) {
    int at = watched.name().indexOf('@');
    String function = watched.name().substring(at + 1);
    LocalVariable variable =
        known.orElseGet(
            () ->
                new LocalVariable(
                    at < 0 ? watched.name() : watched.name().substring(0, at),
                    function,
                    watched.cfaOffset(),
                    watched.bytes(),
                    DataType.UNKNOWN,
                    false,
                    "",
                    0,
                    List.of()));
    return numbers.computeIfAbsent(
        new WatchedKey(
            watched.object(), watched.function(), watched.name(), variable.file(), variable.line()),
        key -> add(local(variable, variable.function(), objectPath, 0), NONE));
  }

  private static DataObject local(
      LocalVariable variable, String function, String objectPath, long instances) {
    return new DataObject(
        DataClass.STACK_VARIABLE,
        variable.name(),
        function,
        objectPath,
        variable.file(),
        variable.line(),
        variable.type().text(),
        0,
        variable.bytes(),
        variable.type().elementBytes(),
        variable.type().dimensions(),
        instances,
        List.of());
  }

  /** The rest of a function's frames. */
  int stack(int function, FunctionSymbol symbol, String objectPath) {
    return numbers.computeIfAbsent(
        new StackKey(function),
        key ->
            add(
                new DataObject(
                    DataClass.STACK,
                    "stack of " + symbol.name(),
                    symbol.name(),
                    objectPath,
                    symbol.file(),
                    symbol.line(),
                    "",
                    0,
                    0,
                    0,
                    List.of(),
                    1,
                    List.of()),
                function));
  }

  /** All mappings of a file, or all that are of none. */
  int mapped(String path) {
    return numbers.computeIfAbsent(
        new MappedKey(path),
        key ->
            add(
                new DataObject(
                    DataClass.MAPPED,
                    path.isEmpty() ? "anonymous memory" : path,
                    "",
                    path,
                    "",
                    0,
                    "",
                    0,
                    0,
                    0,
                    List.of(),
                    0,
                    List.of()),
                NONE));
  }

  /** Whether an object is mapped memory of no file. */
  boolean isAnonymous(int object) {
    DataObject known = entries.get(object).object;
    return known.kind() == DataClass.MAPPED && known.object().isEmpty();
  }

  /** What allocators have around their blocks, and have not given out. */
  int heapRest() {
    return unique(DataClass.HEAP, "(heap, no block)", 0);
  }

  /** What the kernel writes above the first frame: arguments, environment, auxiliary vector. */
  int arguments() {
    return unique(DataClass.STACK, "(arguments and environment)", 1);
  }

  /** An object of which there is one, and nothing more to say. */
  private int unique(DataClass kind, String name, long instances) {
    return numbers.computeIfAbsent(
        new UniqueKey(name),
        key ->
            add(
                new DataObject(
                    kind, name, "", "", "", 0, "", 0, 0, 0, List.of(), instances, List.of()),
                NONE));
  }

  /** Memory the program gave a name. */
  int named(String name, long address) {
    return numbers.computeIfAbsent(
        new NamedKey(name),
        key ->
            add(
                new DataObject(
                    DataClass.NAMED,
                    name,
                    "",
                    "",
                    "",
                    0,
                    "",
                    address,
                    0,
                    0,
                    List.of(),
                    0,
                    List.of()),
                NONE));
  }

  /** Heap blocks of one allocation path. */
  int heap(
      String name, String function, String objectPath, String file, int line, List<String> path) {
    return add(
        new DataObject(
            DataClass.HEAP,
            name,
            function,
            objectPath,
            file,
            line,
            "",
            0,
            0,
            0,
            List.of(),
            0,
            path),
        NONE);
  }

  /** There is one more of an object, of this size. */
  void addInstance(int object, long bytes) {
    Entry entry = entries.get(object);
    entry.instances++;
    entry.bytes = Math.max(entry.bytes, bytes);
  }

  /** The objects as they are known at the end. */
  List<DataObject> list(Calls calls) {
    List<DataObject> list = new ArrayList<>(entries.size());
    for (Entry entry : entries) {
      DataObject o = entry.object;
      list.add(
          new DataObject(
              o.kind(),
              o.name(),
              o.function(),
              o.object(),
              o.file(),
              o.line(),
              o.type(),
              o.kind() == DataClass.NAMED && entry.instances > 1 ? 0 : o.address(),
              entry.bytes,
              o.elementBytes(),
              o.dimensions(),
              entry.frameOf == NONE ? entry.instances : Math.max(1, calls.of(entry.frameOf)),
              o.path()));
    }
    return HeapNames.distinct(list);
  }
}
