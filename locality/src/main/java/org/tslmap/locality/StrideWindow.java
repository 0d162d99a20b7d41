package org.tslmap.locality;

import java.util.Arrays;

/**
 * Strides of one history at one granularity: the smallest difference of an access's word number to
 * those of the previous {@code window} accesses.
 *
 * <p>Weinberg, McCracken, Strohmaier, Snavely, "Quantifying Locality in the Memory Access Patterns
 * of HPC Applications", SC'05.
 */
final class StrideWindow {

  /*
   * The comparison with the j-th previous access is done for all accesses of a batch in one loop,
   * from a buffer that holds the batch behind the accesses before it. The compiler of Java 17 makes
   * vector instructions of that loop when all arrays are read at the same index, lanes are ints, and
   * the minimum is written without Math.min; so the shifted accesses are copied first. Two shifts go
   * in one loop, which reads the accesses and the strides so far once for both; four are too many
   * for the compiler.
   *
   * Word numbers have up to 64 bits, but a program's accesses fall into few regions (data, heap,
   * libraries, stacks). Each region, up to 2^29 words wide, gets a piece of the 31-bit numbers, with
   * wide gaps in between: within a region differences are exact, and between regions both the true
   * difference and that of the narrow numbers are at least imax. Number 0 stands for "no
   * predecessor" and is far from all others. Where more than REGIONS regions are met within a batch,
   * that batch is done on 64-bit numbers. The C engine (tsl_stride.h) does the same.
   */

  private static final int BEFORE = 64;
  private static final int REGIONS = 4;
  private static final int GAP = 1 << 17;
  private static final long REGION_WORDS = (1L << 29) - 2 * GAP;
  private static final int SHIFTS = 2;
  private static final int REST_BATCHES = 16;

  private final int window;
  private final int imax;
  private final long[] wide;
  private final int[] narrow;
  private final int[] current;
  private final int[][] previous;
  private final long[] base = new long[REGIONS];
  private int regions;
  private int known;
  private int rest;

  StrideWindow(int window, int imax, int batch) {
    this.window = window;
    this.imax = imax;
    this.wide = new long[BEFORE + batch];
    this.narrow = new int[BEFORE + batch];
    this.current = new int[batch];
    this.previous = new int[SHIFTS][batch];
  }

  /**
   * Strides of the next accesses.
   *
   * @param from index of the first address
   * @param shift log2 of a word's bytes
   * @param strides takes the strides, imax for larger ones and for none
   */
  void strides(long[] addresses, int from, int count, int shift, int[] strides) {
    for (int i = 0; i < count; i++) {
      wide[BEFORE + i] = addresses[from + i] >>> shift;
    }
    if (narrowBatch(count)) {
      narrowStrides(count, strides);
    } else {
      wideStrides(count, strides);
    }
    System.arraycopy(wide, count, wide, 0, BEFORE);
    System.arraycopy(narrow, count, narrow, 0, BEFORE);
    known = Math.min(known + count, window);
  }

  private void narrowStrides(int count, int[] strides) {
    Arrays.fill(strides, 0, count, imax);
    System.arraycopy(narrow, BEFORE, current, 0, count);
    for (int j = 1; j <= window; j += SHIFTS) {
      for (int k = 0; k < SHIFTS; k++) {
        // Beyond the window's end its last shift is compared with again.
        System.arraycopy(narrow, BEFORE - Math.min(j + k, window), previous[k], 0, count);
      }
      compare(current, previous[0], previous[1], count, strides);
    }
  }

  private static void compare(int[] current, int[] a, int[] b, int count, int[] strides) {
    for (int i = 0; i < count; i++) {
      int nearer = smaller(Math.abs(current[i] - a[i]), Math.abs(current[i] - b[i]));
      strides[i] = smaller(strides[i], nearer);
    }
  }

  /** Math.min of two numbers that are not negative; Java 17 makes no vector instruction of that. */
  private static int smaller(int a, int b) {
    int difference = a - b;
    return b + (difference & (difference >> 31));
  }

  private void wideStrides(int count, int[] strides) {
    for (int i = 0; i < count; i++) {
      long least = imax;
      int last = Math.min(window, known + i);
      long w = wide[BEFORE + i];
      for (int j = 1; j <= last; j++) {
        long stride = distance(w, wide[BEFORE + i - j]);
        least = stride >= 0 && stride < least ? stride : least;
      }
      strides[i] = (int) least;
    }
  }

  /** As an unsigned number: negative when 2^63 or more. */
  private static long distance(long a, long b) {
    return Long.compareUnsigned(a, b) < 0 ? b - a : a - b;
  }

  /** The batch alone, when the regions known still serve, or everything again. */
  private boolean narrowBatch(int count) {
    if (rest > 0) {
      rest--;
      regions = 0;
      return false;
    }
    if (regions > 0 && narrowRange(BEFORE, BEFORE + count)) {
      return true;
    }
    regions = 0;
    if (narrowRange(BEFORE - known, BEFORE + count)) {
      return true;
    }
    regions = 0;
    rest = REST_BATCHES;
    return false;
  }

  private boolean narrowRange(int from, int end) {
    int i = from;
    int region = 0;
    while (i < end) {
      region = regionOf(wide[i], region);
      if (region < 0) {
        return false;
      }
      i = narrowRun(i, end, region);
    }
    return true;
  }

  /** Narrows accesses from i on as long as they are in one region; returns where that ends. */
  private int narrowRun(int i, int end, int region) {
    long first = base[region];
    int moved = (region << 29) + GAP;
    for (; i < end; i++) {
      long offset = wide[i] - first;
      if (Long.compareUnsigned(offset, REGION_WORDS) >= 0) {
        break;
      }
      narrow[i] = moved + (int) offset;
    }
    return i;
  }

  private int regionOf(long w, int previous) {
    for (int i = 1; i <= regions; i++) {
      int r = (previous + i) % regions;
      if (Long.compareUnsigned(w - base[r], REGION_WORDS) < 0) {
        return r;
      }
    }
    return addRegion(w) ? regions - 1 : -1;
  }

  /** False when there are enough, or w is outside the others but too near to one of them. */
  private boolean addRegion(long w) {
    long half = REGION_WORDS / 2;
    long first = Long.compareUnsigned(w, half) > 0 ? w - half : 0;
    if (Long.compareUnsigned(first, -1 - REGION_WORDS) > 0) {
      first = -1 - REGION_WORDS;
    }
    if (regions == REGIONS) {
      return false;
    }
    for (int r = 0; r < regions; r++) {
      if (Long.compareUnsigned(distance(base[r], first), REGION_WORDS + GAP) < 0) {
        return false;
      }
    }
    base[regions++] = first;
    return true;
  }
}
