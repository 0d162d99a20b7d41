package org.tslmap.collector.hotspots;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.tslmap.locality.profile.CodeLoop;

/**
 * What one pass over an object leaves for the next. Where it is nothing, the object need not be so
 * large; where passes only load, and leave little behind elsewhere, several of them can be made
 * together.
 */
final class PassRules {

  /** Nearly all. */
  private static final double ALMOST_ALL = 0.98;

  /** A share of the loads that says that an object is not only stored to. */
  private static final double SOME = 0.25;

  private PassRules() {}

  /**
   * Whether passes store to an object and load only what they have just stored, so that nothing
   * lives from one pass to the next, as in a buffer between two parts of a program: what misses are
   * stores, and all that is loaded was used a short time before, word by word.
   *
   * @param all the functions of the process
   */
  static boolean keepsNothing(CellGroup group, List<FunctionUse> all) {
    long near = group.object().memory().caches().get(group.reach()).lines(group.line());
    long loads = 0;
    long stores = 0;
    double loadsOfOld = 0;
    double misses = 0;
    double missesOfStores = 0;
    for (Cell cell : cellsOf(group.object(), all)) {
      double missed = cell.access().histograms().line().misses(near);
      misses += missed;
      if (cell.isLoad()) {
        loads += cell.bytes();
        loadsOfOld += cell.access().histograms().word().missRatio(near) * cell.bytes();
      } else {
        stores += cell.bytes();
        missesOfStores += missed;
      }
    }
    return loads >= SOME * stores
        && loadsOfOld <= (1 - ALMOST_ALL) * loads
        && missesOfStores >= ALMOST_ALL * misses;
  }

  /** What is said of such a buffer. */
  static Diagnosis overwritten(FunctionUse function, CellGroup group, String passes) {
    String cache = group.object().memory().caches().get(group.reach()).name();
    return new Diagnosis(
        AccessPattern.LARGE_BUFFER,
        Wording.text(
            "%s passes again and again over %s, of which only what was stored a short time before is"
                + " loaded: each pass overwrites what the one before has left, and finds it evicted"
                + " by %s or more of other lines, too many for %s; use a smaller buffer, which fits"
                + " into %s, or the same part of it again as soon as it is free",
            function.at(group),
            group.object().text(),
            Wording.bytes(group.distance()),
            cache,
            cache),
        List.of(passes));
  }

  /**
   * Passes that only load, one for each round of a loop or for each call, as queries do that look
   * through a whole table each.
   *
   * @param groups what all of them go over, most waste first
   * @param round what has one pass, for people
   */
  record Readings(List<CellGroup> groups, String round) {}

  /**
   * The passes that a group is part of, where nothing that a round stores is large, and the objects
   * were filled before.
   *
   * @param all the functions of the process
   */
  static Optional<Readings> onlyLoading(
      FunctionUse function, CellGroup group, List<FunctionUse> all) {
    Optional<CodeLoop> loop = group.repeating();
    double rounds = loop.map(CodeLoop::rounds).orElse(function.calls());
    if (rounds < CellGroup.SEVERAL
        || storesMuch(function, loop)
        || !isOnlyLoaded(group, rounds, all)) {
      return Optional.empty();
    }
    List<CellGroup> groups =
        function.groups().stream()
            .filter(other -> other.isDense() && !other.hasShortRuns())
            .filter(other -> other.repeating().equals(loop))
            .filter(other -> isOnlyLoaded(other, rounds, all) && other.isWorthNamingWith(group))
            .sorted(Comparator.comparingDouble(CellGroup::waste).reversed())
            .toList();
    return Optional.of(
        new Readings(
            groups.contains(group) ? groups : List.of(group),
            loop.map(one -> "round of the loop at " + one.beginning()).orElse("call")));
  }

  /** What is said of such passes. */
  static Diagnosis together(FunctionUse function, Readings readings, String passes) {
    CellGroup most = readings.groups().get(0);
    String cache = most.object().memory().caches().get(most.reach()).name();
    String what = ObjectUse.texts(readings.groups().stream().map(CellGroup::object).toList());
    return new Diagnosis(
        AccessPattern.REPEATED_SWEEP,
        Wording.text(
            "%s loads all of %s again in each %s, and uses each line again after %s or more of other"
                + " lines, too late for %s; do several of these %ss together on a block that fits"
                + " into %s before the next block (tile the loops), as far as none of them needs"
                + " what another one finds, or store the data in fewer bytes",
            function.at(CellGroup.together(readings.groups())),
            what,
            readings.round(),
            Wording.bytes(most.distance()),
            cache,
            readings.round().split(" ", 2)[0],
            cache),
        List.of(passes),
        readings.groups().size() == 1
            ? List.of()
            : readings.groups().stream()
                .map(group -> group.object().object().name())
                .sorted()
                .toList());
  }

  /**
   * Whether a group loads all of its object once in each round, while the object is filled less
   * often, and no other function goes over it as often, as functions of the same step do.
   */
  private static boolean isOnlyLoaded(CellGroup group, double rounds, List<FunctionUse> all) {
    long stored =
        cellsOf(group.object(), all).stream()
            .filter(cell -> !cell.isLoad())
            .mapToLong(Cell::bytes)
            .sum();
    double passes = group.passesOfAllLoops();
    return group.cells().stream().allMatch(Cell::isLoad)
        && CellGroup.isAlike(passes, rounds)
        && CellGroup.SEVERAL * stored <= passes * group.bytesOfPass()
        && all.stream()
            .flatMap(function -> function.groups().stream())
            .filter(other -> other != group && other.object().number() == group.object().number())
            .noneMatch(
                other -> other.isDense() && CellGroup.isAlike(other.passesOfAllLoops(), passes));
  }

  /** Whether a loop stores to an object that the smallest cache cannot hold; or the function. */
  private static boolean storesMuch(FunctionUse function, Optional<CodeLoop> loop) {
    return function.groups().stream()
        .filter(
            group ->
                group.cells().stream()
                    .anyMatch(
                        cell ->
                            !cell.isLoad() && (loop.isEmpty() || cell.nest().contains(loop.get()))))
        .map(CellGroup::object)
        .anyMatch(object -> object.touchedBytes() >= object.memory().caches().get(0).bytes());
  }

  private static List<Cell> cellsOf(ObjectUse object, List<FunctionUse> all) {
    return all.stream()
        .flatMap(function -> function.groups().stream())
        .filter(group -> group.object().number() == object.number())
        .flatMap(group -> group.cells().stream())
        .toList();
  }
}
