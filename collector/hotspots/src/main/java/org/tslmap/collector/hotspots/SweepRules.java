package org.tslmap.collector.hotspots;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Walks that leave nothing out: what they waste, they waste by coming back too late. */
final class SweepRules {

  /** Passes for each round or call from which each has one, or nearly. */
  private static final double NEARLY_ONCE = 0.8;

  /** Calls of each pass from which a call goes over a small piece. */
  private static final double FEW = 16;

  private SweepRules() {}

  /**
   * What a dense walk with waste does.
   *
   * @param all the functions of the process
   */
  static Diagnosis diagnose(FunctionUse function, CellGroup group, List<FunctionUse> all) {
    if (group.hasShortRuns() || isPieceOfACall(function, group)) {
      return pieces(function, group);
    }
    if (function.copiesWhatGrows()) {
      return growth(function, group);
    }
    if (function.copiesWithin(group)) {
      return copies(function, group);
    }
    if (group.isRepeated()) {
      return repeated(function, group, all);
    }
    Optional<Partner> partner = partner(function, List.of(group), all);
    String cache = cache(group);
    if (group.passesOfAllLoops() >= CellGroup.SEVERAL) {
      return new Diagnosis(
          AccessPattern.LATER_PASS,
          Wording.text(
              "%s passes over %s %.0f times, in one loop after the other, and %s or more of other"
                  + " lines are used between two uses of a line, too many for %s; fuse these passes,"
                  + " %sor do all of them on a block that fits into %s before the next block",
              function.at(group),
              group.object().text(),
              group.passesOfAllLoops(),
              Wording.bytes(group.distance()),
              cache,
              partner.map(SweepRules::withPartner).orElse(""),
              cache),
          List.of(passes(function, group)));
    }
    return new Diagnosis(
        AccessPattern.LATER_PASS,
        Wording.text(
            "%s passes once over %s, which an earlier pass used; since then %s or more of other lines"
                + " were used, too many for %s; fuse the two passes%s, or do both on blocks that"
                + " fit into %s",
            function.at(group),
            group.object().text(),
            Wording.bytes(group.distance()),
            cache,
            partner.map(one -> " (" + one.at() + " passes over it as often)").orElse(""),
            cache),
        List.of(onePass(group)));
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

  /** Nothing is computed by a copy, so that it is better left out than done in another order. */
  private static Diagnosis copies(FunctionUse function, CellGroup group) {
    return new Diagnosis(
        group.isRepeated() ? AccessPattern.REPEATED_SWEEP : AccessPattern.LATER_PASS,
        Wording.text(
            "%s copies from one place of %s to another, and uses each line again after %s or more of"
                + " other lines, too late for %s; copy less: add to what is there instead of making"
                + " a new copy each time, and take elements from the end, or keep an index of the"
                + " first one, instead of moving all others",
            function.at(group),
            group.object().text(),
            Wording.bytes(group.distance()),
            cache(group)),
        List.of(group.isRepeated() ? passes(function, group) : onePass(group)));
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
            cache(group)));
  }

  /**
   * Another function that passes over the same objects about as often, so that the loops of both
   * may be fused.
   *
   * @param groups its passes over them, most waste first
   */
  private record Partner(FunctionUse function, List<CellGroup> groups) {
    String at() {
      return function.at(groups.get(0));
    }

    double waste() {
      return groups.stream().mapToDouble(CellGroup::waste).sum();
    }
  }

  /** The one that shares most with some groups of a function. */
  private static Optional<Partner> partner(
      FunctionUse function, List<CellGroup> groups, List<FunctionUse> all) {
    return all.stream()
        .filter(other -> other.number() != function.number())
        .filter(other -> !other.isOfSystem() && !other.isLeftOut())
        .map(other -> new Partner(other, alike(groups, other)))
        .filter(partner -> !partner.groups().isEmpty())
        .max(Comparator.comparingDouble(Partner::waste));
  }

  /** A function's passes over the same objects as groups, of about their number. */
  private static List<CellGroup> alike(List<CellGroup> groups, FunctionUse function) {
    return function.groups().stream()
        .filter(other -> other.isDense() && !other.hasShortRuns())
        .filter(other -> groups.stream().anyMatch(group -> isAlike(group, other)))
        .sorted(Comparator.comparingDouble(CellGroup::waste).reversed())
        .toList();
  }

  private static boolean isAlike(CellGroup group, CellGroup other) {
    return group.object().number() == other.object().number()
        && other.isWorthNamingWith(group)
        && CellGroup.isAlike(group.passesOfAllLoops(), other.passesOfAllLoops());
  }

  private static Diagnosis repeated(FunctionUse function, CellGroup group, List<FunctionUse> all) {
    ObjectUse object = group.object();
    String who = function.at(group);
    String what = object.text();
    String cache = cache(group);
    String distance = Wording.bytes(group.distance());
    List<String> passes = List.of(passes(function, group));
    if (PassRules.keepsNothing(group, all)) {
      return PassRules.overwritten(function, group, passes.get(0));
    }
    if (returnsWithinPass(group)) {
      return new Diagnosis(
          AccessPattern.REPEATED_SWEEP,
          Wording.text(
              "%s returns to each line of %s within one pass, but only after %s or more of other"
                  + " lines, too late for %s; tile (block) the loops, so that neighbouring rows or"
                  + " planes are used while they are in the cache",
              who, what, distance, cache),
          passes);
    }
    Optional<PassRules.Readings> readings = PassRules.onlyLoading(function, group, all);
    if (readings.isPresent()) {
      return PassRules.together(function, readings.get(), passes.get(0));
    }
    Optional<Round> round = round(function, group);
    List<CellGroup> same =
        round.map(one -> ofRound(function, group, one, all)).orElseGet(() -> List.of(group));
    if (same.size() > 1 || round.isPresent() && !fits(group)) {
      return rounds(function, same, round.get(), all);
    }
    if (fits(group)) {
      return new Diagnosis(
          AccessPattern.REPEATED_SWEEP,
          Wording.text(
              "%s sweeps repeatedly over %s, which alone would fit into %s, but %s or more of other"
                  + " lines are used between two passes; work on smaller blocks, so that all data"
                  + " used together fits",
              who, what, cache, distance),
          passes);
    }
    return new Diagnosis(
        AccessPattern.REPEATED_SWEEP,
        Wording.text(
            "%s sweeps repeatedly over %s, but uses each line again only after %s or more of other"
                + " lines, too late for %s; tile (block) the loops, so that all work on a block that"
                + " fits into %s is done before the next block",
            who, what, distance, cache, cache),
        passes);
  }

  /**
   * Whether lines come back before a pass is over, and are fetched more than once in it. Threads
   * that share a pass may begin with what they ended with.
   */
  private static boolean returnsWithinPass(CellGroup group) {
    double lines = (double) group.bytesOfPass() / group.object().memory().line();
    return 2 * group.distance() < Math.min(group.bytesOfPass(), group.object().touchedBytes())
        && group.misses()[0] >= CellGroup.SEVERAL * group.passesOfAllLoops() * lines;
  }

  /** Whether the object alone would fit into the cache that cannot keep it. */
  private static boolean fits(CellGroup group) {
    ObjectUse object = group.object();
    return Math.min(group.bytesOfPass(), object.touchedBytes())
        <= object.memory().caches().get(group.reach()).bytes();
  }

  /**
   * What goes over an object once or a few times and does more than that, so that the order of
   * passes cannot be changed by tiling alone.
   *
   * @param text what it is, for people
   * @param times how often there was one
   */
  private record Round(String text, double times) {}

  private static Optional<Round> round(FunctionUse function, CellGroup group) {
    return group
        .repeating()
        .filter(loop -> function.doesMoreIn(loop, group))
        .map(loop -> new Round("round of the loop at " + loop.beginning(), loop.rounds()))
        .or(
            () ->
                function.calls() > 0 && group.passes() < CellGroup.SEVERAL * function.calls()
                    ? Optional.of(new Round("call", function.calls()))
                    : Optional.empty());
  }

  /**
   * All that the same rounds go over is one problem, but for what hardly wastes beside the most:
   * most waste first.
   */
  private static List<CellGroup> ofRound(
      FunctionUse function, CellGroup group, Round round, List<FunctionUse> all) {
    List<CellGroup> same =
        function.groups().stream()
            .filter(other -> isOfRound(function, other, round, all))
            .sorted(Comparator.comparingDouble(CellGroup::waste).reversed())
            .toList();
    return same.contains(group) && group.isWorthNamingWith(same.get(0))
        ? same.stream().filter(one -> one.isWorthNamingWith(same.get(0))).toList()
        : List.of(group);
  }

  private static boolean isOfRound(
      FunctionUse function, CellGroup group, Round round, List<FunctionUse> all) {
    return group.isDense()
        && !group.hasShortRuns()
        && !isPieceOfACall(function, group)
        && group.isRepeated()
        && !returnsWithinPass(group)
        && round(function, group).filter(round::equals).isPresent()
        && !PassRules.keepsNothing(group, all)
        && PassRules.onlyLoading(function, group, all).isEmpty();
  }

  private static Diagnosis rounds(
      FunctionUse function, List<CellGroup> groups, Round round, List<FunctionUse> functions) {
    CellGroup most = groups.get(0);
    String cache = cache(most);
    boolean several = groups.stream().anyMatch(group -> timesOf(group, round) >= CellGroup.SEVERAL);
    boolean few = timesOf(most, round) < NEARLY_ONCE;
    String passes =
        ObjectUse.few(
            groups.stream()
                .map(group -> group.object().text() + (few ? "" : times(timesOf(group, round))))
                .distinct()
                .toList(),
            ", ");
    return new Diagnosis(
        AccessPattern.REPEATED_SWEEP,
        Wording.text(
            "%s passes over %s%s, and uses each line again after %s or more of other"
                + " lines, too late for %s; %s%stake several steps on a block that fits into %s before"
                + " the next block (time tiling), or store %s in fewer bytes",
            function.at(CellGroup.together(groups)),
            passes,
            few
                ? Wording.text(
                    ", about %.0f times in %s calls",
                    most.passesOfAllLoops(), Wording.count(round.times()))
                : " in each " + round.text(),
            Wording.bytes(most.distance()),
            cache,
            several ? "fuse these passes, " : "",
            partner(function, groups, functions).map(SweepRules::withPartner).orElse(""),
            cache,
            groups.size() == 1 ? most.object().text() : "them"),
        List.of(passes(function, most)),
        groups.size() == 1
            ? List.of()
            : groups.stream().map(group -> group.object().object().name()).sorted().toList());
  }

  private static String withPartner(Partner partner) {
    return Wording.text(
        "fuse this with %s, which passes over %s as often, where what is done between them allows"
            + " it, ",
        partner.at(), ObjectUse.texts(partner.groups().stream().map(CellGroup::object).toList()));
  }

  private static double timesOf(CellGroup group, Round round) {
    return group.passesOfAllLoops() / round.times();
  }

  private static String times(double times) {
    long rounded = Math.max(1, Math.round(times));
    return rounded == 1 ? " once" : rounded == 2 ? " twice" : Wording.text(" %,d times", rounded);
  }

  private static String onePass(CellGroup group) {
    return Wording.text("one pass over %s", group.textOfPass());
  }

  private static String passes(FunctionUse function, CellGroup group) {
    String calls =
        switch ((int) Math.min(2, function.calls())) {
          case 0 -> "";
          case 1 -> " in one call";
          default -> Wording.text(" in %s calls", Wording.count(function.calls()));
        };
    return Wording.text(
        "about %.0f passes over %s%s", group.passesOfAllLoops(), group.textOfPass(), calls);
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
