package org.tslmap.collector.hotspots;

import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.StrideShare;

/**
 * How an access site moves through a data object, by its commonest steps.
 *
 * @param shape what the steps have in common
 * @param stride the commonest step that is not 0, in bytes, signed; 0 for none
 * @param share its share of the steps that are not 0, 0..1
 * @param jumps the share of the steps that are not 0 and not among the commonest, 0..1
 */
record Movement(Shape shape, long stride, double share, double jumps) {

  /** What a site's steps have in common. */
  enum Shape {
    /** At least half of them are 0: the same place again. */
    STILL,
    /**
     * One step makes up at least half of the others, or the five commonest three quarters of them.
     */
    STEADY,
    /** Neither. */
    IRREGULAR
  }

  private static final double STEADY_SHARE = 0.5;
  private static final double REGULAR_SHARE = 0.75;

  static Movement of(DataAccess access) {
    long steps = Math.max(1, access.recorded() - 1);
    long zero = 0;
    long regular = 0;
    StrideShare top = new StrideShare(0, 0);
    for (StrideShare step : access.strides()) {
      if (step.bytes() == 0) {
        zero += step.count();
      } else {
        regular += step.count();
        top = step.count() > top.count() ? step : top;
      }
    }
    if (2 * zero >= steps) {
      return new Movement(Shape.STILL, 0, 0, 0);
    }
    double moving = steps - zero;
    double share = Math.min(1, top.count() / moving);
    boolean steady = share >= STEADY_SHARE || regular >= REGULAR_SHARE * moving;
    return new Movement(
        steady && top.count() > 0 ? Shape.STEADY : Shape.IRREGULAR,
        top.bytes(),
        share,
        Math.max(0, 1 - regular / moving));
  }
}
