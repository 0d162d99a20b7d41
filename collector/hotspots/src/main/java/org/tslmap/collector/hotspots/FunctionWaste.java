package org.tslmap.collector.hotspots;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SharedData;
import org.tslmap.locality.profile.SiteProfile;

/**
 * What all accesses of each function waste, those too that are too few for a hotspot: misses that a
 * better layout or order would not have, and accesses to lines that go to and fro between threads.
 */
public final class FunctionWaste {
  private FunctionWaste() {}

  /**
   * Accesses that are wasted, by function; functions that waste none may be missing. An access that
   * misses all caches counts 1, one that misses one of three a third.
   */
  public static Map<FunctionInfo, Double> of(LocalityProfile profile, HotspotSettings settings) {
    Map<FunctionInfo, Double> waste = new HashMap<>();
    for (ProcessProfile process : profile.processes()) {
      if (process.attribution().hasData()) {
        add(ProcessUse.of(process, settings), waste);
      }
    }
    return waste;
  }

  private static void add(ProcessUse use, Map<FunctionInfo, Double> waste) {
    for (FunctionUse function : use.functions()) {
      double sum = function.groups().stream().mapToDouble(CellGroup::waste).sum();
      waste.merge(function.info(), sum, Double::sum);
    }
    for (SharedData data : use.process().attribution().shared()) {
      SharedUse shared = new SharedUse(use, data);
      if (shared.isToAndFro() && !shared.isOfRuntime()) {
        // Each function that takes part needs the others' accesses to be recorded.
        Set<FunctionInfo> functions = new HashSet<>();
        for (SiteProfile site : shared.sites()) {
          functions.add(use.process().functionOf(site));
        }
        functions.forEach(function -> waste.merge(function, shared.accesses(), Double::sum));
      }
    }
  }
}
