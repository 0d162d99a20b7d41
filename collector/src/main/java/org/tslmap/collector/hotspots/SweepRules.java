package org.tslmap.collector.hotspots;

import java.util.List;

/** Walks that leave nothing out: what they waste, they waste by coming back too late. */
final class SweepRules {

  private static final double SEVERAL = 1.5;

  private SweepRules() {}

  /** What a dense walk with waste does. */
  static Diagnosis diagnose(FunctionUse function, CellGroup group) {
    Memory memory = group.object().memory();
    String cache = memory.caches().get(group.reach()).name();
    String size = Wording.bytes(group.object().touchedBytes());
    String who = function.at(group);
    String what = group.object().text();
    String distance = Wording.bytes(group.distance());
    if (group.passes() >= SEVERAL) {
      return new Diagnosis(
          Pattern.REPEATED_SWEEP,
          Wording.text(
              "%s sweeps over %s again and again, but each line comes back only after %s or more of other"
                  + " lines, too late for %s; tile (block) the loops, so that a piece that fits into"
                  + " %s is used to the end before the next one",
              who, what, distance, cache, cache),
          List.of(
              Wording.text(
                  "about %.0f passes over the %s of %s",
                  group.passes(), size, group.object().text())));
    }
    return new Diagnosis(
        Pattern.LATER_PASS,
        Wording.text(
            "%s goes once over %s, which an earlier pass touched %s or more of other lines ago, too long"
                + " for %s; fuse it with that pass, or do both on pieces that fit into %s",
            who, what, distance, cache, cache),
        List.of(Wording.text("one pass over the %s of %s", size, group.object().text())));
  }

  /** What a dense walk without waste does that fetches much for the first time. */
  static Diagnosis streamOnce(FunctionUse function, CellGroup group) {
    String advice =
        group.onlyStores()
            ? "non-temporal (streaming) stores would spare fetching what is overwritten"
            : "nothing is wasted; only fusing it with a neighbouring pass could spare the traffic";
    return new Diagnosis(
        Pattern.STREAM_ONCE,
        Wording.text(
            "%s streams once over %s, word by word; %s",
            function.at(group), group.object().text(), advice));
  }
}
