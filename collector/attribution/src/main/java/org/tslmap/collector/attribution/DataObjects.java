package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.collector.debuginfo.LocalVariable;
import org.tslmap.collector.memory.MemoryRange;
import org.tslmap.collector.memory.Origin;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;

/** The data objects of a process, numbered from 0 in the order they are met. */
final class DataObjects {
  /** A number no object has. */
  static final int NONE = -1;

  /** An object; instances and bytes are not known before the end. */
  private static final class Entry {
    private final Origin origin;
    private final long address;
    private final List<String> path;
    private final int frameOf;
    private final int column;
    private long instances;
    private long bytes;
    private long totalBytes;

    Entry(
        Origin origin,
        long address,
        long bytes,
        long instances,
        int frameOf,
        List<String> path,
        int column) {
      this.column = column;
      this.origin = origin;
      this.address = address;
      this.bytes = bytes;
      this.instances = instances;
      this.frameOf = frameOf;
      this.path = path;
    }
  }

  /** How often a function was called. */
  @FunctionalInterface
  interface Calls {
    /** Calls of the function with this number. */
    long of(int function);
  }

  private final List<Entry> entries = new ArrayList<>();
  private final Map<Key, Integer> numbers = new HashMap<>();

  /** What tells objects apart; a variable with several places in a frame is one. */
  private record Key(
      DataClass kind,
      String name,
      String function,
      String file,
      int line,
      String object,
      long code) {}

  DataObjects() {
    unique(DataObject.UNKNOWN.kind(), DataObject.UNKNOWN.name(), DataObject.UNKNOWN.instances());
  }

  int count() {
    return entries.size();
  }

  private int add(Origin origin, long address, long bytes, long instances, int frameOf) {
    entries.add(new Entry(origin, address, bytes, instances, frameOf, List.of(), 0));
    return entries.size() - 1;
  }

  /** The object of this origin, of which there is one. */
  private int only(Origin origin, long address, long bytes, long instances, int frameOf) {
    return numbers.computeIfAbsent(
        new Key(
            origin.kind(),
            origin.name(),
            origin.function(),
            origin.file(),
            origin.line(),
            origin.object(),
            origin.code()),
        key -> add(origin, address, bytes, instances, frameOf));
  }

  /** A variable of a program or shared object; of a thread-local one, in any of the threads. */
  int variable(MemoryRange range) {
    long address = range.kind() == DataClass.STATIC ? range.start() : 0;
    return add(range.origin(), address, range.bytes(), 1, NONE);
  }

  /**
   * All memory of one name or mapped file, or all activations of a watched variable; what is mapped
   * without a file is one, too.
   */
  int shared(MemoryRange range) {
    long address = range.kind() == DataClass.NAMED ? range.start() : 0;
    return only(range.origin(), address, 0, 0, NONE);
  }

  /** A variable in a function's frames. */
  int local(int function, FunctionSymbol symbol, String objectPath, LocalVariable variable) {
    String declaredIn = variable.function().isEmpty() ? symbol.name() : variable.function();
    Origin origin = Origin.of(variable, declaredIn, objectPath, function, Optional.empty());
    return only(origin, 0, variable.bytes(), 1, function);
  }

  /** The rest of a function's frames. */
  int stack(int function, FunctionSymbol symbol, String objectPath) {
    Origin origin =
        Origin.in(
            DataClass.STACK,
            "stack of " + symbol.name(),
            symbol.name(),
            symbol.file(),
            symbol.line(),
            objectPath,
            function);
    return only(origin, 0, 0, 1, function);
  }

  /** What allocators have around their blocks, and have not given out. */
  int heapRest() {
    return unique(DataClass.HEAP, DataObject.NO_BLOCK, 0);
  }

  /** What the kernel writes above the first frame: arguments, environment, auxiliary vector. */
  int arguments() {
    return unique(DataClass.STACK, DataObject.ENVIRONMENT, 1);
  }

  /** An object of which there is one, and nothing more to say. */
  private int unique(DataClass kind, String name, long instances) {
    return only(Origin.plain(kind, name, "", 0), 0, 0, instances, NONE);
  }

  /** Heap blocks of one allocation path. */
  int heap(
      String name,
      String function,
      String objectPath,
      String file,
      int line,
      int column,
      List<String> path) {
    Origin origin = Origin.in(DataClass.HEAP, name, function, file, line, objectPath, 0);
    entries.add(new Entry(origin, 0, 0, 0, NONE, path, column));
    return entries.size() - 1;
  }

  /** There is one more of an object, of this size. */
  void addInstance(int object, long bytes) {
    Entry entry = entries.get(object);
    entry.instances++;
    entry.bytes = Math.max(entry.bytes, bytes);
    entry.totalBytes += bytes;
  }

  /** The objects as they are known at the end. */
  List<DataObject> list(Calls calls) {
    List<DataObject> list = new ArrayList<>(entries.size());
    for (Entry entry : entries) {
      Origin origin = entry.origin;
      list.add(
          new DataObject(
              origin.kind(),
              origin.name(),
              origin.function(),
              origin.object(),
              origin.file(),
              origin.line(),
              origin.type().text(),
              origin.kind() == DataClass.NAMED && entry.instances > 1 ? 0 : entry.address,
              entry.bytes,
              origin.type().elementBytes(),
              origin.type().dimensions(),
              entry.frameOf == NONE ? entry.instances : Math.max(1, calls.of(entry.frameOf)),
              entry.path,
              entry.totalBytes));
    }
    return HeapNames.distinct(list, entries.stream().map(entry -> entry.column).toList());
  }
}
