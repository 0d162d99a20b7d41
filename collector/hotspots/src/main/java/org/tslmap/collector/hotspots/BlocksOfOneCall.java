package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.tslmap.locality.profile.DataObject;

/**
 * Blocks that one call allocates on many call paths, as an interpreter allocates all its values.
 * What a function does to them in no order, as a garbage collector does, is one problem.
 */
final class BlocksOfOneCall {
  private static final String BELOW = " < ";

  private BlocksOfOneCall() {}

  /**
   * A function's groups, with those together that go in no order to blocks of one call, where there
   * are more call paths than sentences name.
   */
  static List<CellGroup> joined(List<CellGroup> groups) {
    Map<String, List<CellGroup>> byCall =
        groups.stream()
            .filter(CellGroup::isIrregular)
            .filter(group -> !group.object().object().callers().isEmpty())
            .collect(
                Collectors.groupingBy(
                    group -> group.object().object().nameWithoutCallers(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    byCall.values().removeIf(same -> same.size() <= ObjectUse.MOST_NAMED);
    if (byCall.isEmpty()) {
      return groups;
    }
    Set<CellGroup> replaced = new HashSet<>();
    byCall.values().forEach(replaced::addAll);
    List<CellGroup> joined = new ArrayList<>(groups);
    joined.removeIf(replaced::contains);
    for (List<CellGroup> same : byCall.values()) {
      joined.add(CellGroup.together(object(same.stream().map(CellGroup::object).toList()), same));
    }
    return joined;
  }

  /** All of these as one, with the callers that their names have in common. */
  private static ObjectUse object(List<ObjectUse> all) {
    ObjectUse most = all.stream().max(Comparator.comparingLong(ObjectUse::accesses)).orElseThrow();
    String callers =
        all.stream()
            .map(one -> one.object().callers())
            .reduce(BlocksOfOneCall::common)
            .orElseThrow();
    DataObject plain = most.object().named(most.object().nameWithoutCallers());
    DataObject named = callers.isEmpty() ? plain : plain.from(callers);
    return ObjectUse.of(
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
        false);
  }

  private static String common(String one, String other) {
    List<String> ofOne = Arrays.asList(one.split(BELOW));
    List<String> ofOther = Arrays.asList(other.split(BELOW));
    int same = 0;
    while (same < Math.min(ofOne.size(), ofOther.size())
        && ofOne.get(same).equals(ofOther.get(same))) {
      same++;
    }
    return String.join(BELOW, ofOne.subList(0, same));
  }
}
