package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Accesses without a steady step. */
final class ProbeRules {

  private static final String OR_LIST =
      "; where each address comes from the element before, as in a list within an array, store"
          + " the elements in the order of use";

  private ProbeRules() {}

  /**
   * How a group's accesses follow one another: irregular ones through nodes of lists and trees wait
   * for each other.
   *
   * @param least nanoseconds from which it is worth looking closely
   */
  static Manner manner(FunctionUse function, CellGroup group, double least) {
    boolean chase =
        group.isIrregular()
            && group.object().hasNodes()
            && group.wastedNanoseconds(Manner.DEPENDENT) >= least
            && ofObject(function, group).pattern() == AccessPattern.POINTER_CHASE;
    return chase ? Manner.DEPENDENT : group.manner();
  }

  /**
   * What irregular accesses do; those of the same instructions to other objects are one problem.
   */
  static Diagnosis diagnose(FunctionUse function, CellGroup group) {
    Diagnosis own = ofObject(function, group);
    List<ObjectUse> others =
        function.groups().stream()
            .filter(CellGroup::isIrregular)
            .filter(other -> other.object().number() != group.object().number())
            .filter(other -> other.leading().isOfSite(group.leading()))
            .filter(other -> ofObject(function, other).pattern() == own.pattern())
            .map(CellGroup::object)
            .toList();
    if (others.isEmpty() || !own.together().isEmpty()) {
      return own;
    }
    return new Diagnosis(
        own.pattern(),
        own.sentence()
            + Wording.text(". The same instructions go to %s in this way", ObjectUse.texts(others)),
        own.evidence(),
        Stream.concat(Stream.of(group.object()), others.stream())
            .map(object -> object.object().name())
            .sorted()
            .toList());
  }

  private static Diagnosis ofObject(FunctionUse function, CellGroup group) {
    List<CellGroup> parallel = parallel(function, group);
    if (!parallel.isEmpty()) {
      return parallelArrays(function, group, parallel);
    }
    Optional<CellGroup> index = index(function, group);
    if (!group.object().hasNodes()) {
      return index.isPresent() ? indexed(function, group, index.get()) : random(function, group);
    }
    if (index.isPresent() && !isFoundElsewhere(function, group)) {
      return throughPointers(function, group, index.get());
    }
    return group.cells().stream().anyMatch(ProbeRules::loadsPointer)
        ? chase(function, group)
        : random(function, group);
  }

  /**
   * Whether the same loop loads what may be pointers from irregular places of another object, as
   * from the buckets of a hash table: then these, and not what is walked over, point to the nodes.
   */
  private static boolean isFoundElsewhere(FunctionUse function, CellGroup group) {
    return function.groups().stream()
        .filter(other -> other.isIrregular() && other.object().number() != group.object().number())
        .flatMap(other -> other.cells().stream())
        .anyMatch(cell -> loadsPointer(cell) && cell.happensWith(group.leading()));
  }

  /** Whether what is loaded there may say where the next load goes. */
  private static boolean mayHoldPlaces(CellGroup group) {
    return !group.object().isFloatingPoint()
        && group.cells().stream()
            .anyMatch(cell -> cell.isLoad() && cell.site().size() >= Integer.BYTES);
  }

  private static boolean loadsPointer(Cell cell) {
    return cell.isLoad() && cell.site().size() == Long.BYTES;
  }

  /** Irregular accesses to other objects with the same steps. */
  private static List<CellGroup> parallel(FunctionUse function, CellGroup group) {
    List<CellGroup> found = new ArrayList<>();
    for (CellGroup other : function.groups()) {
      if (other.isIrregular()
          && other.object().number() != group.object().number()
          && group.leading().movesLike(other.leading())) {
        found.add(other);
      }
    }
    return found;
  }

  private static Diagnosis parallelArrays(
      FunctionUse function, CellGroup group, List<CellGroup> others) {
    List<ObjectUse> all =
        Stream.concat(Stream.of(group), others.stream()).map(CellGroup::object).toList();
    return new Diagnosis(
        AccessPattern.PARALLEL_ARRAYS,
        Wording.text(
            "%s uses %s together, at the same irregular indices, and fetches a line of each;"
                + " merge them into one array of structures, so that one line holds all",
            function.at(group), ObjectUse.texts(all)),
        List.of("their most frequent steps are the same"));
  }

  private static Diagnosis chase(FunctionUse function, CellGroup group) {
    return new Diagnosis(
        AccessPattern.POINTER_CHASE,
        Wording.text(
            "%s follows pointers through %s, node by node in irregular order, and waits for each"
                + " line before it knows the next; store the nodes in an array or pool in the"
                + " order of use, put several elements into one node, or prefetch ahead",
            function.at(group), group.object().text()),
        List.of(
            Wording.text(
                "%,d blocks of at most %,d bytes",
                group.object().object().instances(), group.object().object().bytes())));
  }

  /**
   * A steady walk of loads in the same loop, over another object, of what may be places: integers
   * or pointers, never floating-point numbers. What is known to be integers comes first, then what
   * is loaded by four bytes, as places more often are than other numbers.
   */
  private static Optional<CellGroup> index(FunctionUse function, CellGroup group) {
    return function.groups().stream()
        .filter(CellGroup::isSteady)
        .filter(other -> other.object().number() != group.object().number())
        .filter(other -> !other.object().isFloatingPoint())
        .filter(other -> other.cells().stream().anyMatch(cell -> isIndex(cell, group)))
        .min(
            Comparator.comparing((CellGroup other) -> other.object().object().type().isEmpty())
                .thenComparing(other -> other.leading().site().size() != Integer.BYTES)
                .thenComparing(other -> !other.isDense()));
  }

  private static boolean isIndex(Cell cell, CellGroup group) {
    return cell.isLoad()
        && cell.site().size() >= Integer.BYTES
        && cell.happensWith(group.leading());
  }

  private static Diagnosis indexed(FunctionUse function, CellGroup group, CellGroup index) {
    boolean loads = group.cells().stream().allMatch(Cell::isLoad);
    String name = group.object().text();
    boolean alike = name.equals(index.object().text());
    String places = alike ? "others of these blocks" : index.object().text();
    String indices = alike ? "the indices" : places;
    String again = alike ? "what is used" : name;
    String advice =
        loads
            ? "reorder " + again + " in the order of use, sort " + indices + ", or prefetch ahead"
            : "partition "
                + indices
                + " first, so that each part of "
                + again
                + " fits into a cache";
    return new Diagnosis(
        loads ? AccessPattern.GATHER : AccessPattern.SCATTER,
        Wording.text(
            "%s %s %s at the indices in %s, in irregular order; %s",
            function.at(group), loads ? "loads" : "updates", name, places, advice),
        List.of(evidence(group, index)));
  }

  private static String evidence(CellGroup group, CellGroup index) {
    if (group.object().text().equals(index.object().text())) {
      return Wording.text(
          "%s loads of the indices in the same loop, in steps of %s",
          Wording.count(group.leading().accesses()), Wording.step(index.stride()));
    }
    return Wording.text(
        "%s loads of %s in the same loop, in steps of %s",
        Wording.count(group.leading().accesses()),
        index.object().text(),
        Wording.step(index.stride()));
  }

  private static Diagnosis throughPointers(FunctionUse function, CellGroup group, CellGroup index) {
    String name = group.object().text();
    String pointers = index.object().text();
    return new Diagnosis(
        AccessPattern.GATHER,
        Wording.text(
            "%s walks over the pointers in %s and uses %s that each points to, in irregular order;"
                + " store the elements themselves in the array, allocate them in the order of"
                + " use, or prefetch a few pointers ahead",
            function.at(group), pointers, name),
        List.of(evidence(group, index)));
  }

  private static Diagnosis random(FunctionUse function, CellGroup group) {
    return new Diagnosis(
        AccessPattern.RANDOM_PROBES,
        Wording.text(
            "%s probes %s at random, and %s of these accesses miss %s; sort or partition the requests"
                + " so that neighbouring elements are used together, make the object smaller, or"
                + " prefetch several probes ahead%s",
            function.at(group),
            group.object().text(),
            Wording.percent(group.missRatio(0)),
            group.object().memory().caches().get(0).name(),
            mayHoldPlaces(group) ? OR_LIST : ""));
  }
}
