package org.tslmap.plots;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Touched memory without what lies between: bands of blocks, one for each range of memory with a
 * name, stand one upon the other in the order of their addresses. A band is as high as it has
 * blocks, but high enough for its name, and no higher if hardly any access goes there; where
 * addresses jump between two bands there is a gap.
 */
final class FoldedAddresses {

  /** Bands further apart than this are shown with a gap. */
  private static final long NEAR_BYTES = 1 << 16;

  private static final String OTHERS = ", …";
  private static final double GAP = 5;
  private static final double LEAST_HEIGHT = 17;
  private static final double SHARE_OF_LEAST = 0.6;
  private static final int RELUCTANCE = 4;

  /** With less than this share of the accesses a range gets no more room than its name needs. */
  private static final double FAINT = 0.004;

  /**
   * Neighbouring blocks of one name.
   *
   * @param first index of its first block
   * @param count its blocks
   * @param name what lies there, may be empty
   * @param weight decides which bands keep their own name when there are too many
   */
  record Range(int first, int count, String name, long weight) {}

  /**
   * A range and its place.
   *
   * @param range what is there
   * @param bottom its lower end, from 0 at the bottom
   * @param top its upper end
   * @param afterGap whether there is a gap below it
   */
  record Band(Range range, double bottom, double top, boolean afterGap) {
    /** The lower end of one of its blocks. */
    double bottomOf(int block) {
      return bottom + (top - bottom) * (block - range.first()) / range.count();
    }
  }

  private final List<Band> bands = new ArrayList<>();
  private final double faint;

  /**
   * Folds.
   *
   * @param blocks numbers of touched blocks, ascending
   * @param blockBytes bytes of a block
   * @param names what lies in each block
   * @param weights accesses of each block
   * @param height how high all bands are together
   */
  FoldedAddresses(long[] blocks, long blockBytes, String[] names, long[] weights, double height) {
    List<Range> ranges = ranges(blocks, blockBytes, names, weights);
    int most = Math.max(1, (int) (SHARE_OF_LEAST * height / (LEAST_HEIGHT + GAP)));
    long total = Arrays.stream(weights).sum();
    joinFaint(ranges, total);
    joinAlike(ranges, blocks, blockBytes);
    while (ranges.size() > most) {
      joinLightest(ranges, blocks, blockBytes);
    }
    faint = FAINT * total;
    place(ranges, blocks, blockBytes, height);
  }

  private static List<Range> ranges(
      long[] blocks, long blockBytes, String[] names, long[] weights) {
    List<Range> ranges = new ArrayList<>();
    int first = 0;
    long weight = 0;
    for (int i = 0; i < blocks.length; i++) {
      weight += weights[i];
      boolean last =
          i + 1 == blocks.length
              || !names[i].equals(names[i + 1])
              || isFar(blocks, blockBytes, i + 1);
      if (last) {
        ranges.add(new Range(first, i + 1 - first, names[i], weight));
        first = i + 1;
        weight = 0;
      }
    }
    return ranges;
  }

  private static boolean isFar(long[] blocks, long blockBytes, int i) {
    return blocks[i] - blocks[i - 1] - 1 > NEAR_BYTES / blockBytes;
  }

  /** Makes one range of neighbours that are hardly accessed at all, as a program's start leaves. */
  private static void joinFaint(List<Range> ranges, long total) {
    for (int i = ranges.size() - 2; i >= 0; i--) {
      if (Math.max(ranges.get(i).weight(), ranges.get(i + 1).weight()) < FAINT * total) {
        join(ranges, i);
      }
    }
  }

  /** Makes one range of neighbours that would have the same name. */
  private static void joinAlike(List<Range> ranges, long[] blocks, long blockBytes) {
    for (int i = ranges.size() - 2; i >= 0; i--) {
      Range upper = ranges.get(i + 1);
      boolean alike = plain(ranges.get(i).name()).equals(plain(upper.name()));
      if (alike && !isFar(blocks, blockBytes, upper.first())) {
        join(ranges, i);
      }
    }
  }

  private static String plain(String name) {
    return name.endsWith(OTHERS) ? name.substring(0, name.length() - OTHERS.length()) : name;
  }

  /** Makes one range of the two neighbours with the least weight, rather across no gap. */
  private static void joinLightest(List<Range> ranges, long[] blocks, long blockBytes) {
    int best = 0;
    double least = Double.MAX_VALUE;
    for (int i = 0; i + 1 < ranges.size(); i++) {
      Range upper = ranges.get(i + 1);
      double weight = 1.0 + Math.min(ranges.get(i).weight(), upper.weight());
      if (isFar(blocks, blockBytes, upper.first())) {
        weight *= RELUCTANCE;
      }
      if (weight < least) {
        least = weight;
        best = i;
      }
    }
    join(ranges, best);
  }

  private static void join(List<Range> ranges, int best) {
    Range lower = ranges.get(best);
    Range upper = ranges.remove(best + 1);
    Range heavier = lower.weight() >= upper.weight() ? lower : upper;
    ranges.set(
        best,
        new Range(
            lower.first(),
            lower.count() + upper.count(),
            joined(lower, upper, heavier),
            lower.weight() + upper.weight()));
  }

  private static String joined(Range lower, Range upper, Range heavier) {
    if (lower.name().equals(upper.name())) {
      return lower.name();
    }
    String name = heavier.name();
    return name.isEmpty() || name.endsWith(OTHERS) ? name : name + OTHERS;
  }

  private void place(List<Range> ranges, long[] blocks, long blockBytes, double height) {
    double gaps = 0;
    for (Range range : ranges) {
      gaps += isAfterGap(range, blocks, blockBytes) ? GAP : 0;
    }
    double least =
        ranges.isEmpty() ? 0 : Math.min(LEAST_HEIGHT, (height - gaps) / ranges.size() / 2);
    int large = ranges.stream().filter(this::isLarge).mapToInt(Range::count).sum();
    double shared = Math.max(0, height - gaps - least * ranges.size()) / Math.max(1, large);
    double at = 0;
    for (Range range : ranges) {
      boolean afterGap = isAfterGap(range, blocks, blockBytes);
      at += afterGap ? GAP : 0;
      double top = at + least + (isLarge(range) ? shared * range.count() : 0);
      bands.add(new Band(range, at, top, afterGap));
      at = top;
    }
  }

  private boolean isLarge(Range range) {
    return range.weight() >= faint;
  }

  private static boolean isAfterGap(Range range, long[] blocks, long blockBytes) {
    return range.first() > 0 && isFar(blocks, blockBytes, range.first());
  }

  /** The bands from the lowest address upwards. */
  List<Band> bands() {
    return bands;
  }
}
