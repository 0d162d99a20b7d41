package org.tslmap.apexmap;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.LoopForest;
import org.tslmap.locality.profile.Operations;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * Misses of a loop that nobody foresees, or of a function outside loops.
 *
 * @param loads its own, without those of loops inside it
 * @param apart instructions from one miss to the next, in it and in loops inside it; 0 without
 *     misses
 */
public record LoopMisses(LoadDependence loads, double apart) {

  /** Accesses and instructions of a place, and of those inside it; and its own loads. */
  private static final class Sum {
    private long accesses;
    private long recorded;
    private long missed;
    private long instructions;
    private LoadDependence own = LoadDependence.NONE;

    void add(SiteProfile site, LoadDependence loads) {
      accesses += site.accesses();
      recorded += site.recorded();
      missed += loads.missed();
    }

    /** What misses was recorded, so only as many instructions count. */
    LoopMisses misses() {
      double all = (double) instructions * recorded / Math.max(1, accesses);
      return new LoopMisses(own, missed == 0 ? 0 : all / missed);
    }
  }

  /**
   * Those of a process, by the number of the function. Where instructions are known by function
   * alone, its loops have as many for each access; where loops are not known, there is one place
   * for each function; where instructions are not known, there are none.
   */
  public static Map<Integer, List<LoopMisses>> byFunction(ProcessProfile process) {
    if (!process.operations().isKnown()) {
      return Map.of();
    }
    LoopForest forest = process.loops();
    Map<Integer, Sum> functions = new TreeMap<>();
    Map<CodeLoop, Sum> loops = new LinkedHashMap<>();
    for (int i = 0; i < process.sites().size(); i++) {
      SiteProfile site = process.sites().get(i);
      LoadDependence loads = site.dependence().orElse(LoadDependence.NONE);
      List<Sum> around = new ArrayList<>();
      for (CodeLoop loop : forest.nest(forest.of(i))) {
        around.add(loops.computeIfAbsent(loop, l -> new Sum()));
      }
      around.add(functions.computeIfAbsent(site.function(), f -> new Sum()));
      around.forEach(sum -> sum.add(site, loads));
      around.get(0).own = around.get(0).own.plus(loads);
    }
    addInstructions(process, functions, loops);
    Map<Integer, List<LoopMisses>> misses = new TreeMap<>();
    functions.forEach(
        (function, sum) -> misses.put(function, new ArrayList<>(List.of(sum.misses()))));
    // A view by inlined functions has sites in loops of another function.
    loops.forEach(
        (loop, sum) ->
            misses.computeIfAbsent(loop.function(), f -> new ArrayList<>()).add(sum.misses()));
    return misses;
  }

  private static void addInstructions(
      ProcessProfile process, Map<Integer, Sum> functions, Map<CodeLoop, Sum> loops) {
    Operations operations = process.operations();
    for (Operations.OfFunction row : operations.functions()) {
      if (functions.containsKey(row.function())) {
        functions.get(row.function()).instructions = row.counts().all();
      }
    }
    if (operations.loops().isEmpty()) {
      loops.forEach(
          (loop, sum) -> {
            Sum function = functions.getOrDefault(loop.function(), new Sum());
            sum.instructions =
                Math.round(
                    (double) function.instructions * sum.accesses / Math.max(1, function.accesses));
          });
    }
    for (int i = 0; i < operations.loops().size(); i++) {
      long own = operations.loops().get(i).all();
      process.loops().nest(i).stream()
          .filter(loops::containsKey)
          .forEach(loop -> loops.get(loop).instructions += own);
    }
  }
}
