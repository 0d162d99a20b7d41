package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.profile.StrideShare;

/** Accesses without a steady step. */
final class ProbeRules {

  private static final String OR_LIST =
      "; where each address comes from the element before, as in a list within an array, store"
          + " the elements in the order of use";

  /**
   * What leads to the nodes of a table is loaded at most so many times less often than these, and
   * of what an instruction loads indices from, each object has such a part at least.
   */
  private static final long OFTEN = 4;

  /** Fewer misses that wait for another one do not count. */
  private static final double SOME = 0.01;

  /**
   * So many of the misses wait for another one in lists and trees at least. Nodes that lie one
   * behind the other in memory come without waiting.
   */
  private static final double CHAINED = 1.0 / 3;

  /** Of a list's misses nearly all wait for another one, and one after the other. */
  private static final double NEARLY_ALL = 0.9;

  /**
   * So many misses of a list follow one another at least; a binary search ends sooner, in any
   * memory.
   */
  private static final int LONG_CHAIN = 32;

  private static final int MOST_STEPS = 3;

  private ProbeRules() {}

  /**
   * How a group's accesses follow one another: those that follow pointers through nodes of lists
   * and trees wait for each other, and other irregular ones as far as that was measured.
   *
   * @param least nanoseconds from which it is worth looking closely
   */
  static Manner manner(FunctionUse function, CellGroup group, double least) {
    if (!group.isIrregular()) {
      return group.manner();
    }
    boolean chase =
        group.object().hasNodes()
            && group.wastedNanoseconds(Manner.DEPENDENT) >= least
            && ofObject(function, group).pattern() == AccessPattern.POINTER_CHASE
            && (group.waiting().isEmpty() || table(function, group).isEmpty());
    if (chase) {
      return Manner.DEPENDENT;
    }
    return group.waiting().orElse(0) >= SOME ? Manner.PARTLY_DEPENDENT : group.manner();
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
            .filter(other -> other.isWorthNamingWith(group))
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

  /** The same without the other objects. */
  static Diagnosis ofObject(FunctionUse function, CellGroup group) {
    if (function.copies()) {
      return copying(function, group);
    }
    List<CellGroup> parallel = parallel(function, group);
    if (!parallel.isEmpty()) {
      return parallelArrays(function, group, parallel);
    }
    Optional<CellGroup> index = index(function, group);
    if (!group.object().hasNodes()) {
      return index.isPresent() ? indexed(function, group, index.get()) : random(function, group);
    }
    Optional<CellGroup> table = table(function, group);
    if (index.isPresent() && table.isEmpty() && group.waiting().orElse(0) < CHAINED) {
      return throughPointers(function, group, index.get());
    }
    if (group.waiting().orElse(1) < CHAINED
        || group.cells().stream().noneMatch(ProbeRules::loadsPointer)) {
      return random(function, group);
    }
    return table.isPresent() ? looked(function, group, table.get()) : chase(function, group);
  }

  /**
   * What the same loop loads pointers from at irregular places, as from the buckets of a hash
   * table: then these, and not what is walked over, point to the nodes. The head of a list is
   * loaded by the instructions that follow its nodes, and rarely.
   */
  private static Optional<CellGroup> table(FunctionUse function, CellGroup group) {
    return function.groups().stream()
        .filter(CellGroup::isIrregular)
        .filter(other -> !other.object().hasNodes() && !other.object().isFloatingPoint())
        .filter(other -> other.object().number() != group.object().number())
        .filter(other -> other.waiting().orElse(0) < group.waiting().orElse(1))
        .filter(other -> other.cells().stream().anyMatch(cell -> mayLeadTo(cell, group)))
        .findFirst();
  }

  /** Whether a cell loads what may be pointers to most of the places that a group goes to. */
  private static boolean mayLeadTo(Cell cell, CellGroup group) {
    return loadsPointer(cell)
        && OFTEN * cell.accesses() >= group.leading().accesses()
        && group.cells().stream().noneMatch(cell::isOfSite)
        && group.cells().stream()
            .anyMatch(group.waiting().isPresent() ? cell::isInLoopWith : cell::happensWith);
  }

  private static Diagnosis looked(FunctionUse function, CellGroup group, CellGroup table) {
    return new Diagnosis(
        AccessPattern.POINTER_CHASE,
        Wording.text(
            "%s finds %s through the pointers in %s, in irregular order, and waits for a pointer"
                + " before it can load what it points to; store the elements in the table itself,"
                + " sort or partition the requests, or prefetch several requests ahead",
            function.at(group), group.object().text(), table.object().text()),
        List.of(blocks(group)));
  }

  /** How many blocks there are, and how large they are. */
  static String blocks(CellGroup group) {
    return Wording.text(
        "%,d blocks of at most %,d bytes",
        group.object().object().instances(), group.object().object().bytes());
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

  /**
   * Irregular accesses to other objects with the same steps. Nodes have no index: those that were
   * allocated together may lie as far apart.
   */
  private static List<CellGroup> parallel(FunctionUse function, CellGroup group) {
    List<CellGroup> found = new ArrayList<>();
    if (group.object().hasNodes()) {
      return found;
    }
    for (CellGroup other : function.groups()) {
      if (other.isIrregular()
          && !other.object().hasNodes()
          && other.object().number() != group.object().number()
          && group.cells().stream().noneMatch(other.leading()::isOfSite)
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
        List.of("their most frequent steps are the same"),
        all.stream().map(one -> one.object().name()).sorted().toList());
  }

  private static Diagnosis chase(FunctionUse function, CellGroup group) {
    return new Diagnosis(
        AccessPattern.POINTER_CHASE,
        Wording.text(
            "%s follows pointers through %s, node by node in irregular order, and waits for each"
                + " line before it knows the next; store the nodes in an array or pool in the"
                + " order of use, put several elements into one node, or prefetch ahead",
            function.at(group), group.object().text()),
        List.of(blocks(group)));
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
        && OFTEN * cell.accesses() >= cell.site().accesses()
        && cell.happensWith(group.leading());
  }

  /** Whether what says where a group goes is as wide as pointers, and not known to be integers. */
  private static boolean mayBePointers(CellGroup group, CellGroup index) {
    return index.object().object().type().isEmpty()
        && index.cells().stream()
            .filter(cell -> isIndex(cell, group))
            .allMatch(ProbeRules::loadsPointer);
  }

  /** Loads by the instruction that loads most of the places that a group goes to. */
  private static long indexLoads(CellGroup group, CellGroup index) {
    return index.cells().stream()
        .filter(cell -> isIndex(cell, group))
        .mapToLong(Cell::accesses)
        .max()
        .orElse(0);
  }

  private static Diagnosis indexed(FunctionUse function, CellGroup group, CellGroup index) {
    boolean loads =
        group.cells().stream()
            .allMatch(cell -> cell.isLoad() || !cell.happensWith(group.leading()));
    String name = group.object().text();
    boolean alike = name.equals(index.object().text());
    String places = alike ? "others of these blocks" : index.object().text();
    String indices = alike ? "the indices" : places;
    boolean pointers = mayBePointers(group, index);
    String again = alike ? "what is used" : name;
    String advice =
        loads
            ? "reorder " + again + " in the order of use, sort " + indices + ", or prefetch ahead"
            : "partition "
                + indices
                + " first, so that each part of "
                + again
                + " fits into a cache"
                + (pointers ? ", or store " + again + " in the order of " + indices : "");
    return new Diagnosis(
        loads ? AccessPattern.GATHER : AccessPattern.SCATTER,
        Wording.text(
            "%s %s %s at the %s in %s, in irregular order; %s",
            function.at(group),
            loads ? "loads" : "updates",
            name,
            pointers ? "indices or pointers" : "indices",
            places,
            advice),
        List.of(evidence(group, index)));
  }

  private static String evidence(CellGroup group, CellGroup index) {
    if (group.object().text().equals(index.object().text())) {
      return Wording.text(
          "%s loads of the indices in the same loop, in steps of %s",
          Wording.count(indexLoads(group, index)), Wording.step(index.stride()));
    }
    return Wording.text(
        "%s loads of %s in the same loop, in steps of %s",
        Wording.count(indexLoads(group, index)),
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

  /** What goes over an object again and again, each time with another step. */
  private static Diagnosis walks(FunctionUse function, CellGroup group, List<StrideShare> steps) {
    String cache = group.object().memory().caches().get(group.reach()).name();
    return new Diagnosis(
        AccessPattern.REPEATED_SWEEP,
        Wording.text(
            "%s walks over %s again and again, in steps of several lengths (%s bytes and others), and"
                + " %s of these accesses miss %s; do all walks over a block that fits into %s before"
                + " the next block (tile the loops)",
            function.at(group),
            group.object().text(),
            steps.stream()
                .limit(MOST_STEPS)
                .map(step -> Wording.text("%,d", Math.abs(step.bytes())))
                .collect(Collectors.joining(", ")),
            Wording.percent(group.missRatio(0)),
            group.object().memory().caches().get(0).name(),
            cache));
  }

  private static Diagnosis random(FunctionUse function, CellGroup group) {
    List<StrideShare> steps = group.leading().stepsForward();
    if (!steps.isEmpty() && group.isRepeated() && !group.object().hasNodes()) {
      return walks(function, group, steps);
    }
    if (function.compares()) {
      return comparing(function, group);
    }
    if (group.cells().stream().allMatch(Cell::isLoad) && group.leading().halvesSteps()) {
      return halving(function, group);
    }
    if (isChain(function, group)) {
      return new Diagnosis(
          AccessPattern.POINTER_CHASE,
          Wording.text(
              "%s goes through %s from each element to the one that it names, in irregular order,"
                  + " and waits for each line before it knows the next; store the elements in the"
                  + " order of use, or prefetch ahead",
              function.at(group), group.object().text()),
          List.of());
    }
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

  /** Whatever is copied, a copy takes no address from it. */
  private static Diagnosis copying(FunctionUse function, CellGroup group) {
    return new Diagnosis(
        AccessPattern.RANDOM_PROBES,
        Wording.text(
            "%s copies pieces of %s in irregular order, and %s of these accesses miss %s; copy less,"
                + " such as a pointer or an index in place of what it leads to, or allocate together"
                + " and visit in address order what is copied together",
            function.at(group),
            group.object().text(),
            Wording.percent(group.missRatio(0)),
            group.object().memory().caches().get(0).name()));
  }

  /** Only the C library reads the text itself; where it lies, somebody else knows. */
  private static Diagnosis comparing(FunctionUse function, CellGroup group) {
    return new Diagnosis(
        AccessPattern.RANDOM_PROBES,
        Wording.text(
            "%s reads pieces of %s in irregular order, and %s of these accesses miss %s; keep the"
                + " first bytes of each piece, or a hash value of it, beside what refers to it, so"
                + " that most comparisons need no other line, or store the pieces in the order of"
                + " use",
            function.at(group),
            group.object().text(),
            Wording.percent(group.missRatio(0)),
            group.object().memory().caches().get(0).name()));
  }

  private static Diagnosis halving(FunctionUse function, CellGroup group) {
    return new Diagnosis(
        AccessPattern.RANDOM_PROBES,
        Wording.text(
            "%s searches %s by halving (binary search), and %s of these accesses miss %s, one after"
                + " the other; store the elements in the order in which searches go through them"
                + " (Eytzinger layout, or a B-tree with nodes of a line), sort the requests, or"
                + " search for several at once and prefetch",
            function.at(group),
            group.object().text(),
            Wording.percent(group.missRatio(0)),
            group.object().memory().caches().get(0).name()));
  }

  /**
   * Whether each element says where the next one is, as in a list within an array. What is looked
   * up in two tables waits, too, but only once.
   */
  private static boolean isChain(FunctionUse function, CellGroup group) {
    LoadDependence ofLoop =
        function.groups().stream()
            .flatMap(other -> other.cells().stream())
            .filter(cell -> cell.isInLoopWith(group.leading()))
            .flatMap(cell -> cell.access().dependence().stream())
            .reduce(LoadDependence.NONE, LoadDependence::plus);
    return group.waiting().orElse(0) >= NEARLY_ALL
        && ofLoop.treeSize() >= LONG_CHAIN
        && ofLoop.deeperShare() >= NEARLY_ALL;
  }
}
