package org.tslmap.plots;

import java.awt.Color;

/**
 * The darker, the more: shades of one hue for loads, stores, and both. Their lightness lies in
 * ranges of their own, loads above stores above both, so that grey print tells them apart too.
 */
enum Shades {
  /** Light blues. */
  LOADS("loads", new Color(0xB5, 0xDD, 0xF6), new Color(0x45, 0xA8, 0xE6)),
  /** Vermilion. */
  STORES("stores", new Color(0xCE, 0x5A, 0x10), new Color(0xA8, 0x36, 0x00)),
  /** Nearly black. */
  BOTH("both at one place", new Color(0x46, 0x3A, 0x46), new Color(0x10, 0x08, 0x10));

  private final String label;
  private final Color faintest;
  private final Color darkest;

  Shades(String label, Color faintest, Color darkest) {
    this.label = label;
    this.faintest = faintest;
    this.darkest = darkest;
  }

  /** What the legend calls it. */
  String label() {
    return label;
  }

  Color faintest() {
    return faintest;
  }

  Color darkest() {
    return darkest;
  }

  /** Those of a place with so many loads and stores. */
  static Shades of(long loads, long stores) {
    return stores == 0 ? LOADS : loads == 0 ? STORES : BOTH;
  }

  /** The colour of a share of the range, 0..1, as in an image of {@code TYPE_INT_RGB} or ARGB. */
  int at(double share) {
    return between(faintest, darkest, share).getRGB();
  }

  /** Mixes two colours. */
  static Color between(Color from, Color to, double share) {
    return new Color(
        between(from.getRed(), to.getRed(), share),
        between(from.getGreen(), to.getGreen(), share),
        between(from.getBlue(), to.getBlue(), share));
  }

  private static int between(int from, int to, double share) {
    return (int) Math.round(from + (to - from) * share);
  }
}
