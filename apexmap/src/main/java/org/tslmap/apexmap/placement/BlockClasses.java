package org.tslmap.apexmap.placement;

import java.util.Arrays;

/**
 * Blocks of the power law in classes of almost the same probability: the first ones, which are
 * visited much more often than their successors, each on its own, then ever wider classes. So 2^25
 * blocks make some 150 classes. With alpha = 1, all blocks are alike, and only the first ones
 * differ in how many neighbours they have.
 */
final class BlockClasses {

  private static final int ALONE = 64;
  private static final int WIDTHS = 6;

  private final long[] first;
  private final double[] probability;
  private final double[] share;

  BlockClasses(Visits visits) {
    long[] starts = new long[ALONE + 400];
    int count = 0;
    long block = 0;
    while (block < visits.blocks()) {
      starts[count++] = block;
      boolean rest = visits.alpha() == 1 && block >= ALONE;
      block += rest ? visits.blocks() : block < ALONE ? 1 : block / WIDTHS;
    }
    first = Arrays.copyOf(starts, count + 1);
    first[count] = visits.blocks();
    probability = new double[count];
    share = new double[count];
    for (int i = 0; i < count; i++) {
      share[i] = visits.shareOfFirst(first[i + 1]) - visits.shareOfFirst(first[i]);
      probability[i] = share[i] / blocks(i);
    }
  }

  int size() {
    return share.length;
  }

  /** Blocks of a class. */
  long blocks(int i) {
    return first[i + 1] - first[i];
  }

  /** The block in the middle of a class. */
  long middle(int i) {
    return first[i] + (blocks(i) - 1) / 2;
  }

  /** Probability that a visit goes to one given block of a class. */
  double probability(int i) {
    return probability[i];
  }

  /** Probability that a visit goes to the class. */
  double share(int i) {
    return share[i];
  }
}
