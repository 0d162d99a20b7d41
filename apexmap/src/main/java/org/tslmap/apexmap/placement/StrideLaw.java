package org.tslmap.apexmap.placement;

/**
 * Strides of independent visits: the distance to the nearest of the previous {@code window}
 * accesses.
 *
 * <p>Further accesses to a unit have stride 0. A visit's further units have the stride of units, or
 * 0 where one of the visits that the window reaches was to the same block. A visit's first unit has
 * its nearest neighbour in one of those visits: with R(x) the share of visits to blocks that come
 * as near as x, none of v visits does with probability (1 - R(x))^v. The oldest visit may be in the
 * window with its last units only.
 */
final class StrideLaw {

  private static final int ALONE = 24;

  private final Visits visits;
  private final BlockClasses classes;
  private final int window;
  private final double[] strides;
  private final long wholeVisits;
  private final long partUnits;

  StrideLaw(Visits visits, BlockClasses classes, int window, int imax) {
    this.visits = visits;
    this.classes = classes;
    this.window = window;
    this.strides = new double[imax + 1];
    long whole = window / visits.accesses();
    long rest = window % visits.accesses();
    long part = (rest + visits.unitAccesses() - 1) / visits.unitAccesses();
    this.wholeVisits = part >= visits.units() ? whole + 1 : whole;
    this.partUnits = part >= visits.units() ? 0 : part;
    compute();
  }

  /** Shares of strides 0..imax. */
  double[] shares() {
    return strides.clone();
  }

  private void compute() {
    double accesses = visits.accesses();
    strides[0] += (accesses - visits.units()) / accesses;
    if (visits.units() > 1) {
      addFurtherUnits((visits.units() - 1) / accesses);
    }
    addFirstUnits(1 / accesses);
  }

  private void addFurtherUnits(double share) {
    long reached = (window + visits.unitAccesses() - 1) / visits.accesses();
    double again = 0;
    for (int i = 0; i < classes.size() && reached > 0; i++) {
      again += classes.share(i) * (1 - Math.pow(1 - classes.probability(i), reached));
    }
    strides[0] += share * again;
    add(visits.unitStride(), share * (1 - again));
  }

  private void add(int stride, double share) {
    strides[Math.min(stride, strides.length - 1)] += share;
  }

  /**
   * The distribution of the nearest. It grows where blocks begin and end: at whole spans, one
   * unit's stride after them, and where the oldest visit's last units begin. Farther away it is
   * evaluated at ever wider steps, and spread evenly between them.
   */
  private void addFirstUnits(double share) {
    int step = visits.unitStride();
    long span = visits.span();
    double sum = 0;
    for (int k = 0; k < ALONE; k++) {
      sum = addUpTo(k * span, sum, share);
      sum = addUpTo(k * span + step, sum, share);
      sum = addUpTo(k * span + missing(), sum, share);
    }
    sum = addFar(sum, share);
    strides[strides.length - 1] += share * (1 - sum);
  }

  /** From the last of the single spans on; half to where a block begins, half to where one ends. */
  private double addFar(double before, double share) {
    long span = visits.span();
    long end = (strides.length - 2) / span;
    double sum = before;
    long width = ALONE / 8;
    for (long last = ALONE - 1; last < end; last += width) {
      width = Math.min(end - last, width + Math.max(1, width / 8));
      double within = Math.max(sum, nearest((last + width) * span));
      double each = share * (within - sum) / width / 2;
      for (long k = last; k < last + width; k++) {
        strides[(int) (k * span) + visits.unitStride()] += each;
        strides[(int) ((k + 1) * span)] += each;
      }
      sum = within;
    }
    return sum;
  }

  /** Adds what has its nearest at x units; returns the probability of x or less. */
  private double addUpTo(long x, double before, double share) {
    if (x >= strides.length - 1) {
      return before;
    }
    double within = Math.max(before, nearest(x));
    strides[(int) x] += share * (within - before);
    return within;
  }

  /** Units from a block's begin to those of the oldest visit's that are in the window. */
  private long missing() {
    return (visits.units() - Math.max(1, partUnits)) * visits.unitStride();
  }

  /** Probability that the nearest of the window is at most x units away. */
  private double nearest(long x) {
    double sum = 0;
    for (int i = 0; i < classes.size(); i++) {
      sum += classes.share(i) * nearest(classes.middle(i), x);
    }
    return sum;
  }

  private double nearest(long block, long x) {
    long span = visits.span();
    long ownReach = (visits.units() - 1L) * visits.unitStride();
    long below = (x + ownReach) / span;
    long above = x / span;
    double none = 1;
    double lower = visits.shareOfFirst(block - below);
    if (wholeVisits > 0) {
      double near = visits.shareOfFirst(block + above + 1) - lower;
      none = Math.pow(Math.max(0, 1 - near), wholeVisits);
    }
    if (partUnits > 0) {
      long end = x >= missing() ? block + (x - missing()) / span + 1 : block;
      none *= Math.max(0, 1 - (visits.shareOfFirst(end) - lower));
    }
    return 1 - none;
  }
}
