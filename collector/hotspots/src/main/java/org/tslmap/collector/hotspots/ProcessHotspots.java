package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tslmap.collector.hotspots.TemporaryRules.Pass;
import org.tslmap.collector.phases.Phases;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SharedData;

/** The findings of one process, and its estimated time. */
final class ProcessHotspots {

  /** So much of the share that is worth showing is worth a look. */
  private static final double SMALL = 0.1;

  /** A function's part of all accesses from which its stack traffic is worth a note. */
  private static final double BUSY = 0.1;

  /** A stack's part of a function's accesses from which it is called traffic. */
  private static final double MOSTLY = 0.6;

  /** Bytes of what a register or two may hold. */
  private static final int LARGEST_SCALAR = 16;

  private final ProcessUse use;
  private final PhaseParts parts;
  private final List<Finding> findings = new ArrayList<>();
  private EstimatedTime time = EstimatedTime.NONE;

  private ProcessHotspots(ProcessUse use, Phases phases) {
    this.use = use;
    this.parts = new PhaseParts(phases);
  }

  /** Looks through a process's accesses. */
  static ProcessHotspots of(ProcessProfile process, Phases phases, HotspotSettings settings) {
    ProcessHotspots hotspots = new ProcessHotspots(ProcessUse.of(process, settings), phases);
    hotspots.look(SMALL * settings.leastShare());
    return hotspots;
  }

  /**
   * Those that waste a tenth of the least share of this process's time or more, and the three that
   * waste most in any case, in no order.
   */
  List<Finding> findings() {
    return findings;
  }

  /** The time of all its accesses, and how much of it is wasted. */
  EstimatedTime time() {
    return time;
  }

  /** One group, and how its accesses follow one another. */
  private record Part(FunctionUse function, CellGroup group, Manner manner) {
    double wasted() {
      return function.wastedNanoseconds(group, manner);
    }
  }

  private void look(double leastShare) {
    List<Part> groups = new ArrayList<>();
    double leastPenalty = leastPenalty(use);
    time = EstimatedTime.leftOut(use.waiting() * use.memory().times().hit());
    for (FunctionUse function : use.functions()) {
      for (CellGroup group : function.groups()) {
        Manner manner = ProbeRules.manner(function, group, leastPenalty);
        if (function.isLeftOut()) {
          time = time.plus(EstimatedTime.leftOut(group.nanoseconds(manner)));
        } else {
          if (!group.object().isEnvironment() && group.isRecorded()) {
            groups.add(new Part(function, group, manner));
          }
          time = time.plus(EstimatedTime.of(group.nanoseconds(manner), group.penalty(manner)));
        }
      }
    }
    List<SharedUse> shared = shared();
    shared.stream()
        .filter(one -> !one.isOfRuntime())
        .forEach(one -> time = time.plus(EstimatedTime.of(transfers(one), 0)));
    double least = Math.max(Double.MIN_VALUE, leastShare * time.nanoseconds());
    groups.removeAll(lookAtTemporaries(groups, least));
    groups.removeIf(lookAtBlocksOfOneCall(groups, least)::contains);
    double leastWaste = Math.max(Double.MIN_VALUE, Math.min(least, third(groups)));
    for (Part part : groups) {
      time = time.plus(EstimatedTime.waste(part.wasted()));
      if (!StackRules.isInFrames(part.function(), part.group())) {
        look(part, leastWaste, leastShare, least);
      }
    }
    for (FunctionUse function : use.functions()) {
      if (!function.isLeftOut()) {
        lookAtFrames(function, least);
        lookAtTraffic(function);
      }
    }
    lookAtSharing(shared, least);
    lookAtSynchronisation(shared, leastShare / SMALL);
  }

  /** Nanoseconds of penalties from which it is worth looking at how accesses follow one another. */
  static double leastPenalty(ProcessUse use) {
    double hits = use.accesses() * use.memory().times().hit();
    return SMALL * use.memory().settings().leastShare() * hits;
  }

  /** What the group that wastes third most wastes: so many are always shown. */
  private static double third(List<Part> groups) {
    return groups.stream()
        .filter(part -> !StackRules.isInFrames(part.function(), part.group()))
        .map(Part::wasted)
        .sorted(Comparator.reverseOrder())
        .skip(Hotspots.MOST_SMALL - 1)
        .findFirst()
        .orElse(0.0);
  }

  /** Gives the parts that are passes over temporaries, of which there are findings then. */
  private Set<Part> lookAtTemporaries(List<Part> parts, double least) {
    Map<String, List<Part>> byAllocator =
        parts.stream()
            .filter(part -> TemporaryRules.isPass(part.function(), part.group()))
            .collect(Collectors.groupingBy(part -> part.group().object().object().function()));
    Set<Part> found = new HashSet<>();
    for (List<Part> same : byAllocator.values()) {
      List<Pass> passes =
          same.stream()
              .map(part -> new Pass(part.function(), part.group()))
              .sorted(
                  Comparator.comparing((Pass pass) -> pass.function().isOfSystem())
                      .thenComparing(Comparator.comparingDouble(Pass::wasted).reversed()))
              .toList();
      double wasted = passes.stream().mapToDouble(Pass::wasted).sum();
      if (TemporaryRules.areOneProblem(passes) && wasted >= least) {
        time = time.plus(EstimatedTime.waste(wasted));
        add(passes, wasted);
        found.addAll(same);
      }
    }
    return found;
  }

  private void add(List<Pass> passes, double wasted) {
    List<CellGroup> groups = passes.stream().map(Pass::group).toList();
    CellGroup all = CellGroup.together(groups);
    Diagnosis diagnosis = TemporaryRules.diagnose(passes);
    List<String> evidence = new ArrayList<>(diagnosis.evidence());
    evidence.add(Evidence.time(all, Manner.STREAMED, wasted));
    Map<String, Double> phases = new LinkedHashMap<>();
    for (Pass pass : passes) {
      parts
          .of(pass.function().number(), pass.group().object().number())
          .forEach(
              (phase, part) -> phases.merge(phase, part * pass.wasted() / wasted, Double::sum));
    }
    double waste = groups.stream().mapToDouble(CellGroup::waste).sum();
    Finding whole =
        new Finding(
            diagnosis.pattern(),
            passes.get(0).function().info().name(),
            TemporaryRules.object(passes),
            "",
            passes.get(0).function().places(groups.get(0)),
            0,
            wasted,
            waste,
            all.accesses(),
            missRatios(all),
            1,
            diagnosis.sentence(),
            evidence,
            List.of(),
            List.of(),
            diagnosis.together());
    phases.forEach((phase, part) -> findings.add(whole.in(phase, part)));
  }

  /**
   * What a function does in no order to blocks that one call allocates on many call paths, as a
   * garbage collector does to an interpreter's values, is one finding. Gives these parts.
   */
  private Set<Part> lookAtBlocksOfOneCall(List<Part> parts, double least) {
    Set<Part> found = Collections.newSetFromMap(new IdentityHashMap<>());
    parts.stream()
        .filter(part -> BlocksOfOneCall.mayBelong(part.group()))
        .collect(
            Collectors.groupingBy(
                part -> BlocksOfOneCall.key(part.function(), part.group()),
                LinkedHashMap::new,
                Collectors.toList()))
        .values()
        .forEach(
            same -> {
              if (same.size() > ObjectUse.MOST_NAMED) {
                Part all = together(same, least);
                if (all.wasted() >= least) {
                  add(all, same);
                  found.addAll(same);
                }
              }
            });
    return found;
  }

  /** The parts as one. It has more samples of misses that wait than each of its parts. */
  private Part together(List<Part> same, double least) {
    FunctionUse function = same.get(0).function();
    CellGroup all = BlocksOfOneCall.together(same.stream().map(Part::group).toList());
    return new Part(function, all, ProbeRules.manner(function, all, least));
  }

  private void add(Part together, List<Part> same) {
    FunctionUse function = together.function();
    CellGroup all = together.group();
    double wasted = together.wasted();
    double apart = same.stream().mapToDouble(part -> part.group().penalty(part.manner())).sum();
    double more = all.penalty(together.manner()) - apart;
    time = time.plus(EstimatedTime.of(more, more)).plus(EstimatedTime.waste(wasted));
    Diagnosis diagnosis =
        function.isAllocator() ? allocation(function, all) : ProbeRules.ofObject(function, all);
    List<String> evidence = new ArrayList<>(diagnosis.evidence());
    evidence.add(Evidence.time(all, together.manner(), wasted));
    evidence.addAll(Evidence.of(all, use.process()));
    Map<String, Double> phases = new LinkedHashMap<>();
    for (Part part : same) {
      parts
          .of(function.number(), part.group().object().number())
          .forEach(
              (phase, share) ->
                  phases.merge(
                      phase, share * part.group().accesses() / all.accesses(), Double::sum));
    }
    double waste = same.stream().mapToDouble(part -> part.group().waste()).sum();
    Finding whole =
        new Finding(
            diagnosis.pattern(),
            function.info().name(),
            all.object().object().name(),
            "",
            function.places(all),
            0,
            wasted,
            waste,
            all.accesses(),
            missRatios(all),
            1,
            diagnosis.sentence(),
            evidence,
            List.of(),
            List.of(),
            diagnosis.together());
    phases.forEach((phase, part) -> findings.add(whole.in(phase, part)));
  }

  private static List<Double> missRatios(CellGroup group) {
    return Arrays.stream(group.misses()).mapToObj(m -> m / Math.max(1, group.accesses())).toList();
  }

  private void look(Part part, double leastWaste, double leastShare, double least) {
    CellGroup group = part.group();
    double wasted = part.wasted();
    if (wasted >= leastWaste) {
      add(
          part.function(),
          group,
          part.manner(),
          diagnose(part.function(), group),
          wasted,
          group.waste());
    } else if (part.function().isOnlyUse(group) && SMALL * group.penalty(part.manner()) >= least) {
      add(
          part.function(),
          group,
          part.manner(),
          SweepRules.onlyUse(part.function(), group),
          group.penalty(part.manner()),
          group.waste());
    } else if (group.isDense()
        && SMALL * group.unavoidableNanoseconds() >= least
        && SMALL * group.unavoidable() >= leastShare * use.accesses()) {
      add(
          part.function(),
          group,
          part.manner(),
          SweepRules.streamOnce(part.function(), group),
          group.unavoidableNanoseconds(),
          group.unavoidable());
    }
  }

  private Diagnosis diagnose(FunctionUse function, CellGroup group) {
    if (function.isAllocator()) {
      return allocation(function, group);
    }
    if (group.isDense()) {
      return SweepRules.diagnose(function, group, use.functions());
    }
    return group.isStrided()
        ? StrideRules.diagnose(function, group, use.functions())
        : ProbeRules.diagnose(function, group);
  }

  private static Diagnosis allocation(FunctionUse function, CellGroup group) {
    return new Diagnosis(
        AccessPattern.ALLOCATION,
        Wording.text(
            "%s goes through the allocator's own records in %s, and %s of these accesses miss %s; allocate less"
                + " often and in larger blocks, keep blocks for the next use, or take them from a"
                + " pool of their own",
            function.at(group),
            group.object().text(),
            Wording.percent(group.missRatio(0)),
            group.object().memory().caches().get(0).name()));
  }

  private void add(
      FunctionUse function,
      CellGroup group,
      Manner manner,
      Diagnosis diagnosis,
      double nanoseconds,
      double waste) {
    List<String> evidence = new ArrayList<>(diagnosis.evidence());
    if (!diagnosis.pattern().isNote()) {
      evidence.add(Evidence.time(group, manner, nanoseconds));
    }
    evidence.addAll(Evidence.of(group, use.process()));
    if (!function.callers().isEmpty()) {
      evidence.add("called from " + String.join(", ", function.callers()));
    }
    for (Map.Entry<String, Double> part :
        parts.of(function.number(), group.object().number()).entrySet()) {
      findings.add(
          new Finding(
              diagnosis.pattern(),
              function.info().name(),
              group.object().object().name(),
              part.getKey(),
              function.places(group),
              group.stride(),
              nanoseconds * part.getValue(),
              waste * part.getValue(),
              group.accesses(),
              missRatios(group),
              1,
              diagnosis.sentence(),
              evidence,
              Trials.of(use.process().identity(), function, group, diagnosis.pattern()),
              List.of(),
              diagnosis.together()));
    }
  }

  private void lookAtFrames(FunctionUse function, double least) {
    List<CellGroup> frames = StackRules.frames(function);
    double wasted = frames.stream().mapToDouble(f -> f.wastedNanoseconds(f.manner())).sum();
    if (wasted >= least) {
      CellGroup all = CellGroup.together(frames);
      double waste = frames.stream().mapToDouble(CellGroup::waste).sum();
      Diagnosis diagnosis = StackRules.diagnose(function, all, frames);
      add(function, all, all.manner(), diagnosis, wasted, waste);
    }
  }

  private void lookAtTraffic(FunctionUse function) {
    long stack =
        function.groups().stream()
            .filter(group -> isTraffic(function, group.object()))
            .mapToLong(CellGroup::accesses)
            .sum();
    if (stack < MOSTLY * function.accesses()
        || function.accesses() < BUSY * use.accesses()
        || function.isOfSystem()
        || !function.hasLines()) {
      return;
    }
    String share = Wording.percent((double) stack / function.accesses());
    findings.add(
        new Finding(
            AccessPattern.STACK_TRAFFIC,
            function.info().name(),
            "stack",
            "",
            List.of(),
            0,
            stack * use.memory().times().hit(),
            stack,
            stack,
            List.of(),
            1,
            Wording.text(
                "%s makes %s of its accesses to its own stack frame; compile it with optimisation (-O2) if it"
                    + " is not, let it be inlined where it is called often, since each call saves registers"
                    + " there, or use fewer variables at once, so that they stay in registers",
                function.text(), share),
            List.of(
                Wording.text(
                    "%s of %s accesses", Wording.count(stack), Wording.count(function.accesses()))),
            List.of(),
            List.of(),
            List.of()));
  }

  /** Whether an object is of those that registers might hold: no arrays, and in its own frame. */
  private static boolean isTraffic(FunctionUse function, ObjectUse object) {
    if (!object.isOnStack() || !function.ownsFrameOf(object)) {
      return false;
    }
    return object.isStackRemainder()
        ? !function.isRecursive()
        : object.object().bytes() <= LARGEST_SCALAR;
  }

  /**
   * What threads pass to and fro. What a thread that a library runs for itself shares, as those of
   * MPI do, is no work of the program's.
   */
  private List<SharedUse> shared() {
    List<SharedUse> shared = new ArrayList<>();
    Set<Integer> ofProgram = use.threadsOfProgram();
    for (SharedData data : use.process().attribution().shared()) {
      SharedUse one = new SharedUse(use, data);
      if (one.isToAndFro() && !one.isOfLoader() && (one.isOfRuntime() || one.isAmong(ofProgram))) {
        shared.add(one);
      }
    }
    return shared;
  }

  /** Estimated nanoseconds that threads wait for lines. */
  private double transfers(SharedUse shared) {
    return shared.accesses() * use.memory().times().transfer();
  }

  private void lookAtSharing(List<SharedUse> shared, double least) {
    for (SharedUse one : shared.stream().filter(one -> !one.isOfRuntime()).toList()) {
      time = time.plus(EstimatedTime.waste(transfers(one)));
      if (transfers(one) >= least) {
        add(one, SharingRules.diagnose(one), one.accesses(), transfers(one));
      }
    }
  }

  private void lookAtSynchronisation(List<SharedUse> shared, double leastShare) {
    List<SharedUse> ofRuntime = shared.stream().filter(SharedUse::isOfRuntime).toList();
    long accesses = SharingRules.synchronisation(use, ofRuntime);
    if (accesses >= Math.max(1, leastShare * use.accesses())) {
      add(
          ofRuntime.get(0),
          SharingRules.synchronisation(use, ofRuntime, (double) accesses / use.accesses()),
          accesses,
          accesses * use.memory().times().hit());
    }
  }

  private void add(SharedUse shared, Diagnosis diagnosis, double accesses, double nanoseconds) {
    FunctionInfo function = use.process().functionOf(shared.first());
    int number = shared.first().function();
    for (Map.Entry<String, Double> part : parts.of(number, shared.shared().object()).entrySet()) {
      findings.add(
          new Finding(
              diagnosis.pattern(),
              function.name(),
              shared.object().object().name(),
              part.getKey(),
              shared.places(),
              0,
              nanoseconds * part.getValue(),
              accesses * part.getValue(),
              Math.round(accesses),
              List.of(),
              1,
              diagnosis.sentence(),
              diagnosis.evidence(),
              Trials.of(use.process().identity(), shared, diagnosis.pattern()),
              List.of(),
              diagnosis.together()));
    }
  }
}
