package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;

/**
 * The distinct words that each owner touched, as bits; and from these, the distinct words and lines
 * of any group of owners. An owner is a number below 2^20.
 *
 * <p>Exact as long as no owner touches more than 4096 regions of 1024 words out of order, and all
 * owners together no more than half a million. An owner that does the first goes on with one of
 * eight regions, since looking for bits all over a large memory takes long. Beyond the second the
 * owners with the most regions go on with every second of theirs, every fourth and so on. Regions
 * are chosen by a hash of their numbers and the same ones for all owners; the footprints of groups
 * with such an owner are estimated from these, most of them to within some per cent.
 */
/*
 * Accesses out of order find most of the table out of the processor's nearer caches. They are
 * gathered, so that a processor can look for many of them at once.
 */
final class TouchedWords {
  /** Bits of an address that tell words of a chunk apart. */
  private static final int WORD_BITS = 6;

  /** Where in a key an owner's number begins, above that of a region. */
  private static final int OWNER_SHIFT = 42;

  /** Set in every key, so that none is 0. */
  private static final long USED = 1L << 63;

  private static final int GATHERED = 1024;

  /** An owner that comes to more regions than this by single words has this level from then on. */
  private static final int DISORDER = 4096;

  private static final int DISORDER_LEVEL = 3;

  private final int most;
  private final int wordShift;
  private final int lineShift;

  /** Bits of an address that tell chunks of a region apart; a region has whole lines. */
  private final int chunkBits;

  private final Bitmaps touched;

  /** By owner: of its regions those are kept whose hash ends in as many zeroes. */
  private int[] levels = new int[64];

  /** By owner: the regions that are kept. */
  private int[] regions = new int[64];

  /** Owners with more regions than this have a level above 0; in the end it is 0. */
  private int limit;

  /** Of every owner, also of small ones, once all have become too many. */
  private int leastLevel;

  private final long[] keys = new long[GATHERED];
  private final int[] chunks = new int[GATHERED];
  private final long[] words = new long[GATHERED];
  private final int[] places = new int[GATHERED];
  private int gathered;

  /** All keys, those of a region one after the other; and where their bits are. */
  private long[] sorted;

  private int[] sortedPlaces;

  /**
   * Nothing is touched yet.
   *
   * @param parameters say how large words and lines are
   */
  TouchedWords(MetricParameters parameters) {
    this(parameters, 1 << 19);
  }

  /**
   * The same in less room.
   *
   * @param most regions of all owners that are kept
   */
  TouchedWords(MetricParameters parameters, int most) {
    this.most = most;
    limit = most;
    wordShift = parameters.shift(Granularity.WORD);
    lineShift = parameters.shift(Granularity.LINE);
    chunkBits = Math.max(4, lineShift - chunkShift());
    touched = new Bitmaps(1 << chunkBits);
  }

  /** Bits of an address below the number of its chunk, which has 64 words. */
  int chunkShift() {
    return wordShift + WORD_BITS;
  }

  /** Bits of an address below the number of its word. */
  int wordShift() {
    return wordShift;
  }

  /**
   * An owner touched words.
   *
   * @param address any address in the chunk
   * @param bits the words of the chunk, one bit each
   */
  void add(int owner, long address, long bits) {
    int at = gathered;
    long chunk = address >>> chunkShift();
    long key = key(owner, chunk >>> chunkBits);
    if (owner < levels.length && levels[owner] > 0 && !isKept(key, levels[owner])) {
      return;
    }
    keys[at] = key;
    chunks[at] = (int) chunk & (1 << chunkBits) - 1;
    words[at] = bits;
    gathered = at + 1;
    if (gathered == GATHERED) {
      addGathered();
    }
  }

  private void addGathered() {
    sorted = gathered > 0 ? null : sorted;
    touched.find(keys, gathered, places);
    long[] bits = touched.bits();
    for (int i = 0; i < gathered; i++) {
      if (places[i] >= 0) {
        bits[places[i] + chunks[i]] |= words[i];
      } else if (isNewKept(keys[i], words[i])) {
        int first = touched.make(keys[i]);
        bits = touched.bits();
        bits[first + chunks[i]] |= words[i];
      }
    }
    gathered = 0;
    while (touched.size() > most) {
      keepFewer();
    }
  }

  /** Whether a region that was not there when it was looked for is to be kept. */
  private boolean isNewKept(long key, long bits) {
    int owner = owner(key);
    if (owner >= levels.length) {
      int length = Math.max(2 * levels.length, owner + 1);
      int old = levels.length;
      levels = Arrays.copyOf(levels, length);
      Arrays.fill(levels, old, length, leastLevel);
      regions = Arrays.copyOf(regions, length);
    }
    if (!isKept(key, levels[owner])) {
      return false;
    }
    if (touched.find(key) < 0) {
      regions[owner]++;
      boolean isSingle = (bits & bits - 1) == 0;
      if (levels[owner] == 0 && regions[owner] > DISORDER && isSingle) {
        levels[owner] = DISORDER_LEVEL;
      }
    }
    return true;
  }

  private void keepFewer() {
    limit /= 2;
    leastLevel += limit == 0 ? 1 : 0;
    for (int owner = 0; owner < levels.length; owner++) {
      boolean tooLarge = limit > 0 && regions[owner] > limit;
      levels[owner] = Math.max(leastLevel, levels[owner] + (tooLarge ? 1 : 0));
    }
    Arrays.fill(regions, 0);
    touched.keep(
        key -> {
          boolean kept = isKept(key, levels[owner(key)]);
          regions[owner(key)] += kept ? 1 : 0;
          return kept;
        });
  }

  private static long key(int owner, long region) {
    return USED | (long) owner << OWNER_SHIFT | region & (1L << OWNER_SHIFT) - 1;
  }

  private static int owner(long key) {
    return (int) ((key & ~USED) >>> OWNER_SHIFT);
  }

  private static long region(long key) {
    return key & (1L << OWNER_SHIFT) - 1;
  }

  private static boolean isKept(long key, int level) {
    return level == 0 || (Bitmaps.mix(region(key)) >>> 32 & (1L << level) - 1) == 0;
  }

  /**
   * The footprints of groups of owners.
   *
   * @param groupOf each owner's group, -1 for none
   * @param groups how many groups there are
   */
  List<EstimatedFootprint> footprints(int[] groupOf, int groups) {
    int[] none = new int[groups];
    Arrays.fill(none, -1);
    return footprints(groupOf, none);
  }

  /**
   * The footprints of groups that are parts of others.
   *
   * @param groupOf each owner's group, -1 for none
   * @param partOf the group that each group is a part of, -1 for none
   */
  List<EstimatedFootprint> footprints(int[] groupOf, int[] partOf) {
    addGathered();
    sortByRegion();
    int groups = partOf.length;
    int[] level = new int[groups];
    for (int owner = 0; owner < Math.min(groupOf.length, levels.length); owner++) {
      for (int group = groupOf[owner]; group >= 0; group = partOf[group]) {
        level[group] = Math.max(level[group], levels[owner]);
      }
    }
    Unions unions = new Unions(groups);
    for (int i = 0; i < sorted.length; i++) {
      if (i > 0 && region(sorted[i]) != region(sorted[i - 1])) {
        unions.count();
      }
      for (int group = groupOf[owner(sorted[i])]; group >= 0; group = partOf[group]) {
        if (isKept(sorted[i], level[group])) {
          unions.add(group, sortedPlaces[i]);
        }
      }
    }
    unions.count();
    List<EstimatedFootprint> estimates = new ArrayList<>();
    for (int group = 0; group < groups; group++) {
      estimates.add(EstimatedFootprint.of(unions.words[group], unions.lines[group], level[group]));
    }
    return estimates;
  }

  /** Brings keys of one region together, so that all its unions are small at a time. */
  private void sortByRegion() {
    if (sorted != null) {
      return;
    }
    sorted = new long[touched.size()];
    int[] next = {0};
    touched.each(key -> sorted[next[0]++] = Long.rotateLeft(key, Long.SIZE - OWNER_SHIFT));
    Arrays.parallelSort(sorted);
    Arrays.setAll(sorted, i -> Long.rotateLeft(sorted[i], OWNER_SHIFT));
    sortedPlaces = new int[sorted.length];
    touched.find(sorted, sorted.length, sortedPlaces);
  }

  /** What groups touched of one region, and of all before. */
  private final class Unions {
    private final long[] words;
    private final long[] lines;

    /** By group: where its bits begin, -1 as long as it has not touched the region. */
    private final int[] places;

    private int[] touching = new int[16];
    private int count;
    private long[] bits = new long[16 << chunkBits];

    Unions(int groups) {
      words = new long[groups];
      lines = new long[groups];
      places = new int[groups];
      Arrays.fill(places, -1);
    }

    void add(int group, int from) {
      int longs = 1 << chunkBits;
      if (places[group] >= 0) {
        for (int i = 0; i < longs; i++) {
          bits[places[group] + i] |= touched.bits()[from + i];
        }
        return;
      }
      if (count == touching.length) {
        touching = Arrays.copyOf(touching, 2 * count);
        bits = Arrays.copyOf(bits, 2 * bits.length);
      }
      places[group] = count * longs;
      System.arraycopy(touched.bits(), from, bits, places[group], longs);
      touching[count++] = group;
    }

    /** The region ends. */
    void count() {
      for (int i = 0; i < count; i++) {
        int group = touching[i];
        for (int j = places[group]; j < places[group] + (1 << chunkBits); j++) {
          words[group] += Long.bitCount(bits[j]);
        }
        lines[group] += linesOf(bits, places[group]);
        places[group] = -1;
      }
      count = 0;
    }
  }

  /** Lines of a region that have a word set. */
  private int linesOf(long[] bits, int first) {
    int lineWords = lineShift - wordShift;
    int chunksOfLine = 1 << Math.max(0, lineWords - WORD_BITS);
    int lines = 0;
    for (int i = first; i < first + (1 << chunkBits); i += chunksOfLine) {
      long any = 0;
      for (int j = i; j < i + chunksOfLine; j++) {
        any |= bits[j];
      }
      lines += groupsOf(any, Math.min(lineWords, WORD_BITS));
    }
    return lines;
  }

  /** How many groups of 2^shift bits have one set. */
  private static int groupsOf(long bits, int shift) {
    long folded = bits;
    for (int width = 1; width < 1 << shift; width *= 2) {
      folded |= folded >>> width;
    }
    long firsts = shift == WORD_BITS ? 1 : Long.divideUnsigned(-1L, (1L << (1 << shift)) - 1);
    return Long.bitCount(folded & firsts);
  }
}
