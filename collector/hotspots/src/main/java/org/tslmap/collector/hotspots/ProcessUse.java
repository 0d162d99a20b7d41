package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tslmap.apexmap.LoopMisses;
import org.tslmap.apexmap.MissOverlap;
import org.tslmap.collector.origin.Origin;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.Footprints;
import org.tslmap.locality.profile.Grouping;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ThreadFunction;

/**
 * One process's accesses by function, object and movement.
 *
 * @param process the profile
 * @param memory what accesses are measured against
 * @param objects all data objects
 * @param functions functions that made an access to data, without accesses that only wait
 * @param waiting how many accesses only wait for another thread or process
 */
record ProcessUse(
    ProcessProfile process,
    Memory memory,
    List<ObjectUse> objects,
    List<FunctionUse> functions,
    long waiting) {

  /** Groups a profile with attribution. */
  static ProcessUse of(ProcessProfile process, HotspotSettings settings) {
    Memory memory = new Memory(process.parameters(), settings);
    EstimatedFirstTouches first = new EstimatedFirstTouches(process, memory);
    List<DataAccess> accesses = first.bounded();
    List<ObjectUse> objects = objects(process, accesses, first, memory);
    CallUse calls = new CallUse(process);
    Map<Integer, Map<Integer, List<Cell>>> cells = new LinkedHashMap<>();
    Map<Integer, Footprint> footprints = footprintsOfSites(process);
    Set<Integer> waitingSites = Set.copyOf(process.waiting());
    long waiting = 0;
    for (DataAccess access : accesses) {
      if (waitingSites.contains(access.site())) {
        waiting += access.accesses();
        continue;
      }
      int number = process.sites().get(access.site()).function();
      Cell cell = Cell.of(process, access, calls.calls(number), footprints);
      cells
          .computeIfAbsent(number, f -> new LinkedHashMap<>())
          .computeIfAbsent(access.object(), o -> new ArrayList<>())
          .add(cell);
    }
    Map<Integer, List<LoopMisses>> misses = LoopMisses.byFunction(process);
    List<FunctionUse> functions = new ArrayList<>();
    cells.forEach(
        (function, byObject) -> {
          MissOverlap overlap =
              MissOverlap.of(memory.times().core(), misses.getOrDefault(function, List.of()));
          List<CellGroup> groups = new ArrayList<>();
          byObject.forEach((o, own) -> groups.addAll(CellGroup.of(objects.get(o), own, overlap)));
          functions.add(
              new FunctionUse(
                  function,
                  process.functions().get(function),
                  calls.isRecursive(function),
                  calls.calls(function),
                  calls.callers(function),
                  calls.share(function, FunctionUse::isGrowth),
                  CellGroup.besideOneAnother(groups)));
        });
    return new ProcessUse(process, memory, objects, functions, waiting);
  }

  private static List<ObjectUse> objects(
      ProcessProfile process,
      List<DataAccess> allAccesses,
      EstimatedFirstTouches first,
      Memory memory) {
    int count = process.attribution().objects().size();
    long[] accesses = new long[count];
    long[] accessed = new long[count];
    double[] fetches = new double[count];
    long[] coldBytes = new long[count];
    long[] coldLines = new long[count];
    Map<String, Integer> names = new HashMap<>();
    for (DataAccess access : allAccesses) {
      Cell cell = Cell.of(process, access, 0, Map.of());
      coldBytes[access.object()] += cell.coldBytes(memory);
      coldLines[access.object()] += access.histograms().line().cold();
      accesses[access.object()] += access.accesses();
      if (process.sites().get(access.site()).kind() == AccessKind.LOAD) {
        fetches[access.object()] += access.histograms().line().misses(memory.firstLines());
      }
      accessed[access.object()] += access.accesses() * Math.max(memory.word(), cell.site().size());
    }
    for (DataObject object : process.attribution().objects()) {
      names.merge(object.name(), 1, Integer::sum);
    }
    Map<Integer, Footprint> footprints = footprintsOfBlocks(process);
    List<ObjectUse> objects = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      DataObject object = process.attribution().objects().get(i);
      // First touches may overlap, and a line may be another object's at first.
      long bytes = first.recordedBytes(i);
      long lines = first.recordedLines(i);
      long touched = lines == 0 ? bytes : Math.min(bytes, lines * memory.line());
      Footprint footprint = footprints.get(i);
      if (footprint != null) {
        // A word stands for all that an access to it takes.
        long width = accessed[i] / Math.max(1, accesses[i]);
        touched = Math.min(footprint.word() * width, footprint.line() * memory.line());
      } else if (touched == 0 && object.kind() == DataClass.HEAP) {
        touched = object.bytes();
      }
      objects.add(
          ObjectUse.of(
              i,
              object,
              memory,
              touched,
              accesses[i],
              fetches[i],
              Math.min(1, (double) coldBytes[i] / Math.max(1, coldLines[i] * memory.line())),
              names.get(object.name()) == 1));
    }
    return objects;
  }

  /**
   * What was touched of the blocks of the heap, as far as it is known. A block that lies where
   * another one was has no first touches.
   */
  private static Map<Integer, Footprint> footprintsOfBlocks(ProcessProfile process) {
    Map<Integer, Footprint> footprints = new HashMap<>();
    Attribution attribution = process.attribution();
    for (Footprints.Part part : attribution.footprints().of(Grouping.OBJECT)) {
      int object = attribution.accesses().get(part.access()).object();
      if (attribution.objects().get(object).kind() == DataClass.HEAP) {
        footprints.put(object, part.footprint());
      }
    }
    return footprints;
  }

  private static Map<Integer, Footprint> footprintsOfSites(ProcessProfile process) {
    Attribution attribution = process.attribution();
    return attribution.footprints().of(Grouping.SITE).stream()
        .collect(
            Collectors.toMap(
                part -> attribution.accesses().get(part.access()).site(),
                Footprints.Part::footprint));
  }

  /** Threads that run code of the program; all where it is not known what each thread runs. */
  Set<Integer> threadsOfProgram() {
    List<ThreadFunction> known = process.attribution().threadFunctions();
    return known.isEmpty()
        ? process.attribution().shared().stream()
            .flatMap(shared -> shared.threads().stream())
            .collect(Collectors.toSet())
        : known.stream()
            .filter(one -> Origin.of(process.functions().get(one.function())) == Origin.PROGRAM)
            .map(ThreadFunction::thread)
            .collect(Collectors.toSet());
  }

  long accesses() {
    return process.totals().accesses();
  }
}
