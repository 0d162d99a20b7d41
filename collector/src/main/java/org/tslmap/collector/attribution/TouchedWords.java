package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.Footprint;

/**
 * The distinct words that each owner touched, as bits; and from these, the distinct words and lines
 * of any group of owners. An owner is a number below 2^20.
 *
 * <p>Exact for what an owner touches in order, and for up to 8192 stretches of 64 words that it
 * touches otherwise. Beyond that it goes on with one of 16 stretches of memory, chosen by a hash of
 * their numbers and the same ones for all owners, and the footprints of groups with this owner are
 * estimated from these, most of them to within some per cent. So are all footprints, from fewer and
 * fewer stretches, when there are more than some two million in all.
 */
/*
 * Each owner has a level: of its stretches those are complete whose hash ends in as many zeroes. A
 * stretch is a chunk of 64 words, or a line where lines are longer.
 */
final class TouchedWords {
  private static final int CHUNK_BITS = 6;
  private static final int OWNER_SHIFT = 42;
  private static final long CHUNK_MASK = (1L << OWNER_SHIFT) - 1;

  /** Chunks that are touched out of order before it becomes one of 2^{@link #DISORDER_LEVEL}. */
  private static final int DISORDER = 8192;

  private static final int DISORDER_LEVEL = 4;

  private final int most;
  private final int wordShift;
  private final int lineShift;
  private final BitSets touched = new BitSets();
  private int[] levels = new int[64];
  private int[] chunks = new int[64];
  private int leastLevel;

  /**
   * Nothing is touched yet.
   *
   * @param parameters say how large words and lines are
   */
  TouchedWords(MetricParameters parameters) {
    this(parameters, 1 << 21);
  }

  /**
   * The same in less room.
   *
   * @param most chunks of all owners that are kept
   */
  TouchedWords(MetricParameters parameters, int most) {
    this.most = most;
    wordShift = parameters.shift(Granularity.WORD);
    lineShift = parameters.shift(Granularity.LINE);
  }

  /** Bits of an address below the number of its chunk. */
  int chunkShift() {
    return wordShift + CHUNK_BITS;
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
    if (owner >= levels.length) {
      moreOwners(owner);
    }
    long chunk = address >>> chunkShift();
    if (levels[owner] > 0 && !isLookedAt(chunk, levels[owner])) {
      return;
    }
    if (touched.add(key(owner, chunk), bits)
        && ++chunks[owner] > DISORDER
        && (bits & bits - 1) == 0) {
      levels[owner] = Math.max(levels[owner], DISORDER_LEVEL);
    }
    if (touched.size() > most) {
      leastLevel++;
      Arrays.setAll(levels, any -> Math.max(levels[any], leastLevel));
      touched.keep(one -> isLookedAt(chunk(one), levels[owner(one)]));
    }
  }

  private static long key(int owner, long chunk) {
    return ((long) owner << OWNER_SHIFT | chunk & CHUNK_MASK) + 1;
  }

  private static int owner(long key) {
    return (int) (key - 1 >>> OWNER_SHIFT);
  }

  private static long chunk(long key) {
    return key - 1 & CHUNK_MASK;
  }

  private boolean isLookedAt(long chunk, int level) {
    long stretch = chunk >>> Math.max(0, lineShift - chunkShift());
    return (BitSets.mix(stretch) >>> 32 & (1L << level) - 1) == 0;
  }

  private void moreOwners(int owner) {
    int old = levels.length;
    int length = Math.max(2 * old, owner + 1);
    levels = Arrays.copyOf(levels, length);
    Arrays.fill(levels, old, length, leastLevel);
    chunks = Arrays.copyOf(chunks, length);
  }

  /**
   * The footprints of groups of owners.
   *
   * @param groupOf each owner's group, -1 for none
   * @param groups how many groups there are
   */
  List<EstimatedFootprint> footprints(int[] groupOf, int groups) {
    int[] level = new int[groups];
    for (int owner = 0; owner < Math.min(groupOf.length, levels.length); owner++) {
      if (groupOf[owner] >= 0) {
        level[groupOf[owner]] = Math.max(level[groupOf[owner]], levels[owner]);
      }
    }
    BitSets unions = new BitSets();
    touched.each(
        (key, bits) -> {
          int group = groupOf[owner(key)];
          if (group >= 0 && isLookedAt(chunk(key), level[group])) {
            unions.add(key(group, chunk(key)), bits);
          }
        });
    return counts(unions, level);
  }

  private List<EstimatedFootprint> counts(BitSets unions, int[] level) {
    int lineWords = lineShift - wordShift;
    long[] words = new long[level.length];
    long[] lines = new long[level.length];
    BitSets largeLines = new BitSets();
    unions.each(
        (key, bits) -> {
          words[owner(key)] += Long.bitCount(bits);
          if (lineWords <= CHUNK_BITS) {
            lines[owner(key)] += linesOf(bits, lineWords);
          } else {
            largeLines.add(key(owner(key), chunk(key) >>> lineWords - CHUNK_BITS), 1);
          }
        });
    largeLines.each((key, bits) -> lines[owner(key)]++);
    List<EstimatedFootprint> estimates = new ArrayList<>();
    for (int group = 0; group < level.length; group++) {
      long oneOf = 1L << level[group];
      estimates.add(
          new EstimatedFootprint(new Footprint(words[group] * oneOf, lines[group] * oneOf), oneOf));
    }
    return estimates;
  }

  /** How many groups of 2^shift bits have one set; a chunk has at least one such group. */
  private static int linesOf(long bits, int shift) {
    long folded = bits;
    for (int width = 1; width < 1 << shift; width *= 2) {
      folded |= folded >>> width;
    }
    long firsts = shift == CHUNK_BITS ? 1 : Long.divideUnsigned(-1L, (1L << (1 << shift)) - 1);
    return Long.bitCount(folded & firsts);
  }
}
