package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.tslmap.collector.origin.Origin;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.SharedData;
import org.tslmap.locality.profile.SiteProfile;

/**
 * How threads share an object.
 *
 * @param use the process
 * @param shared its transfers, true or false ones
 */
record SharedUse(ProcessUse use, SharedData shared) {

  private static final int MOST_PLACES = 3;

  /**
   * Of so many transfers one is an overwrite at least, where threads update the same words, and one
   * concurrent, where they do so at once.
   */
  private static final int OF_TRANSFERS = 4;

  ObjectUse object() {
    return use.objects().get(shared.object());
  }

  /**
   * Whether threads take lines from each other that they store to and are both at work on, and do
   * not mostly hand them on. A whole array, of more lines than the smallest cache has, is handed on
   * part by part.
   */
  boolean isContended() {
    return OF_TRANSFERS * shared.concurrent() >= shared.transfers()
        && (shared.falselyShared()
            || shared.lines() < use.memory().firstLines()
                && shared.overwrites() > shared.lines()
                && OF_TRANSFERS * shared.overwrites() >= shared.transfers());
  }

  /**
   * Whether lines were passed to and fro, rather than handed over: once to the thread that works on
   * them, and of words that both use, once back with the result.
   */
  boolean isToAndFro() {
    long handedOver = shared.falselyShared() ? shared.lines() : 2 * shared.lines();
    return shared.transfers() > handedOver && !shared.sites().isEmpty();
  }

  /** Whether at least two of the threads are among these. */
  boolean isAmong(Set<Integer> some) {
    return shared.threads().stream().filter(some::contains).count() > 1;
  }

  /** Whether all of it is done by what makes threads wait for each other. */
  boolean isOfRuntime() {
    return functions(sites()).stream().allMatch(Origin::isOfWaiting);
  }

  /** Whether all of it is done by the dynamic loader, whose time is left out. */
  boolean isOfLoader() {
    return functions(sites()).stream().allMatch(Origin::isOfLoader);
  }

  /**
   * Accesses that may have to wait for a line. Where threads take lines from each other these are
   * all that functions which store to the object make to it, of which its shared lines have their
   * part: with one thread at a time the transfers that were seen are far fewer than those of
   * threads that run at once. Of what is only handed on they are as many, since one thread waits
   * until the other is ready.
   */
  double accesses() {
    return isContended() ? accessesOfStoring() : transfers();
  }

  /**
   * Sites that walk over the object access each word of a line once and move on. They wait for each
   * word where they meet another thread at the line, which is as likely as lines are shared, and
   * otherwise for the line, each time it was transferred. Other sites may stay at a line for as
   * long as they are at work.
   */
  private double accessesOfStoring() {
    Set<Integer> functions =
        sitesOf(AccessKind.STORE).stream().map(SiteProfile::function).collect(Collectors.toSet());
    // What has no name on a stack is many things, of which these sites access some.
    Set<Integer> sites = object().isStackRemainder() ? Set.copyOf(shared.sites()) : Set.of();
    long staying = 0;
    long stores = 0;
    long walking = 0;
    long shortest = use.memory().line();
    for (DataAccess access : use.process().attribution().accesses()) {
      if (access.object() != shared.object()
          || !functions.contains(use.process().sites().get(access.site()).function())
          || !sites.isEmpty() && !sites.contains(access.site())) {
        continue;
      }
      Movement movement = Movement.of(access);
      if (movement.shape() == Movement.Shape.STEADY) {
        walking += access.accesses();
        shortest = Math.min(shortest, Math.abs(movement.stride()));
      } else {
        staying += access.accesses();
        stores += isStore(access) ? access.accesses() : 0;
      }
    }
    double part = sharedPart();
    double words = Math.max(1, (double) use.memory().line() / Math.max(1, shortest));
    double waits = transfers() * (1 + (words - 1) * part);
    // A store takes the line from each other thread, which then waits for it once.
    double taken = (double) stores * shared.threads().size();
    return part * Math.min(staying, taken) + Math.min(part * walking, waits);
  }

  /** Where only a part of the accesses was scored, of all as between them. */
  private double transfers() {
    long all = use.process().totals().accesses();
    long scored =
        use.process()
            .sampling()
            .map(part -> Math.max(1, part.exactAccesses() + part.scoredAccesses()))
            .orElse(all);
    return (double) shared.transfers() * all / Math.max(1, scored);
  }

  private boolean isStore(DataAccess access) {
    return use.process().sites().get(access.site()).kind() == AccessKind.STORE;
  }

  /**
   * The shared lines' part of the object's, 0..1. Of blocks that lie where others were each has
   * lines of its own, and one that is shared is transferred at least once.
   */
  private double sharedPart() {
    double line = use.memory().line();
    double inPlace = shared.lines() / Math.max(1, Math.ceil(object().touchedBytes() / line));
    double inBlocks = transfers() / Math.max(1, Math.ceil(object().bytesOfPass() / line));
    return Math.min(1, object().isReused() ? Math.min(inPlace, inBlocks) : inPlace);
  }

  /** The sites on both sides, most transfers first. */
  List<SiteProfile> sites() {
    List<SiteProfile> sites = new ArrayList<>();
    shared.sites().forEach(site -> sites.add(use.process().sites().get(site)));
    return sites;
  }

  /** Those that load, or store. */
  List<SiteProfile> sitesOf(AccessKind kind) {
    return sites().stream().filter(site -> site.kind() == kind).toList();
  }

  private List<FunctionInfo> functions(List<SiteProfile> sites) {
    return sites.stream().map(site -> use.process().functionOf(site)).distinct().toList();
  }

  /** The functions of some sites, and where in them: "count and sum (count.c:16, sum.c:3)". */
  String at(List<SiteProfile> sites) {
    List<SiteProfile> telling = telling(sites);
    String who =
        functions(telling).stream()
            .map(function -> Wording.function(function.name()))
            .distinct()
            .limit(MOST_PLACES)
            .collect(Collectors.joining(" and "));
    String where = String.join(", ", places(telling));
    return where.isEmpty() ? who : who + " (" + where + ")";
  }

  /** Those where the program does what it is for; others only if there are no such. */
  private List<SiteProfile> telling(List<SiteProfile> sites) {
    List<SiteProfile> telling =
        sites.stream().filter(site -> !Origin.isOfWaiting(use.process().functionOf(site))).toList();
    return telling.isEmpty() ? sites : telling;
  }

  /** The site that stands for all: the one with the most transfers that {@link #at} names. */
  SiteProfile first() {
    return telling(sites()).get(0);
  }

  /** Whether all of it is done by an allocator. */
  boolean isOfAllocator() {
    return functions(sites()).stream().allMatch(FunctionUse::isAllocator);
  }

  /** Source lines on both sides. */
  List<String> places() {
    return places(telling(sites()));
  }

  private List<String> places(List<SiteProfile> sites) {
    return sites.stream()
        .map(site -> FunctionUse.place(site, use.process().functionOf(site)))
        .filter(place -> place.line() > 0)
        .map(place -> FunctionUse.fileName(place.file()) + ":" + place.line())
        .distinct()
        .limit(MOST_PLACES)
        .toList();
  }

  /** The threads' numbers, for people. */
  String threads() {
    return Wording.ranges(shared.threads());
  }

  /** How many lines, for people. */
  String lines() {
    return shared.lines() == 1 ? "one line" : Wording.text("%,d lines", shared.lines());
  }
}
