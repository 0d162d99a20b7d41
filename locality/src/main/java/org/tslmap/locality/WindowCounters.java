package org.tslmap.locality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Counts the process's accesses per time window. */
final class WindowCounters {

  /*
   * A word's entry and its line's are counted together, and so are their strides where both are
   * small: one counter to increment instead of two. Pairs are parted when counts are read.
   */

  /** Row n of a table of pairs begins at n times this. */
  static final int PAIRS = 64;

  private static final int FIRST_STRIDE = 1 + LocalityHistogram.REUSE_BINS;

  private final int imax;
  private final long length;
  private final long[] word;
  private final long[] line;

  /** A word's entry in a reuse histogram + 1, by that of its line. */
  final long[] entryPairs = new long[PAIRS * PAIRS];

  /** A word's stride by that of its line, where both are below {@link #PAIRS}. */
  final long[] stridePairs = new long[PAIRS * PAIRS];

  private final LocalityHistogram finishedWords;
  private final List<WindowResult> finished = new ArrayList<>();
  private long left;

  WindowCounters(MetricParameters parameters) {
    imax = parameters.imax();
    length = parameters.timeWindow();
    left = length;
    word = new long[LocalityHistogram.countsLength(imax)];
    line = new long[LocalityHistogram.countsLength(imax)];
    finishedWords = new LocalityHistogram(imax);
  }

  /** Accesses until the current window ends, at least 1. */
  long left() {
    return left;
  }

  /** Counts a word's stride and its line's. */
  void countStrides(int wordStride, int lineStride) {
    word[FIRST_STRIDE + wordStride]++;
    line[FIRST_STRIDE + lineStride]++;
  }

  /** Goes on by as many accesses as were counted, at most {@link #left}. */
  void advance(int count) {
    left -= count;
    if (left == 0) {
      WindowResult window = current();
      finished.add(window);
      finishedWords.add(window.word());
      Arrays.fill(word, 0);
      Arrays.fill(line, 0);
      left = length;
    }
  }

  /** All accesses so far, at word granularity. */
  LocalityHistogram words() {
    partPairs();
    LocalityHistogram sum = LocalityHistogram.ofCounts(imax, word);
    sum.add(finishedWords);
    return sum;
  }

  /** The windows so far; the last one may be unfinished. */
  List<WindowResult> results() {
    List<WindowResult> results = new ArrayList<>();
    finished.forEach(window -> results.add(window.copy()));
    if (left < length) {
      results.add(current());
    }
    return results;
  }

  private void partPairs() {
    for (int w = 0; w < PAIRS; w++) {
      for (int l = 0; l < PAIRS; l++) {
        move(entryPairs, w, l, 0);
        move(stridePairs, w, l, FIRST_STRIDE);
      }
    }
  }

  private void move(long[] pairs, int w, int l, int first) {
    long count = pairs[w * PAIRS + l];
    if (count != 0) {
      word[first + w] += count;
      line[first + l] += count;
      pairs[w * PAIRS + l] = 0;
    }
  }

  private WindowResult current() {
    partPairs();
    return new WindowResult(
        finished.size() * length,
        length - left,
        LocalityHistogram.ofCounts(imax, word),
        LocalityHistogram.ofCounts(imax, line));
  }
}
