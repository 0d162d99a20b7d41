package org.tslmap.collector.hotspots;

import java.util.Comparator;
import java.util.List;

/** Stack frames that are evicted before they are used again. */
final class StackRules {

  private StackRules() {}

  /**
   * Groups that are about frames rather than about an array that happens to lie in one, most waste
   * first: what a function that calls itself has in many frames, and what moves about in the stack
   * without being a variable.
   */
  static List<CellGroup> frames(FunctionUse function) {
    return function.groups().stream()
        .filter(group -> isInFrames(function, group))
        .sorted(Comparator.comparingDouble(CellGroup::waste).reversed())
        .toList();
  }

  /** Whether a group is one of these. */
  static boolean isInFrames(FunctionUse function, CellGroup group) {
    ObjectUse object = group.object();
    if (!object.isOnStack()) {
      return false;
    }
    if (function.isRecursive()) {
      return object.isStackRemainder() || object.hasSeveralInstances();
    }
    return object.isStackRemainder() && function.ownsFrameOf(object) && group.isIrregular();
  }

  /**
   * What they do.
   *
   * @param all the groups as one
   * @param frames the groups, at least one
   */
  static Diagnosis diagnose(FunctionUse function, CellGroup all, List<CellGroup> frames) {
    Memory memory = all.object().memory();
    String cache = memory.caches().get(all.reach()).name();
    if (!function.isRecursive()) {
      return new Diagnosis(
          AccessPattern.DEEP_STACK,
          Wording.text(
              "%s returns to its stack frame after %s or more of other lines, too late for %s; call"
                  + " it in larger batches, or let it be inlined",
              function.at(all), Wording.bytes(all.distance()), cache));
    }
    long bytes =
        frames.stream().map(CellGroup::object).distinct().mapToLong(ObjectUse::touchedBytes).sum();
    return new Diagnosis(
        AccessPattern.DEEP_STACK,
        Wording.text(
            "%s calls itself so deeply that %s evicts its stack frames before it returns to them;"
                + " make the frames smaller, recurse less deeply, or use an explicit stack in an"
                + " array",
            function.at(all), cache),
        List.of(Wording.text("%s of stack frames", Wording.bytes(bytes))));
  }
}
