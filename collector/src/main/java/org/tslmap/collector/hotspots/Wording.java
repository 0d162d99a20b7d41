package org.tslmap.collector.hotspots;

import java.util.Locale;
import org.tslmap.collector.report.Quantities;

/** Numbers as sentences say them. */
final class Wording {

  private Wording() {}

  static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** A share as a percentage without decimals, but never 0 % of something or 100 % of not all. */
  static String percent(double share) {
    if (share > 0 && share < 0.01) {
      return "less than 1%";
    }
    return Math.round(100 * (share > 0.99 && share < 1 ? Math.min(share, 0.994) : share)) + "%";
  }

  /** A step without its sign, in bytes. */
  static String step(long stride) {
    return text("%,d bytes", Math.abs(stride));
  }

  static String count(double value) {
    return Quantities.count(Math.round(value));
  }

  static String bytes(long value) {
    return Quantities.bytes(value);
  }
}
