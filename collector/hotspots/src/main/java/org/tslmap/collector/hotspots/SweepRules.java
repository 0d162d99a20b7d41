package org.tslmap.collector.hotspots;

import java.util.List;

/** Walks that leave nothing out: what they waste, they waste by coming back too late. */
final class SweepRules {

  private static final double SEVERAL = 1.5;

  /** Calls of each pass from which a call goes over a small piece. */
  private static final double FEW = 16;

  private SweepRules() {}

  /** What a dense walk with waste does. */
  static Diagnosis diagnose(FunctionUse function, CellGroup group) {
    if (group.hasShortRuns() || isPieceOfACall(function, group)) {
      return pieces(function, group);
    }
    if (function.copiesWhatGrows()) {
      return growth(function, group);
    }
    Memory memory = group.object().memory();
    String cache = memory.caches().get(group.reach()).name();
    String who = function.at(group);
    String what = group.object().text();
    String distance = Wording.bytes(group.distance());
    if (group.passes() >= SEVERAL) {
      String passes =
          Wording.text("about %.0f passes over %s", group.passes(), group.object().textOfPass());
      return new Diagnosis(
          AccessPattern.REPEATED_SWEEP,
          sweep(function, group, who, cache),
          function.calls() == 0
              ? List.of(passes)
              : List.of(
                  passes
                      + (function.calls() == 1
                          ? " in one call"
                          : Wording.text(" in %s calls", Wording.count(function.calls())))));
    }
    return new Diagnosis(
        AccessPattern.LATER_PASS,
        Wording.text(
            "%s passes once over %s, which an earlier pass used; since then %s or more of other lines"
                + " were used, too many for %s; fuse the two passes, or do both on blocks that"
                + " fit into %s",
            who, what, distance, cache, cache),
        List.of(Wording.text("one pass over %s", group.object().textOfPass())));
  }

  /** Whether each call goes over a small piece, to which no regular step leads. */
  private static boolean isPieceOfACall(FunctionUse function, CellGroup group) {
    return function.calls() > 0
        && 2 * group.jumps() >= function.calls()
        && FEW * group.passes() <= function.calls();
  }

  private static Diagnosis growth(FunctionUse function, CellGroup group) {
    return new Diagnosis(
        AccessPattern.LATER_PASS,
        Wording.text(
            "%s copies %s to a larger block whenever a container of the standard library needs more"
                + " room; reserve as much as will be needed at first",
            function.at(group), group.object().text()));
  }

  private static Diagnosis pieces(FunctionUse function, CellGroup group) {
    return new Diagnosis(
        AccessPattern.RANDOM_PROBES,
        Wording.text(
            "%s visits pieces of about %s of %s in irregular order, and returns to each too late for"
                + " %s; visit them in address order, sort or partition the requests, or prefetch"
                + " the next piece",
            function.at(group),
            Wording.bytes(group.runBytes()),
            group.object().text(),
            group.object().memory().caches().get(group.reach()).name()));
  }

  private static String sweep(FunctionUse function, CellGroup group, String who, String cache) {
    ObjectUse object = group.object();
    String what = object.text();
    String distance = Wording.bytes(group.distance());
    if (2 * group.distance() < object.touchedBytes()) {
      return Wording.text(
          "%s returns to each line of %s within one pass, but only after %s or more of other lines,"
              + " too late for %s; tile (block) the loops, so that neighbouring rows or planes are"
              + " used while they are in the cache",
          who, what, distance, cache);
    }
    if (object.touchedBytes() <= object.memory().caches().get(group.reach()).bytes()) {
      return Wording.text(
          "%s sweeps repeatedly over %s, which alone would fit into %s, but %s or more of other lines"
              + " are used between two passes; work on smaller blocks, so that all data used"
              + " together fits",
          who, what, cache, distance);
    }
    if (function.calls() > 0 && group.passes() < SEVERAL * function.calls()) {
      return Wording.text(
          "%s passes over %s once in each call, and uses each line again after %s or more of other"
              + " lines, too late for %s; take several steps on a block that fits into %s before"
              + " the next block (time tiling), or store %s in fewer bytes",
          who, what, distance, cache, cache, what);
    }
    return Wording.text(
        "%s sweeps repeatedly over %s, but uses each line again only after %s or more of other"
            + " lines, too late for %s; tile (block) the loops, so that all work on a block that"
            + " fits into %s is done before the next block",
        who, what, distance, cache, cache);
  }

  /** What a dense walk does that is the only use of what was filled before. */
  static Diagnosis onlyUse(FunctionUse function, CellGroup group) {
    return new Diagnosis(
        AccessPattern.STREAM_ONCE,
        Wording.text(
            "%s passes once over %s, which was filled before; only fusing this with what fills it"
                + " could save the traffic",
            function.at(group), group.object().text()));
  }

  /** What a dense walk without waste does that fetches much for the first time. */
  static Diagnosis streamOnce(FunctionUse function, CellGroup group) {
    String advice =
        group.onlyStores() && group.object().exceedsCaches()
            ? "non-temporal (streaming) stores would avoid fetching lines that are overwritten"
            : "all of each line is used; only fusing it with a neighbouring pass could save the traffic";
    return new Diagnosis(
        AccessPattern.STREAM_ONCE,
        Wording.text(
            "%s streams once over %s, word by word; %s",
            function.at(group), group.object().text(), advice));
  }
}
