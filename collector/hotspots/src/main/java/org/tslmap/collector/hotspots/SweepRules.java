package org.tslmap.collector.hotspots;

import java.util.List;
import java.util.Optional;
import org.tslmap.locality.profile.CodeLoop;

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
    if (group.passes() >= SEVERAL) {
      return repeated(function, group);
    }
    String cache = cache(group);
    return new Diagnosis(
        AccessPattern.LATER_PASS,
        Wording.text(
            "%s passes once over %s, which an earlier pass used; since then %s or more of other lines"
                + " were used, too many for %s; fuse the two passes, or do both on blocks that"
                + " fit into %s",
            function.at(group),
            group.object().text(),
            Wording.bytes(group.distance()),
            cache,
            cache),
        List.of(Wording.text("one pass over %s", group.object().textOfPass())));
  }

  /** The largest cache that cannot keep what is used again. */
  private static String cache(CellGroup group) {
    return group.object().memory().caches().get(group.reach()).name();
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

  private static Diagnosis repeated(FunctionUse function, CellGroup group) {
    ObjectUse object = group.object();
    String who = function.at(group);
    String what = object.text();
    String cache = cache(group);
    String distance = Wording.bytes(group.distance());
    if (2 * group.distance() < object.touchedBytes()) {
      return repeated(
          function,
          group,
          Wording.text(
              "%s returns to each line of %s within one pass, but only after %s or more of other"
                  + " lines, too late for %s; tile (block) the loops, so that neighbouring rows or"
                  + " planes are used while they are in the cache",
              who, what, distance, cache));
    }
    if (object.touchedBytes() <= object.memory().caches().get(group.reach()).bytes()) {
      return repeated(
          function,
          group,
          Wording.text(
              "%s sweeps repeatedly over %s, which alone would fit into %s, but %s or more of other"
                  + " lines are used between two passes; work on smaller blocks, so that all data"
                  + " used together fits",
              who, what, cache, distance));
    }
    Optional<CodeLoop> loop = group.repeating().filter(found -> function.doesMoreIn(found, group));
    if (loop.isPresent()) {
      return rounds(
          function,
          group,
          group.passesOfAllLoops() / loop.get().rounds(),
          "round of the loop at " + loop.get().beginning());
    }
    if (function.calls() > 0 && group.passes() < SEVERAL * function.calls()) {
      return rounds(function, group, group.passesOfAllLoops() / function.calls(), "call");
    }
    return repeated(
        function,
        group,
        Wording.text(
            "%s sweeps repeatedly over %s, but uses each line again only after %s or more of other"
                + " lines, too late for %s; tile (block) the loops, so that all work on a block that"
                + " fits into %s is done before the next block",
            who, what, distance, cache, cache));
  }

  /**
   * Passes in rounds that each do more than that: their order cannot be changed by tiling alone.
   *
   * @param passes how many passes there are in a round
   * @param round what a round is, for people
   */
  private static Diagnosis rounds(
      FunctionUse function, CellGroup group, double passes, String round) {
    String cache = cache(group);
    long times = Math.max(1, Math.round(passes));
    return repeated(
        function,
        group,
        Wording.text(
            "%s passes over %s %s in each %s, and uses each line again after %s or more of other"
                + " lines, too late for %s; %stake several steps on a block that fits into %s before"
                + " the next block (time tiling), or store %s in fewer bytes",
            function.at(group),
            group.object().text(),
            times == 1 ? "once" : times == 2 ? "twice" : Wording.count(times) + " times",
            round,
            Wording.bytes(group.distance()),
            cache,
            times == 1 ? "" : "fuse these passes, ",
            cache,
            group.object().text()));
  }

  private static Diagnosis repeated(FunctionUse function, CellGroup group, String sentence) {
    String passes =
        Wording.text(
            "about %.0f passes over %s", group.passesOfAllLoops(), group.object().textOfPass());
    String calls =
        switch ((int) Math.min(2, function.calls())) {
          case 0 -> "";
          case 1 -> " in one call";
          default -> Wording.text(" in %s calls", Wording.count(function.calls()));
        };
    return new Diagnosis(AccessPattern.REPEATED_SWEEP, sentence, List.of(passes + calls));
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
