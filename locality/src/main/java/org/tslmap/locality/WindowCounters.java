package org.tslmap.locality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Counts the process's accesses per time window. */
final class WindowCounters {

  private final int imax;
  private final long length;
  private final long[] word;
  private final long[] line;
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

  /** Counts the next accesses, at most {@link #left}. */
  void count(
      byte[] wordEntries, int[] wordStrides, byte[] lineEntries, int[] lineStrides, int count) {
    long[] word = this.word;
    long[] line = this.line;
    int firstStride = 1 + LocalityHistogram.REUSE_BINS;
    for (int i = 0; i < count; i++) {
      word[1 + wordEntries[i]]++;
      line[1 + lineEntries[i]]++;
      word[firstStride + wordStrides[i]]++;
      line[firstStride + lineStrides[i]]++;
    }
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

  private WindowResult current() {
    return new WindowResult(
        finished.size() * length,
        length - left,
        LocalityHistogram.ofCounts(imax, word),
        LocalityHistogram.ofCounts(imax, line));
  }
}
