package org.tslmap.collector.report;

import java.util.Locale;
import org.tslmap.locality.score.Measure;

/** Numbers as people read them. */
public final class Quantities {

  private static final String[] DECIMAL = {"", " k", " M", " G", " T", " P"};
  private static final String[] BINARY = {" B", " KiB", " MiB", " GiB", " TiB", " PiB"};

  private Quantities() {}

  /** A count with three significant digits and a decimal multiple: 950, 1.25 M. */
  public static String count(long value) {
    return scaled(value, 1000, DECIMAL);
  }

  /** A size with three significant digits and a binary multiple: 512 B, 1.25 MiB. */
  public static String bytes(long value) {
    return scaled(value, 1024, BINARY);
  }

  /** A time with three significant digits: 1.25 s, 12.5 ms, 125 us. */
  public static String seconds(double value) {
    return value >= 1
        ? digits(value, " s")
        : value >= 1e-3 ? digits(1e3 * value, " ms") : digits(1e6 * value, " us");
  }

  /**
   * A score with four digits, a share in per cent, numbers of places and of accesses like any
   * count.
   */
  public static String of(Measure.Unit unit, double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return switch (unit) {
      case SCORE -> String.format(Locale.ROOT, "%.4f", value);
      case SHARE ->
          String.format(Locale.ROOT, "%.1f%%", 100 * value).replaceFirst("^-0.0%", "0.0%");
      case PLACES, ACCESSES -> count(Math.round(value));
    };
  }

  private static String scaled(long value, int step, String[] units) {
    double scaled = value;
    int unit = 0;
    while (scaled >= step - 0.5 && unit + 1 < units.length) {
      scaled /= step;
      unit++;
    }
    if (unit == 0) {
      return value + units[0];
    }
    return digits(scaled, units[unit]);
  }

  private static String digits(double value, String unit) {
    int digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + digits + "f%s", value, unit);
  }
}
