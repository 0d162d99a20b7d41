package org.tslmap.collector.hotspots;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.tslmap.collector.report.StackMetric;
import org.tslmap.collector.report.StackWeight;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SharedData;

/**
 * The estimated time of a run's accesses by function and by data object, the same that hotspots are
 * a share of, with what these leave out.
 *
 * <p>Costs depend on how accesses to each object follow one another, which is not known of single
 * call paths. So a path has as much of its function's time as its own distances would cost of those
 * of all its paths, if misses overlapped. This adds up to the function's time. A path that also has
 * what was done below it, on paths too many to be kept, costs what it would if misses overlapped.
 */
public final class EstimatedTimes implements StackWeight {

  private static final StackMetric METRIC =
      new StackMetric("seconds", "seconds", "estimated time of memory accesses");
  private static final double SECONDS = 1e-9;

  private final Map<FunctionInfo, Double> ofFunctions = new HashMap<>();
  private final Map<FunctionInfo, Double> alone = new HashMap<>();
  private final Map<ProcessIdentity, Map<Integer, Double>> ofObjects = new HashMap<>();
  private final HotspotSettings settings;
  private final Memory memory;

  private EstimatedTimes(LocalityProfile profile, HotspotSettings settings) {
    this.settings = settings;
    this.memory = new Memory(profile.mainProcess().parameters(), settings);
    for (ProcessProfile process : profile.processes()) {
      for (FunctionProfile function : process.functionProfiles()) {
        alone.merge(
            function.function(), alone(function.accesses(), function.histograms()), Double::sum);
      }
      if (process.attribution().hasData()) {
        add(process);
      }
    }
  }

  /** Estimates the times of all accesses of a run. */
  public static EstimatedTimes of(LocalityProfile profile, HotspotSettings settings) {
    return new EstimatedTimes(profile, settings);
  }

  private void add(ProcessProfile process) {
    ProcessUse use = ProcessUse.of(process, settings);
    double least = ProcessHotspots.leastPenalty(use);
    for (FunctionUse function : use.functions()) {
      for (CellGroup group : function.groups()) {
        double time = group.nanoseconds(ProbeRules.manner(function, group, least));
        add(process, function.info(), group.object().number(), time);
      }
    }
    Set<Integer> waiting = Set.copyOf(process.waiting());
    for (DataAccess access : process.attribution().accesses()) {
      if (waiting.contains(access.site())) {
        FunctionInfo function = process.functionOf(process.sites().get(access.site()));
        add(process, function, access.object(), access.accesses() * memory.times().hit());
      }
    }
    for (SharedData data : process.attribution().shared()) {
      SharedUse shared = new SharedUse(use, data);
      if (shared.isToAndFro() && !shared.isOfRuntime()) {
        FunctionInfo function = process.functionOf(shared.sites().get(0));
        double time = shared.accesses() * memory.times().transfer();
        add(process, function, data.object(), time);
      }
    }
  }

  private void add(ProcessProfile process, FunctionInfo function, int object, double time) {
    ofFunctions.merge(function, time, Double::sum);
    ofObjects
        .computeIfAbsent(process.identity(), p -> new HashMap<>())
        .merge(object, time, Double::sum);
  }

  /** Nanoseconds of accesses of which only distances are known. */
  private double alone(long accesses, Histograms histograms) {
    return accesses * memory.times().hit()
        + memory.penalty(Manner.OVERLAPPED, StepWalk.NONE, histograms.line());
  }

  @Override
  public StackMetric metric() {
    return METRIC;
  }

  @Override
  public double of(FunctionInfo function, long accesses, Histograms histograms) {
    double ofAll = alone.getOrDefault(function, 0.0);
    double own = alone(accesses, histograms);
    double known = ofFunctions.getOrDefault(function, ofAll);
    return SECONDS * (own <= ofAll ? own / Math.max(ofAll, Double.MIN_VALUE) * known : own);
  }

  @Override
  public double of(ProcessProfile process, int object) {
    return SECONDS * ofObjects.getOrDefault(process.identity(), Map.of()).getOrDefault(object, 0.0);
  }
}
