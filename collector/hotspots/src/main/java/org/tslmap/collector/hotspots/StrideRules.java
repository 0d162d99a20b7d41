package org.tslmap.collector.hotspots;

import java.util.List;
import java.util.Optional;

/** Walks by a steady step that leaves something out. */
final class StrideRules {

  /** A step that a whole struct may take when nothing is known of the element, in bytes. */
  private static final long LARGEST_STRUCT = 256;

  /** A transpose passes over its destination at most so many times as often as over its source. */
  private static final double MOST_PASSES = 4;

  /** Rows of a tile, each of which may be in another page: as many as a TLB's first level holds. */
  private static final long LARGEST_TILE = 64;

  private StrideRules() {}

  /**
   * What a strided walk does.
   *
   * @param all the functions of the process
   */
  static Diagnosis diagnose(FunctionUse function, CellGroup group, List<FunctionUse> all) {
    if (group.hasShortRuns()) {
      return searches(function, group);
    }
    if (group.object().liesApart(group.stride())) {
      return nodes(function, group);
    }
    if (isStruct(group) && !function.isAllocator()) {
      return columnWalk(function, group)
          .map(walk -> again(function, group, walk))
          .orElseGet(() -> struct(function, group));
    }
    boolean conflicts = group.conflicts() > group.wastedOfFirst();
    if (!canInterchange(function, group)) {
      return conflicts ? conflict(function, group) : elements(function, group, all);
    }
    Optional<CellGroup> partner = transposePartner(function, group);
    if (isTransposed(function, group)) {
      return transpose(function, group, partner.get());
    }
    if (partner.isPresent() || group.isTiled()) {
      if (conflicts) {
        return conflict(function, group);
      }
      return group.distance() > 0
          ? SweepRules.diagnose(function, group, all)
          : firstTouches(function, group);
    }
    if (group.object().rowElements(group.stride()) > 0) {
      return column(function, group);
    }
    return conflicts && group.usesWholeLines()
        ? conflict(function, group)
        : strided(function, group, "interchange loops, or change the layout");
  }

  /** Whether a walk down columns stores what is loaded along rows, or the other way round. */
  static boolean isTransposed(FunctionUse function, CellGroup group) {
    return group.isStrided()
        && canInterchange(function, group)
        && !group.usesWholeLines()
        && transposePartner(function, group).isPresent();
  }

  /**
   * Whether a walk goes on in another column, in loops that another order of may mend: of what is
   * known to be a matrix the loops may be its callers', otherwise they must be seen.
   */
  static boolean canInterchange(FunctionUse function, CellGroup group) {
    return group.changesColumn()
        && !function.isOfSystem()
        && (changesColumnInCalls(function, group)
            || (group.object().rowElements(group.stride()) > 0
                ? group.isNested()
                : group.isInOwnNest()));
  }

  /**
   * Whether a call goes on in several columns. Then there is a loop around the walk, even where
   * both begin at the same instruction and are seen as one.
   */
  private static boolean changesColumnInCalls(FunctionUse function, CellGroup group) {
    return function.calls() > 0 && group.columns() >= CellGroup.SEVERAL * function.calls();
  }

  /** The step, in elements where they are known. */
  private static String step(CellGroup group) {
    ObjectUse object = group.object();
    long row = object.rowElements(group.stride());
    if (row > 0) {
      long rows = Math.abs(group.stride()) / (row * object.object().elementBytes());
      return rows == 1
          ? Wording.text(
              "%s (one %s of %s)",
              Wording.step(group.stride()), object.part(group.stride()), object.elements(row))
          : Wording.text(
              "%s (%d %ss of %s)",
              Wording.step(group.stride()),
              rows,
              object.part(group.stride()),
              object.elements(row));
    }
    long element = object.object().elementBytes();
    long step = Math.abs(group.stride());
    return element > 0 && element <= step && step % element == 0
        ? Wording.text("%s (%s)", Wording.step(step), object.elements(step / element))
        : Wording.step(step);
  }

  private static String width(CellGroup group) {
    return (group.mayOverlap() ? "at most " : "") + Wording.step(group.width());
  }

  /** A walk that uses whole lines, none of which comes back too late. */
  private static Diagnosis firstTouches(FunctionUse function, CellGroup group) {
    return new Diagnosis(
        AccessPattern.STRIDED_WALK,
        Wording.text(
            "%s walks over %s in steps of %s and touches each line for the first time in its thread;"
                + " all of the line is used, but it is not fetched ahead; walk in the order of"
                + " addresses, or prefetch",
            function.at(group), group.object().text(), step(group)));
  }

  private static Diagnosis conflict(FunctionUse function, CellGroup group) {
    CacheLevel cache = group.object().memory().caches().get(0);
    return new Diagnosis(
        AccessPattern.SET_CONFLICT,
        Wording.text(
            "%s walks over %s in steps of %s, which all map to the same few sets of %s; pad each"
                + " %s by one line (%d bytes), so that the steps use all sets",
            function.at(group),
            group.object().text(),
            step(group),
            cache.name(),
            padded(group),
            group.line()),
        List.of(conflicts(group)));
  }

  /** What is to be padded: rows, or whatever a step leads over in a block of the heap. */
  private static String padded(CellGroup group) {
    return group.object().object().dimensions().isEmpty()
        ? "row, or array of a step's size,"
        : Wording.text("%s of %s", group.object().part(group.stride()), group.object().text());
  }

  /**
   * Short walks that begin anywhere, as look-ups in a hash table do whose slots are mostly taken.
   */
  private static Diagnosis searches(FunctionUse function, CellGroup group) {
    return new Diagnosis(
        AccessPattern.RANDOM_PROBES,
        Wording.text(
            "%s goes to %s in irregular order, and on from each place in about %,d steps of %s, of"
                + " which it uses %s; visit these pieces in the order of memory, sort or partition"
                + " the requests, and store what it uses apart from the rest; in a hash table, keep"
                + " more slots free or hash better, so that fewer of them are looked at",
            function.at(group),
            group.object().text(),
            Math.max(1, group.runBytes() / Math.abs(group.stride())),
            Wording.step(group.stride()),
            width(group)));
  }

  /** One step is one element, or may well be, and at most half of it is used. */
  private static boolean isStruct(CellGroup group) {
    return mayBeStruct(group) && 2 * group.width() <= Math.abs(group.stride());
  }

  /** Whether one step is one element of several members, or may well be. */
  private static boolean mayBeStruct(CellGroup group) {
    long step = Math.abs(group.stride());
    long element = group.object().object().elementBytes();
    boolean known = element > group.object().memory().word() && step == element;
    boolean unknown =
        group.object().object().dimensions().isEmpty()
            && (element <= 1 || element == group.object().object().bytes())
            && (group.object().object().instances() > 1 || !group.changesColumn())
            && step > 2L * group.object().memory().word()
            && step <= LARGEST_STRUCT;
    return known || unknown;
  }

  /** Most of each element is used. The rest may be other members, or nothing. */
  private static Diagnosis elements(FunctionUse function, CellGroup group, List<FunctionUse> all) {
    long step = Math.abs(group.stride());
    long most =
        all.stream()
            .flatMap(other -> other.groups().stream())
            .filter(other -> other.object().number() == group.object().number())
            .filter(other -> Math.abs(other.stride()) == step)
            .mapToLong(other -> Math.min(step, other.width()))
            .max()
            .orElse(step);
    return mayBeStruct(group) && most < step && !function.isOfSystem()
        ? new Diagnosis(
            AccessPattern.STRIDED_WALK,
            Wording.text(
                "%s walks over %s in steps of %s and uses %s at each step, and no loop uses more"
                    + " than %d of these %d bytes; if the rest is padding between members, order"
                    + " the members by size, the largest first; if it is members, store them apart",
                function.at(group), group.object().text(), step(group), width(group), most, step))
        : strided(function, group, "change the layout");
  }

  /**
   * A walk in the same loop whose loops should change places, where the group goes over the same
   * elements for each of its columns.
   */
  private static Optional<CellGroup> columnWalk(FunctionUse function, CellGroup group) {
    return !group.isRepeated() || group.changesColumn()
        ? Optional.empty()
        : function.groups().stream()
            .filter(CellGroup::isStrided)
            .filter(other -> canInterchange(function, other) && !other.isTiled())
            .filter(other -> other.leading().happensWith(group.leading()))
            .findFirst();
  }

  private static Diagnosis again(FunctionUse function, CellGroup group, CellGroup walk) {
    String name = group.object().text();
    return new Diagnosis(
        AccessPattern.STRIDED_WALK,
        Wording.text(
            "%s goes over the elements of %s, in steps of %s, again for each column that it walks"
                + " down in %s; interchange the loops, so that each element of %s is needed once",
            function.at(group), name, step(group), walk.object().text(), name));
  }

  private static Diagnosis struct(FunctionUse function, CellGroup group) {
    String name = group.object().text();
    return new Diagnosis(
        AccessPattern.STRUCT_WALK,
        Wording.text(
            "%s uses %s%d of the %d bytes of each element of %s; the rest of each line is fetched"
                + " and not used; store the members it uses in separate arrays (structure of"
                + " arrays), or move the unused ones to another structure",
            function.at(group),
            group.mayOverlap() ? "at most " : "",
            group.width(),
            Math.abs(group.stride()),
            name));
  }

  /** Nodes in the order of their addresses, with something else between them. */
  private static Diagnosis nodes(FunctionUse function, CellGroup group) {
    return new Diagnosis(
        AccessPattern.STRIDED_WALK,
        Wording.text(
            "%s goes over %s one by one, %s apart, and uses %s of each; what lies between them is"
                + " fetched and not used; store them one behind the other, in an array or a pool of"
                + " their own",
            function.at(group), group.object().text(), Wording.step(group.stride()), width(group)),
        List.of(ProbeRules.blocks(group)));
  }

  /**
   * A dense walk over another place in the same loop, where one of both loads and the other stores.
   * It covers its object about as often: a column that is copied to a small buffer, or added to a
   * vector, is no transpose.
   */
  private static Optional<CellGroup> transposePartner(FunctionUse function, CellGroup group) {
    Cell cell = group.leading();
    return function.groups().stream()
        .filter(CellGroup::isDense)
        .filter(other -> other.passes() <= MOST_PASSES * group.passes())
        .filter(
            other ->
                other.cells().stream()
                    .anyMatch(c -> c.isLoad() != cell.isLoad() && cell.happensWith(c)))
        .findFirst();
  }

  /** A power of two: squares of so many elements of two arrays fill a cache at most. */
  private static long tile(CacheLevel cache, int elementBytes) {
    double side = Math.sqrt(cache.bytes() / (2.0 * elementBytes));
    return Math.max(2, Math.min(LARGEST_TILE, Long.highestOneBit((long) side)));
  }

  private static Diagnosis transpose(FunctionUse function, CellGroup group, CellGroup partner) {
    boolean inPlace = partner.object().number() == group.object().number();
    Memory memory = group.object().memory();
    CacheLevel cache = memory.caches().get(Math.min(1, memory.caches().size() - 1));
    long tile = tile(cache, group.leading().site().size());
    return new Diagnosis(
        AccessPattern.TRANSPOSE,
        Wording.text(
            "%s walks over %s in steps of %s and%s word by word, as a transpose does; either"
                + " order of the loops is strided in one of the two; tile (block) both loops"
                + " into squares of %d x %d elements, so that %s holds the lines of both%s",
            function.at(group),
            group.object().text(),
            step(group),
            inPlace ? "" : " over " + partner.object().text(),
            tile,
            tile,
            cache.name(),
            memory.reachesFewSets(group.stride())
                ? Wording.text(
                    ", and pad each %s by one line (%d bytes), since these steps reach few sets",
                    padded(group), group.line())
                : ""),
        List.of(
            Wording.text(
                "%s accesses to each of the two in the same loop",
                Wording.count(group.leading().accesses()))));
  }

  private static Diagnosis column(FunctionUse function, CellGroup group) {
    return new Diagnosis(
        AccessPattern.COLUMN_WALK,
        Wording.text(
            "%s walks %s of %s: each step of %s goes to another line%s, and %s of the accesses"
                + " miss %s; interchange the loops so that the %s index runs innermost, or"
                + " transpose %s first",
            function.at(group),
            way(group),
            group.object().text(),
            step(group),
            group.conflicts() > group.wastedOfFirst() ? " of the same few sets" : "",
            Wording.percent(Math.min(1, group.missRatio(0) + group.conflicts() / group.accesses())),
            group.object().memory().caches().get(0).name(),
            group.object().isColumnMajor() ? "first" : "last",
            group.object().text()),
        sets(group));
  }

  private static String way(CellGroup group) {
    ObjectUse object = group.object();
    String part = object.part(group.stride());
    if (!part.equals(object.contiguous())) {
      return "from " + part + " to " + part;
    }
    return object.isColumnMajor() ? "along the rows" : "down the columns";
  }

  /** Of a walk that reaches few sets of a cache: that, and what helps besides. */
  private static List<String> sets(CellGroup group) {
    Memory memory = group.object().memory();
    String helps =
        Wording.text(
            "; where the loops cannot be interchanged, pad each %s by one line (%d bytes)",
            group.object().part(group.stride()), memory.line());
    if (group.conflicts() > group.wastedOfFirst()) {
      return List.of(conflicts(group) + helps);
    }
    return memory
        .crowded(group.stride(), group.distance())
        .map(cache -> List.of(memory.usable(cache, group.stride()) + helps))
        .orElse(List.of());
  }

  private static String conflicts(CellGroup group) {
    Memory memory = group.object().memory();
    return Wording.text(
        "%s; %s more accesses would hit if it could use all",
        memory.usable(memory.caches().get(0), group.stride()), Wording.count(group.conflicts()));
  }

  private static Diagnosis strided(FunctionUse function, CellGroup group, String remedy) {
    return new Diagnosis(
        AccessPattern.STRIDED_WALK,
        Wording.text(
            "%s walks over %s in steps of %s and uses %s at each step; %s, so that data"
                + " used together is stored together",
            function.at(group), group.object().text(), step(group), width(group), remedy),
        sets(group));
  }
}
