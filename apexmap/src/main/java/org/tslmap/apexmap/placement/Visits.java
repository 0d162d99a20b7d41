package org.tslmap.apexmap.placement;

import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.ProbePoint;

/**
 * The probe's visits, counted in units (words or lines) of one granularity.
 *
 * <p>Where a unit holds several accesses, they follow one another; where it holds several blocks,
 * the blocks of a unit are one block here, which leaves the power law as it is. Exact when a unit
 * and the span of a block are multiples of one another.
 *
 * @param blocks blocks that visits choose from, 1 or more
 * @param alpha exponent of the power law
 * @param units units of one visit
 * @param unitStride units from one of a visit's units to the next
 * @param unitAccesses accesses in a row to one unit
 * @param accesses accesses of one visit
 */
record Visits(
    long blocks, double alpha, int units, int unitStride, int unitAccesses, int accesses) {

  private static final int WORD_BYTES = 8;

  static Visits of(ProbePoint point, Operation operation, int unitBytes) {
    int each = operation.accesses();
    int accesses = point.length() * each;
    long step = (long) point.stride() * WORD_BYTES;
    long span = step * point.length();
    if (span < unitBytes) {
      long blocks = Math.max(1, point.words() * WORD_BYTES / unitBytes);
      return new Visits(blocks, point.alpha(), 1, 1, accesses, accesses);
    }
    int wordsOfUnit = (int) Math.max(1, unitBytes / step);
    int units = (point.length() + wordsOfUnit - 1) / wordsOfUnit;
    int unitStride = (int) Math.max(1, step / unitBytes);
    return new Visits(
        point.blocks(), point.alpha(), units, unitStride, wordsOfUnit * each, accesses);
  }

  /** Units from one block to the next. */
  long span() {
    return (long) units * unitStride;
  }

  /** The share of visits that go to the first {@code count} blocks. */
  double shareOfFirst(double count) {
    if (count <= 0) {
      return 0;
    }
    double part = count / blocks;
    return part >= 1 ? 1 : alpha == 1 ? part : Math.pow(part, alpha);
  }
}
