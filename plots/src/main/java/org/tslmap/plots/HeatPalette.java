package org.tslmap.plots;

import java.awt.Color;

/**
 * Colours from dark blue over green to yellow whose lightness rises evenly, so that they keep their
 * order for everyone and in grey print: the map "viridis" by Smith and van der Walt, between eleven
 * of its colours.
 */
final class HeatPalette {

  private static final int[] COLORS = {
    0x440154, 0x482475, 0x414487, 0x355F8D, 0x2A788E, 0x21918C, 0x22A884, 0x44BF70, 0x7AD151,
    0xBDDF26, 0xFDE725
  };

  private HeatPalette() {}

  /**
   * The colour of a share of the whole range, 0 to 1; what lies outside gets the nearest colour.
   */
  static Color at(double share) {
    double place = Math.min(1, Math.max(0, share)) * (COLORS.length - 1);
    int first = Math.min(COLORS.length - 2, (int) place);
    return Shades.between(new Color(COLORS[first]), new Color(COLORS[first + 1]), place - first);
  }
}
