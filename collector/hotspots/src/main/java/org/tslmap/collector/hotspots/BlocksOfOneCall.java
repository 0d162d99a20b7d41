package org.tslmap.collector.hotspots;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;

/**
 * Blocks that one call allocates on many call paths, as an interpreter allocates all its values: an
 * object for each path, whose names differ in the callers only.
 */
final class BlocksOfOneCall {
  private static final String BELOW = " < ";

  /** What names have in place of callers that they leave out. */
  private static final String LEFT_OUT = "...";

  private BlocksOfOneCall() {}

  /** What parts have in common that are one problem. */
  record Key(int function, String call, boolean nodes) {}

  /** Whether a group goes to blocks of the heap in no order. */
  static boolean mayBelong(CellGroup group) {
    return group.isIrregular() && group.object().object().kind() == DataClass.HEAP;
  }

  static Key key(FunctionUse function, CellGroup group) {
    ObjectUse object = group.object();
    return new Key(function.number(), object.object().nameWithoutCallers(), object.hasNodes());
  }

  /** One function's groups with the same key as one, about all of their objects. */
  static CellGroup together(List<CellGroup> groups) {
    return CellGroup.together(object(groups.stream().map(CellGroup::object).toList()), groups);
  }

  /**
   * All of these as one, with the first callers of their names if these are the same. It has the
   * number of the one with most accesses. Where blocks lie in turn at the same addresses, bytes
   * that were touched count several times.
   */
  private static ObjectUse object(List<ObjectUse> all) {
    ObjectUse most = all.stream().max(Comparator.comparingLong(ObjectUse::accesses)).orElseThrow();
    String callers =
        all.stream()
            .map(one -> one.object().callers())
            .reduce(BlocksOfOneCall::common)
            .orElseThrow();
    DataObject plain = most.object().named(most.object().nameWithoutCallers());
    DataObject named = callers.isEmpty() ? plain : plain.from(callers);
    return new ObjectUse(
        most.number(),
        named.placed(
            0,
            all.stream().mapToLong(one -> one.object().bytes()).max().orElseThrow(),
            all.stream().mapToLong(one -> one.object().instances()).sum(),
            all.stream().mapToLong(one -> one.object().totalBytes()).sum()),
        most.memory(),
        all.stream().mapToLong(ObjectUse::touchedBytes).sum(),
        all.stream().mapToLong(ObjectUse::accesses).sum(),
        all.stream().mapToDouble(ObjectUse::fetches).sum(),
        most.usedOfLine(),
        false,
        all.stream().allMatch(ObjectUse::hasGrown));
  }

  private static String common(String one, String other) {
    List<String> ofOne = Arrays.asList(one.split(BELOW));
    List<String> ofOther = Arrays.asList(other.split(BELOW));
    int same = 0;
    while (same < Math.min(ofOne.size(), ofOther.size())
        && ofOne.get(same).equals(ofOther.get(same))
        && !ofOne.get(same).equals(LEFT_OUT)) {
      same++;
    }
    return String.join(BELOW, ofOne.subList(0, same));
  }
}
