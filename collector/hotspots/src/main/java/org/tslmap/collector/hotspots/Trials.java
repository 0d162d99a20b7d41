package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tslmap.locality.layout.Remedy;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessIdentity;

/** Which remedies of a finding can be tried by giving data other addresses. */
final class Trials {

  /** Data of which each word may get a line of its own, at most. */
  private static final long MOST_SPREAD = 1 << 20;

  private Trials() {}

  /**
   * The remedies of a group of accesses, the recommended one first.
   *
   * @param pattern what the group does
   */
  static List<Trial> of(
      ProcessIdentity process, FunctionUse function, CellGroup group, AccessPattern pattern) {
    List<Optional<Remedy>> remedies =
        switch (pattern) {
          case COLUMN_WALK -> List.of(interchange(function, group), padding(function, group));
          case STRIDED_WALK ->
              StrideRules.canInterchange(function, group)
                  ? List.of(interchange(function, group), padding(function, group))
                  : List.of(split(group));
          case SET_CONFLICT -> List.of(padding(function, group));
          case STRUCT_WALK -> List.of(split(group));
          case POINTER_CHASE, GATHER, RANDOM_PROBES -> List.of(pool(group));
          default -> List.of();
        };
    return remedies.stream()
        .flatMap(Optional::stream)
        .map(remedy -> new Trial(process, remedy))
        .toList();
  }

  /** The remedy of data that threads share falsely. */
  static List<Trial> of(ProcessIdentity process, SharedUse shared, AccessPattern pattern) {
    ObjectUse object = shared.object();
    return pattern == AccessPattern.FALSE_SHARING
            && hasPlace(object.object())
            && object.object().bytes() <= MOST_SPREAD
        ? List.of(
            new Trial(
                process,
                new Remedy(
                    Remedy.Kind.SPREAD,
                    List.of(target(object, 0, 0)),
                    shared.sites().stream()
                        .map(site -> site.instruction())
                        .collect(Collectors.toSet()))))
        : List.of();
  }

  /** All walks down columns in the group's loop change when the loop does. */
  private static Optional<Remedy> interchange(FunctionUse function, CellGroup group) {
    return ofLoop(Remedy.Kind.INTERCHANGE, function, group, CellGroup::changesColumn);
  }

  /** All walks in the group's loop that reach few sets compete for these. */
  private static Optional<Remedy> padding(FunctionUse function, CellGroup group) {
    return hasConflicts(group)
        ? ofLoop(Remedy.Kind.PAD_ROWS, function, group, Trials::hasConflicts)
        : Optional.empty();
  }

  private static boolean hasConflicts(CellGroup group) {
    return group.conflicts() > group.wastedOfFirst();
  }

  /** A remedy of a walk and of others like it in the same loop. */
  private static Optional<Remedy> ofLoop(
      Remedy.Kind kind, FunctionUse function, CellGroup group, Predicate<CellGroup> like) {
    List<CellGroup> walks = new ArrayList<>(List.of(group));
    for (CellGroup other : function.groups()) {
      if (other.isStrided()
          && like.test(other)
          && other.leading().loop().isPresent()
          && other.leading().loop().equals(group.leading().loop())
          && walks.stream().noneMatch(walk -> walk.object().number() == other.object().number())) {
        walks.add(other);
      }
    }
    // The same remedy for each of the walks, so that it is tried once.
    walks.sort(Comparator.comparingInt(walk -> walk.object().number()));
    return walks.stream().allMatch(Trials::isMatrix)
        ? Optional.of(
            new Remedy(
                kind,
                walks.stream()
                    .map(walk -> target(walk.object(), row(walk), element(walk)))
                    .toList(),
                walks.stream()
                    .flatMap(walk -> instructions(walk).stream())
                    .collect(Collectors.toSet())))
        : Optional.empty();
  }

  private static boolean isMatrix(CellGroup walk) {
    return hasPlace(walk.object().object())
        && row(walk) >= 2 * element(walk)
        && walk.object().object().bytes() >= 2 * row(walk);
  }

  private static Optional<Remedy> split(CellGroup group) {
    long element = Math.abs(group.stride());
    return hasPlace(group.object().object())
            && 2 * group.width() <= element
            && group.object().object().bytes() >= 2 * element
            && element <= Short.MAX_VALUE
        ? Optional.of(one(Remedy.Kind.SPLIT, group, element, 0))
        : Optional.empty();
  }

  private static Optional<Remedy> pool(CellGroup group) {
    return group.object().hasNodes()
        ? Optional.of(one(Remedy.Kind.POOL, group, 0, 0))
        : Optional.empty();
  }

  private static Remedy one(Remedy.Kind kind, CellGroup group, long step, long element) {
    return new Remedy(kind, List.of(target(group.object(), step, element)), instructions(group));
  }

  private static Remedy.Target target(ObjectUse use, long step, long element) {
    DataObject object = use.object();
    return new Remedy.Target(use.number(), object.address(), object.bytes(), step, element);
  }

  private static Set<Long> instructions(CellGroup group) {
    return group.cells().stream()
        .map(cell -> cell.site().instruction())
        .collect(Collectors.toSet());
  }

  /** Bytes of a row: the step, or of the several rows that an unrolled loop takes one. */
  private static long row(CellGroup group) {
    long elements = group.object().rowElements(group.stride());
    return elements > 0
        ? elements * group.object().object().elementBytes()
        : Math.abs(group.stride());
  }

  private static long element(CellGroup group) {
    long known = group.object().object().elementBytes();
    return known > 0 && !group.object().object().dimensions().isEmpty()
        ? known
        : group.leading().site().size();
  }

  /**
   * Whether it is known where the data lies: blocks of the heap, or a variable at a fixed place.
   */
  private static boolean hasPlace(DataObject object) {
    return object.bytes() > 0 && (object.kind() == DataClass.HEAP || object.address() != 0);
  }
}
