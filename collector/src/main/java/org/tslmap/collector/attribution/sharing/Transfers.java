package org.tslmap.collector.attribution.sharing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adds transfers up by data object and kind. */
final class Transfers {

  /** What a row is about. */
  private record Key(int object, boolean falselyShared) {}

  private static final class Sum {
    private final Set<Long> lines = new HashSet<>();
    private final Map<Integer, Long> sites = new HashMap<>();
    private long transfers;
    private long firstAddress = -1;
    private long threads;
  }

  private final AccessLabels labels;
  private final Map<Key, Sum> sums = new HashMap<>();

  Transfers(AccessLabels labels) {
    this.labels = labels;
  }

  /** Adds a transfer: who accessed what, and who had before. */
  void add(
      long line,
      long address,
      boolean falselyShared,
      int thread,
      int label,
      int otherThread,
      int otherLabel) {
    Sum sum = sums.computeIfAbsent(new Key(labels.object(label), falselyShared), key -> new Sum());
    sum.transfers++;
    sum.lines.add(line);
    if (Long.compareUnsigned(address, sum.firstAddress) < 0) {
      sum.firstAddress = address;
    }
    sum.threads |= 1L << thread | 1L << otherThread;
    sum.sites.merge(labels.site(label), 1L, Long::sum);
    sum.sites.merge(labels.site(otherLabel), 1L, Long::sum);
  }

  /**
   * The rows, most transfers first.
   *
   * @param numbers the threads' numbers in the order of their first accesses
   */
  List<SharingResult.Row> rows(List<Integer> numbers) {
    return sums.entrySet().stream()
        .map(entry -> row(entry.getKey(), entry.getValue(), numbers))
        .sorted(
            Comparator.comparingLong(SharingResult.Row::transfers)
                .reversed()
                .thenComparingInt(SharingResult.Row::object)
                .thenComparing(SharingResult.Row::falselyShared))
        .toList();
  }

  private static SharingResult.Row row(Key key, Sum sum, List<Integer> numbers) {
    List<Integer> sites =
        sum.sites.entrySet().stream()
            .sorted(
                Map.Entry.<Integer, Long>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(SharingResult.Row.MOST_SITES)
            .map(Map.Entry::getKey)
            .toList();
    List<Integer> threads = new ArrayList<>();
    for (int i = 0; i < Math.min(numbers.size(), SharedLines.MOST_THREADS); i++) {
      if ((sum.threads >>> i & 1) != 0) {
        threads.add(numbers.get(i));
      }
    }
    threads.sort(Comparator.naturalOrder());
    return new SharingResult.Row(
        key.object,
        key.falselyShared,
        sum.lines.size(),
        sum.transfers,
        sum.firstAddress,
        sites,
        threads);
  }
}
