package org.tslmap.apexmap.prediction;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.apexmap.CoreCosts;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.Operations;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * Cuts functions into places that run one after the other: loops, and what is outside loops. What a
 * core computes and what it waits for go on together within a place, but hardly beyond it. A loop
 * of which the core sees the end while it waits for what is before it is no place of its own: it
 * belongs to the loop around it, or to the function. Where instructions are not known by loop, a
 * function is one place.
 */
final class CodePlaces {

  /** Where a function's code outside loops is. */
  static final long OUTSIDE = 0;

  private final CoreCosts core;
  private final IdentityHashMap<SiteProfile, Long> ofSites = new IdentityHashMap<>();
  private final Map<FunctionInfo, Map<Long, InstructionCounts>> instructions =
      new LinkedHashMap<>();

  private CodePlaces(CoreCosts core) {
    this.core = core;
  }

  /** Those of some processes, whose instructions are known. */
  static CodePlaces of(List<ProcessProfile> processes, CoreCosts core) {
    CodePlaces places = new CodePlaces(core);
    processes.forEach(places::add);
    return places;
  }

  /** The place of a site: the address of its loop's head, or {@link #OUTSIDE}. */
  long of(SiteProfile site) {
    return ofSites.getOrDefault(site, OUTSIDE);
  }

  /** What the places of a function executed. */
  Map<Long, InstructionCounts> instructions(FunctionInfo function) {
    return instructions.getOrDefault(function, Map.of());
  }

  private void add(ProcessProfile process) {
    Operations operations = process.operations();
    List<CodeLoop> loops = process.loops().loops();
    boolean known = operations.isKnown() && !operations.loops().isEmpty();
    long[] place = known ? places(process) : new long[loops.size()];
    Map<Integer, InstructionCounts> inLoops = new HashMap<>();
    for (int i = 0; known && i < loops.size(); i++) {
      InstructionCounts own = operations.loops().get(i);
      int function = loops.get(i).function();
      add(process.functions().get(function), place[i], own);
      inLoops.merge(function, own, InstructionCounts::plus);
    }
    for (Operations.OfFunction row : operations.functions()) {
      InstructionCounts inside = inLoops.get(row.function());
      add(
          process.functions().get(row.function()),
          OUTSIDE,
          inside == null ? row.counts() : row.counts().outside(inside));
    }
    for (int i = 0; i < process.sites().size(); i++) {
      int loop = process.loops().of(i);
      ofSites.put(process.sites().get(i), loop < 0 ? OUTSIDE : place[loop]);
    }
  }

  private void add(FunctionInfo function, long place, InstructionCounts counts) {
    instructions
        .computeIfAbsent(function, f -> new LinkedHashMap<>())
        .merge(place, counts, InstructionCounts::plus);
  }

  /** Of each loop. */
  private long[] places(ProcessProfile process) {
    List<CodeLoop> loops = process.loops().loops();
    long[] all = new long[loops.size()];
    for (int i = loops.size() - 1; i >= 0; i--) { // inner ones come last
      all[i] += process.operations().loops().get(i).all();
      if (loops.get(i).parent() >= 0) {
        all[loops.get(i).parent()] += all[i];
      }
    }
    long[] calls = new long[process.functions().size()];
    for (CallNode node : process.attribution().calls()) {
      if (node.function() >= 0) {
        calls[node.function()] += node.calls();
      }
    }
    long[] place = new long[loops.size()];
    for (int i = 0; i < loops.size(); i++) {
      CodeLoop loop = loops.get(i);
      boolean inner = loop.parent() >= 0;
      long entries = inner ? loops.get(loop.parent()).rounds() : calls[loop.function()];
      boolean isShort = all[i] < core.window() * entries;
      place[i] = !isShort ? loop.head() : inner ? place[loop.parent()] : OUTSIDE;
    }
    return place;
  }
}
