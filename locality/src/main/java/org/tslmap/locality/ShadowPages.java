package org.tslmap.locality;

import java.util.ArrayList;
import java.util.List;

/**
 * Shadow memory: a small page of ints for each aligned piece of the 64-bit address space that was
 * touched, with one slot for each of its words and then one for each of its lines.
 */
final class ShadowPages {

  /*
   * Pages of a region (256 neighbours) are found through the region's leaf. Regions are few and sit
   * in a small open hash table that stays in the cache and, unlike a directory, spans all 64 bits.
   * The table is kept at most an eighth full, so that nearly every region sits where its hash says
   * and the fast path looks nowhere else.
   */

  private static final int PAGE_WORDS_LOG2 = 9;
  private static final int LEAF_BITS = 8;
  private static final int LEAF_MASK = (1 << LEAF_BITS) - 1;

  private final int pageShift;
  private final int wordShift;
  private final int lineShift;
  private final int words;
  private final int lines;
  private final List<int[]> pages = new ArrayList<>();

  /** Region numbers + 1; 0 where there is none. */
  private long[] keys = new long[1 << 8];

  private int[][][] leaves = new int[1 << 8][][];
  private int hashShift = 64 - 8;
  private int regions;

  ShadowPages(MetricParameters parameters) {
    wordShift = parameters.shift(Granularity.WORD);
    lineShift = parameters.shift(Granularity.LINE);
    int wordsPerLineLog2 = lineShift - wordShift;
    int wordsLog2 = Math.max(PAGE_WORDS_LOG2, wordsPerLineLog2);
    words = 1 << wordsLog2;
    lines = 1 << (wordsLog2 - wordsPerLineLog2);
    pageShift = wordsLog2 + wordShift;
  }

  /** The page that holds an address, made when there is none yet. */
  int[] page(long address) {
    long page = address >>> pageShift;
    long region = page >>> LEAF_BITS;
    int i = (int) ((region * 0x9E3779B97F4A7C15L) >>> hashShift);
    if (keys[i] == region + 1) {
      int[] found = leaves[i][(int) page & LEAF_MASK];
      if (found != null) {
        return found;
      }
    }
    return add(page);
  }

  /** Where an address's word is in its page. */
  int wordSlot(long address) {
    return (int) (address >>> wordShift) & (words - 1);
  }

  /** Where an address's line is in its page. */
  int lineSlot(long address) {
    return words + ((int) (address >>> lineShift) & (lines - 1));
  }

  /** All pages. */
  List<int[]> pages() {
    return pages;
  }

  /** The first slot a page has for a granularity. */
  int firstSlot(Granularity granularity) {
    return granularity == Granularity.WORD ? 0 : words;
  }

  /** The number of slots a page has for a granularity. */
  int slots(Granularity granularity) {
    return granularity == Granularity.WORD ? words : lines;
  }

  /**
   * Marks what another shadow memory of the same parameters has touched (its slots that are not 0).
   *
   * @return how many words or lines were not marked before
   */
  long unite(ShadowPages other, Granularity granularity) {
    long added = 0;
    int first = firstSlot(granularity);
    int end = first + slots(granularity);
    for (int i = 0; i < other.keys.length; i++) {
      for (int p = 0; other.keys[i] != 0 && p <= LEAF_MASK; p++) {
        int[] from = other.leaves[i][p];
        if (from != null) {
          int[] to = page(((other.keys[i] - 1) << LEAF_BITS | p) << pageShift);
          for (int s = first; s < end; s++) {
            if (from[s] != 0 && to[s] == 0) {
              to[s] = 1;
              added++;
            }
          }
        }
      }
    }
    return added;
  }

  private int find(long key) {
    int mask = keys.length - 1;
    int i = (int) (((key - 1) * 0x9E3779B97F4A7C15L) >>> hashShift);
    while (keys[i] != 0 && keys[i] != key) {
      i = (i + 1) & mask;
    }
    return i;
  }

  private int[] add(long page) {
    long key = (page >>> LEAF_BITS) + 1;
    int i = find(key);
    if (keys[i] == 0) {
      if ((regions + 1) * 8 > keys.length) {
        grow();
        i = find(key);
      }
      keys[i] = key;
      leaves[i] = new int[LEAF_MASK + 1][];
      regions++;
    }
    int slot = (int) page & LEAF_MASK;
    if (leaves[i][slot] == null) {
      leaves[i][slot] = new int[words + lines];
      pages.add(leaves[i][slot]);
    }
    return leaves[i][slot];
  }

  private void grow() {
    long[] oldKeys = keys;
    int[][][] oldLeaves = leaves;
    keys = new long[2 * oldKeys.length];
    leaves = new int[keys.length][][];
    hashShift--;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int to = find(oldKeys[i]);
        keys[to] = oldKeys[i];
        leaves[to] = oldLeaves[i];
      }
    }
  }
}
