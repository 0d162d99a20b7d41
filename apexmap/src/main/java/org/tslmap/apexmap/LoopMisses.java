package org.tslmap.apexmap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.LoopForest;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * Misses of a loop that nobody foresees, or of a function outside loops.
 *
 * @param loads its own, without those of loops inside it
 * @param apart accesses from one miss to the next, in it and in loops inside it; 0 without misses
 */
public record LoopMisses(LoadDependence loads, double apart) {

  /** Accesses of a place, and of those inside it; and its own loads. */
  private static final class Sum {
    private long accesses;
    private long missed;
    private LoadDependence own = LoadDependence.NONE;

    void add(SiteProfile site, LoadDependence loads) {
      accesses += site.recorded();
      missed += loads.missed();
    }

    LoopMisses misses() {
      return new LoopMisses(own, missed == 0 ? 0 : (double) accesses / missed);
    }
  }

  /** Those of a process, by the number of the function; where loops are not known, one for each. */
  public static Map<Integer, List<LoopMisses>> byFunction(ProcessProfile process) {
    LoopForest forest = process.loops();
    Map<Integer, Sum> functions = new HashMap<>();
    Map<CodeLoop, Sum> loops = new HashMap<>();
    Map<Integer, List<Sum>> sums = new TreeMap<>();
    for (int i = 0; i < process.sites().size(); i++) {
      SiteProfile site = process.sites().get(i);
      LoadDependence loads = site.dependence().orElse(LoadDependence.NONE);
      List<Sum> around = new ArrayList<>();
      for (CodeLoop loop : forest.nest(forest.of(i))) {
        around.add(loops.computeIfAbsent(loop, l -> added(sums, site.function())));
      }
      around.add(functions.computeIfAbsent(site.function(), f -> added(sums, f)));
      around.forEach(sum -> sum.add(site, loads));
      around.get(0).own = around.get(0).own.plus(loads);
    }
    Map<Integer, List<LoopMisses>> misses = new TreeMap<>();
    sums.forEach((function, all) -> misses.put(function, all.stream().map(Sum::misses).toList()));
    return misses;
  }

  private static Sum added(Map<Integer, List<Sum>> sums, int function) {
    Sum sum = new Sum();
    sums.computeIfAbsent(function, f -> new ArrayList<>()).add(sum);
    return sum;
  }
}
