package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.phases.Phases;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SharedData;

/** The findings of one process. */
final class ProcessHotspots {

  /** A function's part of all accesses from which its stack traffic is worth a note. */
  private static final double BUSY = 0.1;

  /** A stack's part of a function's accesses from which it is called traffic. */
  private static final double MOSTLY = 0.6;

  /** Bytes of what a register or two may hold. */
  private static final int LARGEST_SCALAR = 16;

  private final ProcessUse use;
  private final PhaseParts parts;
  private final long allAccesses;
  private final double least;
  private final List<Finding> findings = new ArrayList<>();

  private ProcessHotspots(
      ProcessUse use, Phases phases, long allAccesses, HotspotSettings settings) {
    this.use = use;
    this.parts = new PhaseParts(phases);
    this.allAccesses = Math.max(1, allAccesses);
    this.least = Math.max(1, settings.leastShare() * use.accesses());
  }

  /**
   * The findings of a process, in no particular order.
   *
   * @param allAccesses of the run, which shares are of
   */
  static List<Finding> of(
      ProcessProfile process, Phases phases, long allAccesses, HotspotSettings settings) {
    ProcessUse use = ProcessUse.of(process, settings.caches());
    ProcessHotspots hotspots = new ProcessHotspots(use, phases, allAccesses, settings);
    for (FunctionUse function : use.functions()) {
      List<CellGroup> frames = StackRules.frames(function);
      function.groups().stream()
          .filter(group -> !frames.contains(group))
          .forEach(group -> hotspots.look(function, group));
      hotspots.lookAtFrames(function, frames);
      hotspots.lookAtTraffic(function);
    }
    hotspots.lookAtSharing();
    return hotspots.findings;
  }

  private void look(FunctionUse function, CellGroup group) {
    if (group.waste() >= least) {
      add(function, group, diagnose(function, group), group.waste());
    } else if (group.isDense() && group.unavoidable() >= least) {
      add(function, group, SweepRules.streamOnce(function, group), group.unavoidable());
    }
  }

  private static Diagnosis diagnose(FunctionUse function, CellGroup group) {
    if (group.isDense()) {
      return SweepRules.diagnose(function, group);
    }
    return group.isStrided()
        ? StrideRules.diagnose(function, group)
        : ProbeRules.diagnose(function, group);
  }

  private void add(FunctionUse function, CellGroup group, Diagnosis diagnosis, double waste) {
    List<Double> missRatios =
        Arrays.stream(group.misses()).mapToObj(m -> m / Math.max(1, group.accesses())).toList();
    List<String> evidence = new ArrayList<>(diagnosis.evidence());
    evidence.addAll(Evidence.of(group));
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
              waste * part.getValue(),
              waste * part.getValue() / allAccesses,
              group.accesses(),
              missRatios,
              1,
              diagnosis.sentence(),
              evidence));
    }
  }

  private void lookAtFrames(FunctionUse function, List<CellGroup> frames) {
    double waste = frames.stream().mapToDouble(CellGroup::waste).sum();
    if (waste >= least) {
      CellGroup all = CellGroup.together(frames);
      add(function, all, StackRules.diagnose(function, all, frames), waste);
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
            stack,
            (double) stack / allAccesses,
            stack,
            List.of(),
            1,
            Wording.text(
                "%s makes %s of its accesses to its own stack frame; compile it with optimisation"
                    + " (-O2), or use fewer variables at once, so that they stay in registers",
                function.text(), share),
            List.of(
                Wording.text(
                    "%s of %s accesses",
                    Wording.count(stack), Wording.count(function.accesses())))));
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

  private void lookAtSharing() {
    List<SharedUse> ofRuntime = new ArrayList<>();
    for (SharedData data : use.process().attribution().shared()) {
      SharedUse shared = new SharedUse(use, data);
      if (shared.isToAndFro() && shared.isOfRuntime()) {
        ofRuntime.add(shared);
      } else if (shared.isToAndFro() && shared.accesses() >= least) {
        add(shared, SharingRules.diagnose(shared), shared.accesses());
      }
    }
    long accesses = SharingRules.synchronisation(use, ofRuntime);
    if (accesses >= least) {
      add(
          ofRuntime.get(0),
          SharingRules.synchronisation(use, ofRuntime, (double) accesses / allAccesses),
          accesses);
    }
  }

  private void add(SharedUse shared, Diagnosis diagnosis, double accesses) {
    FunctionInfo function = use.process().functionOf(shared.sites().get(0));
    int number = shared.sites().get(0).function();
    for (Map.Entry<String, Double> part : parts.of(number, shared.shared().object()).entrySet()) {
      findings.add(
          new Finding(
              diagnosis.pattern(),
              function.name(),
              shared.object().object().name(),
              part.getKey(),
              shared.places(),
              0,
              accesses * part.getValue(),
              accesses * part.getValue() / allAccesses,
              Math.round(accesses),
              List.of(),
              1,
              diagnosis.sentence(),
              diagnosis.evidence()));
    }
  }
}
