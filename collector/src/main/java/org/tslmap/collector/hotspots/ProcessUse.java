package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * One process's accesses by function, object and movement.
 *
 * @param process the profile
 * @param memory what accesses are measured against
 * @param objects all data objects
 * @param functions functions that made an access to data
 */
record ProcessUse(
    ProcessProfile process, Memory memory, List<ObjectUse> objects, List<FunctionUse> functions) {

  /** Groups a profile with attribution. */
  static ProcessUse of(ProcessProfile process, List<CacheLevel> caches) {
    Memory memory = new Memory(process.parameters(), caches);
    List<ObjectUse> objects = objects(process, memory);
    Map<Integer, Map<Integer, List<Cell>>> cells = new LinkedHashMap<>();
    for (DataAccess access : process.attribution().accesses()) {
      Cell cell = new Cell(process.sites().get(access.site()), access);
      cells
          .computeIfAbsent(cell.site().function(), f -> new LinkedHashMap<>())
          .computeIfAbsent(access.object(), o -> new ArrayList<>())
          .add(cell);
    }
    Set<Integer> recursive = recursive(process.attribution().calls());
    List<FunctionUse> functions = new ArrayList<>();
    cells.forEach(
        (function, byObject) -> {
          List<CellGroup> groups = new ArrayList<>();
          byObject.forEach((o, own) -> groups.addAll(CellGroup.of(objects.get(o), own)));
          functions.add(
              new FunctionUse(
                  function,
                  process.functions().get(function),
                  recursive.contains(function),
                  groups));
        });
    return new ProcessUse(process, memory, objects, functions);
  }

  /** Functions that are on their own call path. */
  private static Set<Integer> recursive(List<CallNode> calls) {
    Set<Integer> recursive = new HashSet<>();
    for (CallNode call : calls) {
      int above = call.parent();
      while (above >= 0 && calls.get(above).function() != call.function()) {
        above = calls.get(above).parent();
      }
      if (above >= 0) {
        recursive.add(call.function());
      }
    }
    return recursive;
  }

  private static List<ObjectUse> objects(ProcessProfile process, Memory memory) {
    int count = process.attribution().objects().size();
    long[] touched = new long[count];
    long[] accesses = new long[count];
    for (DataAccess access : process.attribution().accesses()) {
      touched[access.object()] += access.histograms().word().cold() * memory.word();
      accesses[access.object()] += access.accesses();
    }
    List<ObjectUse> objects = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      objects.add(
          new ObjectUse(
              i, process.attribution().objects().get(i), memory, touched[i], accesses[i]));
    }
    return objects;
  }

  long accesses() {
    return process.totals().accesses();
  }
}
