package org.tslmap.collector.advice;

import org.tslmap.collector.hotspots.HotspotSettings;

/**
 * What advice is given by.
 *
 * @param weighing caches, and what accesses cost
 * @param threshold share of a measure's maximum from which something counts as loaded, 0..1
 * @param top lines of a step at most, 1 or more
 */
public record AdviceSettings(HotspotSettings weighing, double threshold, int top) {

  /** Half of the maximum. */
  public static final double THRESHOLD = 0.5;

  /** Lines of a step, unless somebody wants more. */
  public static final int TOP = 3;

  /** Hotspots that could save less than this share of the estimated time are not worth a line. */
  static final double LEAST_WASTE = 0.02;

  /** Imbalance that is worth a line. */
  static final double LEAST_IMBALANCE = 0.05;

  /** A function's part of the busiest rank's or thread's work from which it counts. */
  static final double LEAST_FUNCTION = 0.02;

  /** Whoever does less than this share of the busiest one's work is idle. */
  static final double IDLE = 0.1;

  /** Differences that are worth a line: shares of a maximum, weighed by the accesses concerned. */
  static final double LEAST_DIFFERENCE = 0.05;

  /** Checks the numbers. */
  public AdviceSettings {
    if (!(threshold >= 0 && threshold <= 1) || top < 1) {
      throw new IllegalArgumentException(
          "expected a threshold of 0 to 1 and one line or more, found %s and %d"
              .formatted(threshold, top));
    }
  }
}
