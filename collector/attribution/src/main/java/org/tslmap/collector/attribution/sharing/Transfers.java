package org.tslmap.collector.attribution.sharing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Adds transfers up by data object and kind. */
final class Transfers {

  /** What a row is about. */
  private record Key(int object, boolean falselyShared) {}

  /** A line that a row counts besides the row that counted it first. */
  private record Line(int row, long line) {}

  private static final class Sum {
    private final Key key;
    private long lines;
    private long transfers;
    private long overwrites;
    private long concurrent;
    private long firstAddress = -1;
    private long threads;

    Sum(Key key) {
      this.key = key;
    }
  }

  /** What a line in several rows takes, roughly: an object, a place in a table and its node. */
  private static final int LINE_BYTES = 80;

  private final AccessLabels labels;
  private final Capacity capacity;
  private final Map<Key, Integer> numbers = new HashMap<>();
  private final List<Sum> sums = new ArrayList<>();
  private final LabelCounts counts = new LabelCounts();

  /** 1 + the row of each label that had a transfer, by kind. */
  private final int[][] rowOf = {new int[64], new int[64]};

  private final Set<Line> linesOfSeveral = new HashSet<>();

  Transfers(AccessLabels labels, Capacity capacity) {
    this.labels = labels;
    this.capacity = capacity;
  }

  /**
   * Adds a transfer: who accessed what, and who had before.
   *
   * @return the row it was added to
   */
  int add(
      long address, boolean falselyShared, int thread, int label, int otherThread, int otherLabel) {
    int row = row(falselyShared ? 1 : 0, label);
    Sum sum = sums.get(row);
    sum.transfers++;
    if (Long.compareUnsigned(address, sum.firstAddress) < 0) {
      sum.firstAddress = address;
    }
    sum.threads |= 1L << thread | 1L << otherThread;
    counts.add(row, label);
    counts.add(row, otherLabel);
    return row;
  }

  /** The row of a label's transfers of a kind, true 0 or false 1. */
  private int row(int kind, int label) {
    if (label >= rowOf[kind].length) {
      rowOf[kind] = Arrays.copyOf(rowOf[kind], Math.max(label + 1, 2 * rowOf[kind].length));
    }
    if (rowOf[kind][label] == 0) {
      Key key = new Key(labels.object(label), kind == 1);
      rowOf[kind][label] = 1 + numbers.computeIfAbsent(key, this::newRow);
    }
    return rowOf[kind][label] - 1;
  }

  private int newRow(Key key) {
    sums.add(new Sum(key));
    return sums.size() - 1;
  }

  /** Counts a transfer that stored over what another thread had stored. */
  void addOverwrite(int row) {
    sums.get(row).overwrites++;
  }

  /** Counts a transfer from a thread that was still at work on the line. */
  void addConcurrent(int row) {
    sums.get(row).concurrent++;
  }

  /** Counts a line that no row of the kind has counted yet. */
  void addLine(int row) {
    sums.get(row).lines++;
  }

  /** Counts a line that another row of the kind has counted, unless this one has, too. */
  void addLineOfSeveral(int row, long line) {
    if (linesOfSeveral.add(new Line(row, line))) {
      capacity.take(LINE_BYTES);
      sums.get(row).lines++;
    }
  }

  /**
   * The rows, most transfers first.
   *
   * @param threads the threads' numbers in the order of their first accesses
   */
  List<SharingResult.Row> rows(List<Integer> threads) {
    List<Map<Integer, Long>> sites = new ArrayList<>();
    sums.forEach(sum -> sites.add(new HashMap<>()));
    counts.each((row, label, count) -> sites.get(row).merge(labels.site(label), count, Long::sum));
    return IntStream.range(0, sums.size())
        .mapToObj(row -> row(sums.get(row), sites.get(row), threads))
        .sorted(
            Comparator.comparingLong(SharingResult.Row::transfers)
                .reversed()
                .thenComparingInt(SharingResult.Row::object)
                .thenComparing(SharingResult.Row::falselyShared))
        .toList();
  }

  private static SharingResult.Row row(Sum sum, Map<Integer, Long> bySite, List<Integer> numbers) {
    List<Integer> sites =
        bySite.entrySet().stream()
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
        sum.key.object,
        sum.key.falselyShared,
        sum.lines,
        sum.transfers,
        sum.overwrites,
        sum.concurrent,
        sum.firstAddress,
        sites,
        threads);
  }
}
