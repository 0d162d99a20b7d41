package org.tslmap.plots;

import java.util.ArrayList;
import java.util.List;

/**
 * Touched memory without what lies between: blocks stand one upon the other in the order of their
 * addresses, and where addresses jump there is a small gap.
 */
final class FoldedAddresses {

  /** Regions further apart than this are shown with a gap. */
  private static final long NEAR_BYTES = 1 << 16;

  private static final double ALL_GAPS = 0.25;
  private static final double LARGEST_GAP = 0.02;

  private final long[] blocks;
  private final long blockBytes;
  private final double[] positions;
  private final List<Integer> regionStarts = new ArrayList<>();
  private final double gap;

  /**
   * Folds.
   *
   * @param blocks numbers of touched blocks, ascending
   * @param blockBytes bytes of a block
   */
  FoldedAddresses(long[] blocks, long blockBytes) {
    this.blocks = blocks;
    this.blockBytes = blockBytes;
    for (int i = 0; i < blocks.length; i++) {
      if (i == 0 || (blocks[i] - blocks[i - 1] - 1) * blockBytes > NEAR_BYTES) {
        regionStarts.add(i);
      }
    }
    double share = Math.min(LARGEST_GAP, ALL_GAPS / regionStarts.size());
    gap = Math.max(1, share * blocks.length);
    positions = new double[blocks.length];
    double position = 0;
    int region = 1;
    for (int i = 0; i < blocks.length; i++) {
      if (region < regionStarts.size() && regionStarts.get(region) == i) {
        position += gap;
        region++;
      }
      positions[i] = position++;
    }
  }

  /** Height of all, in blocks. */
  double height() {
    return positions.length == 0 ? 1 : positions[positions.length - 1] + 1;
  }

  /** Where a block begins, in blocks from the bottom. */
  double position(int index) {
    return positions[index];
  }

  /** Middles of the gaps, in blocks from the bottom. */
  List<Double> gaps() {
    return regionStarts.stream().skip(1).map(i -> positions[i] - gap / 2).toList();
  }

  /** The address at a height; in a gap, that of the block below it. */
  long addressAt(double height) {
    int low = 0;
    int high = positions.length - 1;
    while (low < high) {
      int middle = low + high + 1 >>> 1;
      if (positions[middle] <= height) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    double inBlock = Math.max(0, Math.min(height - positions[low], 1));
    return blocks[low] * blockBytes + (long) (inBlock * blockBytes);
  }
}
