package org.tslmap.collector.pictures;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.tslmap.collector.density.MemoryOrigins;
import org.tslmap.collector.memory.Ranges;
import org.tslmap.collector.wire.HeapEvent;
import org.tslmap.collector.wire.Mapping;

/**
 * Numbers what has a name in common: a few large heap blocks allocated by one call, or a few large
 * ranges of memory that were mapped without a file, in the order in which they came. All of a large
 * heap block has one name, whoever touched parts of it last.
 */
final class NumberedNames {

  /** More than so many of one name are not numbered. */
  private static final int MOST = 9;

  /** A range is large if it has this share of what the picture shows. */
  private static final double LARGE = 0.005;

  /** And if it has this share of the largest one of its name. */
  private static final double OF_LARGEST = 0.1;

  /** The share of a mapping's blocks that makes it a stack. */
  private static final double A_STACK = 0.2;

  private static final Set<String> IN_MAPPINGS = Set.of(Mapping.ANONYMOUS, DataNames.ON_STACK);

  private static final int NOT_ONE = -1;

  private final String[] names;

  /**
   * Names blocks.
   *
   * @param plain what they would be called
   * @param blocks their numbers, ascending
   * @param bytes how large each is
   * @param sites a site that accessed each
   * @param origins where large heap blocks and mappings are
   */
  NumberedNames(MemoryNames plain, long[] blocks, long bytes, int[] sites, MemoryOrigins origins) {
    Ranges<Integer> allocated = new Ranges<>();
    Ranges<Integer> mapped = new Ranges<>();
    int ranges = 0;
    for (HeapEvent block : origins.heapBlocks()) {
      allocated.put(block.address(), block.address() + block.bytes(), ranges++);
    }
    for (Mapping mapping : origins.mappings()) {
      if (mapping.mapped() && mapping.path().isEmpty()) {
        mapped.put(mapping.start(), mapping.start() + mapping.bytes(), ranges++);
      }
    }
    names = new String[blocks.length];
    int[] rangeOf = new int[blocks.length];
    Map<Integer, Map<String, Integer>> found = new HashMap<>();
    for (int i = 0; i < blocks.length; i++) {
      long start = blocks[i] * bytes;
      names[i] = plain.nameOf(start, bytes, sites[i]);
      rangeOf[i] = largestAt(allocated, start, start + bytes);
      if (rangeOf[i] == NOT_ONE && IN_MAPPINGS.contains(names[i])) {
        rangeOf[i] = largestAt(mapped, start, start + bytes);
      }
      if (rangeOf[i] != NOT_ONE) {
        found.computeIfAbsent(rangeOf[i], any -> new HashMap<>()).merge(names[i], 1, Integer::sum);
      }
    }
    Map<Integer, String> named = numbered(found, LARGE * blocks.length);
    for (int i = 0; i < blocks.length; i++) {
      names[i] = named.getOrDefault(rangeOf[i], names[i]);
    }
  }

  /** The one with most of a block of memory; of several with as much the last. */
  private static int largestAt(Ranges<Integer> ranges, long start, long end) {
    return ranges.between(start, end).stream()
        .max(
            Comparator.comparingLong((Ranges.Range<Integer> range) -> range.overlap(start, end))
                .thenComparing(Ranges.Range::what))
        .map(Ranges.Range::what)
        .orElse(NOT_ONE);
  }

  /** Names by range, with a number if it is one of a few. */
  private static Map<Integer, String> numbered(
      Map<Integer, Map<String, Integer>> found, double large) {
    Map<Integer, String> named = new HashMap<>();
    Map<String, Map<Integer, Integer>> ofName = new HashMap<>();
    found.forEach(
        (range, names) -> {
          String name = name(names);
          named.put(range, name);
          if (sum(names) >= large && !name.isEmpty() && !name.equals(DataNames.ON_STACK)) {
            ofName.computeIfAbsent(name, any -> new HashMap<>()).put(range, sum(names));
          }
        });
    ofName.forEach(
        (name, sizes) -> {
          double least = OF_LARGEST * Collections.max(sizes.values());
          sizes.values().removeIf(size -> size < least);
          int number = 0;
          for (int range : new TreeSet<>(sizes.keySet())) {
            if (sizes.size() > 1 && sizes.size() <= MOST) {
              number++;
              named.put(range, name + " #" + number);
            }
          }
        });
    return named;
  }

  private static int sum(Map<String, Integer> names) {
    return names.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * What a range is called: what most of it is, but an allocation says more than that memory was
   * mapped, and a mapping is a stack if a good part of it is used as one.
   */
  private static String name(Map<String, Integer> names) {
    int anonymous = names.getOrDefault(Mapping.ANONYMOUS, 0);
    int stack = names.getOrDefault(DataNames.ON_STACK, 0);
    if (stack + anonymous == sum(names) && stack < A_STACK * sum(names)) {
      return Mapping.ANONYMOUS;
    }
    return names.entrySet().stream()
        .max(
            Comparator.comparing(
                    (Map.Entry<String, Integer> one) ->
                        !one.getKey().isEmpty() && !one.getKey().equals(Mapping.ANONYMOUS))
                .thenComparing(Map.Entry::getValue)
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .orElse("");
  }

  /** The names of the blocks, in their order. */
  String[] names() {
    return names;
  }
}
