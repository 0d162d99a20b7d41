package org.tslmap.locality;

import java.util.Arrays;

/** The counters of labels: of one thread's access sites, or of contexts. */
final class SiteCounters {

  /*
   * A hot loop has a handful of sites, whose counters should share few cache lines, and a program
   * has ten thousands that use few bins. So a site has one small array, half of it for words and half
   * for lines: first touches, reuse entries, "none", the first strides. Pages of larger strides are
   * made when such a stride occurs.
   */

  private static final int FIRST_REUSE = 1;
  private static final int NONE = 33;
  private static final int FIRST_STRIDE = 34;

  /** A power of two, so that two strides are compared with it at once. */
  private static final int LOW_STRIDES = 32;

  private static final int HALF = FIRST_STRIDE + LOW_STRIDES;
  private static final int PAGE = 32;

  /** Takes a label's counts. */
  @FunctionalInterface
  interface Visitor {
    void label(int label, SiteResult counts);
  }

  private final String what;
  private final int imax;
  private final int pagesPerHalf;
  private long[][] counters = new long[64][];
  private long[][][] large = new long[64][][];

  /**
   * Counters of nothing yet.
   *
   * @param what what a label is called
   */
  SiteCounters(String what, int imax) {
    this.what = what;
    this.imax = imax;
    this.pagesPerHalf = imax / PAGE + 1;
  }

  /**
   * Counts the accesses a history has just found the entries and strides of, here and in their
   * window: in one loop, which reads what was found once.
   *
   * @param from index of the first access's site
   */
  void count(int[] sites, int from, History found, int count, WindowCounters window) {
    long[] entryPairs = window.entryPairs;
    long[] stridePairs = window.stridePairs;
    byte[] wordEntries = found.wordEntries;
    byte[] lineEntries = found.lineEntries;
    int[] wordStrides = found.wordStrides;
    int[] lineStrides = found.lineStrides;
    for (int i = 0; i < count; i++) {
      long[] counts = countersOf(sites[from + i]);
      int wordEntry = FIRST_REUSE + wordEntries[i];
      int lineEntry = FIRST_REUSE + lineEntries[i];
      counts[wordEntry]++;
      counts[HALF + lineEntry]++;
      entryPairs[wordEntry * WindowCounters.PAIRS + lineEntry]++;
      int word = wordStrides[i];
      int line = lineStrides[i];
      if ((word | line) < LOW_STRIDES) {
        counts[FIRST_STRIDE + word]++;
        counts[HALF + FIRST_STRIDE + line]++;
        stridePairs[word * WindowCounters.PAIRS + line]++;
      } else {
        window.countStrides(word, line);
        countStride(counts, sites[from + i], 0, word);
        countStride(counts, sites[from + i], 1, line);
      }
    }
  }

  /** Counts the same accesses under other labels; they are in their window already. */
  void count(int[] labels, int from, History found, int count) {
    byte[] wordEntries = found.wordEntries;
    byte[] lineEntries = found.lineEntries;
    int[] wordStrides = found.wordStrides;
    int[] lineStrides = found.lineStrides;
    for (int i = 0; i < count; i++) {
      long[] counts = countersOf(labels[from + i]);
      counts[FIRST_REUSE + wordEntries[i]]++;
      counts[HALF + FIRST_REUSE + lineEntries[i]]++;
      int word = wordStrides[i];
      int line = lineStrides[i];
      if ((word | line) < LOW_STRIDES) {
        counts[FIRST_STRIDE + word]++;
        counts[HALF + FIRST_STRIDE + line]++;
      } else {
        countStride(counts, labels[from + i], 0, word);
        countStride(counts, labels[from + i], 1, line);
      }
    }
  }

  /** Visits the labels that had an access, in ascending order. */
  void each(Visitor visitor) {
    for (int label = 0; label < counters.length; label++) {
      if (counters[label] != null) {
        visitor.label(label, new SiteResult(histogram(label, 0), histogram(label, 1)));
      }
    }
  }

  private long[] countersOf(int site) {
    long[][] counters = this.counters;
    if (site >= 0 && site < counters.length) {
      long[] counts = counters[site];
      if (counts != null) {
        return counts;
      }
    }
    return addSite(site);
  }

  private void countStride(long[] counts, int site, int half, int stride) {
    if (stride == imax) {
      counts[half * HALF + NONE]++;
    } else if (stride < LOW_STRIDES) {
      counts[half * HALF + FIRST_STRIDE + stride]++;
    } else {
      countLarge(site, half, stride);
    }
  }

  private void countLarge(int site, int half, int stride) {
    if (large[site] == null) {
      large[site] = new long[2 * pagesPerHalf][];
    }
    int page = half * pagesPerHalf + stride / PAGE;
    if (large[site][page] == null) {
      large[site][page] = new long[PAGE];
    }
    large[site][page][stride % PAGE]++;
  }

  private long[] addSite(int site) {
    if (site < 0 || site >= AccessBatch.SITE_LIMIT) {
      throw new IllegalStateException("a " + what + "'s number is 2^24 or larger");
    }
    if (site >= counters.length) {
      int length = Math.max(Integer.highestOneBit(site) * 2, 2 * counters.length);
      counters = Arrays.copyOf(counters, length);
      large = Arrays.copyOf(large, length);
    }
    counters[site] = new long[2 * HALF];
    return counters[site];
  }

  private LocalityHistogram histogram(int site, int half) {
    LocalityHistogram histogram = new LocalityHistogram(imax);
    long[] counts = counters[site];
    int first = half * HALF;
    histogram.addCold(counts[first]);
    for (int entry = 0; entry < NONE - FIRST_REUSE; entry++) {
      if (counts[first + FIRST_REUSE + entry] != 0) {
        histogram.addReuse(entry, counts[first + FIRST_REUSE + entry]);
      }
    }
    histogram.addStride(imax, counts[first + NONE]);
    // Where imax is small, "none" is among the low strides too.
    for (int stride = 0; stride <= Math.min(LOW_STRIDES - 1, imax); stride++) {
      if (counts[first + FIRST_STRIDE + stride] != 0) {
        histogram.addStride(stride, counts[first + FIRST_STRIDE + stride]);
      }
    }
    for (int page = 0; large[site] != null && page < pagesPerHalf; page++) {
      long[] strides = large[site][half * pagesPerHalf + page];
      for (int i = 0; strides != null && i < PAGE; i++) {
        if (strides[i] != 0) {
          histogram.addStride(page * PAGE + i, strides[i]);
        }
      }
    }
    return histogram;
  }
}
