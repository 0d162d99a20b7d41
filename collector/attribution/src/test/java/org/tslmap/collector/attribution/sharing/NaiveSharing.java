package org.tslmap.collector.attribution.sharing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.tslmap.collector.attribution.sharing.SharingResult.Row;

/** What {@link SharingAnalysis} says it finds, by looking back through all accesses. Slow. */
final class NaiveSharing {

  record Access(int thread, long address, int label) {}

  private static final class Sum {
    final Set<Long> lines = new HashSet<>();
    final Map<Integer, Long> sites = new HashMap<>();
    final Set<Integer> threads = new TreeSet<>();
    long transfers;
    long overwrites;
    long concurrent;
    long first = Long.MAX_VALUE;
  }

  private final AccessLabels labels;
  private final int wordShift;
  private final int lineShift;
  private final int recent;
  private final List<Access> past = new ArrayList<>();

  private NaiveSharing(AccessLabels labels, int wordShift, int lineShift, int recent) {
    this.labels = labels;
    this.wordShift = wordShift;
    this.lineShift = lineShift;
    this.recent = recent;
  }

  static SharingResult of(
      List<Access> stream, AccessLabels labels, int wordShift, int lineShift, int recent) {
    NaiveSharing naive = new NaiveSharing(labels, wordShift, lineShift, recent);
    Map<List<Object>, Sum> sums = new HashMap<>();
    boolean several = false;
    for (Access access : stream) {
      several |= access.thread() != stream.get(0).thread();
      if (several) {
        naive.transfer(access, sums);
        naive.past.add(access);
      }
    }
    Map<Long, Set<Integer>> users = new HashMap<>();
    naive.past.forEach(
        a ->
            users.computeIfAbsent(a.address() >>> wordShift, w -> new HashSet<>()).add(a.thread()));
    List<Row> rows = new ArrayList<>();
    sums.forEach((key, sum) -> rows.add(row(key, sum)));
    rows.sort(
        Comparator.comparing(Row::transfers)
            .reversed()
            .thenComparing(Row::object)
            .thenComparing(Row::falselyShared));
    return new SharingResult(
        users.values().stream().filter(threads -> threads.size() > 1).count(), rows, 0);
  }

  private static Row row(List<Object> key, Sum sum) {
    List<Integer> sites =
        sum.sites.entrySet().stream()
            .sorted(
                Comparator.comparing((Map.Entry<Integer, Long> e) -> -e.getValue())
                    .thenComparing(Map.Entry::getKey))
            .map(Map.Entry::getKey)
            .limit(8)
            .toList();
    return new Row(
        (Integer) key.get(0),
        (Boolean) key.get(1),
        sum.lines.size(),
        sum.transfers,
        sum.overwrites,
        sum.concurrent,
        sum.first,
        sites,
        List.copyOf(sum.threads));
  }

  private void transfer(Access access, Map<List<Object>, Sum> sums) {
    Predicate<Access> sameLine = a -> a.address() >>> lineShift == access.address() >>> lineShift;
    Predicate<Access> sameWord = a -> a.address() >>> wordShift == access.address() >>> wordShift;
    if (!passed(access, sameLine)) {
      return;
    }
    int before = last(sameLine.and(a -> a.thread() != access.thread()));
    Access other = past.get(before);
    boolean falsely = !passed(access, sameWord);
    Sum sum = sums.computeIfAbsent(List.of(labels.object(access.label()), falsely), k -> new Sum());
    sum.lines.add(access.address() >>> lineShift);
    sum.transfers++;
    if (labels.isStore(access.label())) {
      int stored = last(sameWord.and(a -> labels.isStore(a.label())));
      sum.overwrites += stored >= 0 && past.get(stored).thread() != access.thread() ? 1 : 0;
    }
    boolean wasShared =
        past.subList(0, before + 1).stream()
                .filter(sameLine)
                .mapToInt(Access::thread)
                .distinct()
                .count()
            > 1;
    long since =
        past.subList(before, past.size()).stream()
            .filter(a -> a.thread() == other.thread())
            .count();
    sum.concurrent += wasShared && since <= recent ? 1 : 0;
    sum.first = Math.min(sum.first, access.address());
    for (Access side : List.of(access, other)) {
      sum.sites.merge(labels.site(side.label()), 1L, Long::sum);
      sum.threads.add(side.thread());
    }
  }

  /** Whether a line or word has to come from another thread. */
  private boolean passed(Access access, Predicate<Access> same) {
    int stored = last(same.and(a -> labels.isStore(a.label())));
    Predicate<Access> others = same.and(a -> a.thread() != access.thread());
    if (labels.isStore(access.label())) {
      return last(others) >= Math.max(0, stored);
    }
    Predicate<Access> own = same.and(a -> a.thread() == access.thread());
    return last(others.and(a -> labels.isStore(a.label()))) > last(own);
  }

  /** Index of the last past access of a kind, -1 if there is none. */
  private int last(Predicate<Access> kind) {
    for (int i = past.size() - 1; i >= 0; i--) {
      if (kind.test(past.get(i))) {
        return i;
      }
    }
    return -1;
  }
}
