package org.tslmap.apexmap;

/**
 * One access pattern of the Apex-Map probe: visits to blocks of memory, each of {@code length}
 * accesses, {@code stride} words apart.
 *
 * <p>Memory has {@code words / (length * stride)} blocks. A visit's block is {@code floor(blocks *
 * r^(1/alpha))}, r uniform in (0, 1]: all blocks alike with alpha = 1, the first ones ever more
 * often as alpha falls. (r = 1 belongs to the last block.)
 *
 * @param words M, 8-byte words of memory
 * @param length L, accesses of one visit
 * @param stride words from one access of a visit to the next; 1 in the papers
 * @param alpha temporal locality of the visits, in (0, 1], high when small
 */
public record ProbePoint(long words, int length, int stride, double alpha) {

  /**
   * Checks the pattern.
   *
   * @throws IllegalArgumentException naming the parameter that is out of its range, the range, and
   *     what was given
   */
  public ProbePoint {
    if (!(alpha > 0 && alpha <= 1)) {
      throw new IllegalArgumentException(
          "alpha should be greater than 0 and at most 1, but is " + alpha);
    }
    if (words < 1 || words > 1L << 40) {
      throw new IllegalArgumentException("M should be 1 to 2^40 words, but is " + words);
    }
    if (length < 1 || stride < 1) {
      throw new IllegalArgumentException(
          "L and the stride should be at least 1, but are " + length + " and " + stride);
    }
    if (words % ((long) length * stride) != 0) {
      throw new IllegalArgumentException(
          "L times the stride should divide M, but L = %d, stride = %d, M = %d words"
              .formatted(length, stride, words));
    }
  }

  /** A pattern of stride 1. */
  public ProbePoint(long words, int length, double alpha) {
    this(words, length, 1, alpha);
  }

  /** Blocks that visits choose from. */
  public long blocks() {
    return words / ((long) length * stride);
  }
}
