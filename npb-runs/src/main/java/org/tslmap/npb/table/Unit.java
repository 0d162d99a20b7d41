package org.tslmap.npb.table;

import java.util.Locale;
import org.tslmap.collector.report.Quantities;
import org.tslmap.locality.score.Measure;

/** What the numbers of a column are, which says how people read them. */
enum Unit {
  /** Words. */
  TEXT,
  /** How many of something. */
  COUNT,
  /** How many thousands of something. */
  THOUSANDS,
  /** 0 to 1. */
  SCORE,
  /** 0 to 1, shown as percents. */
  SHARE,
  /** Seconds. */
  SECONDS,
  /** Times another number. */
  MULTIPLE,
  /** Bytes. */
  BYTES,
  /** Nanoseconds, or a number without a unit. */
  NUMBER;

  /** How what is measured is shown. */
  static Unit of(Measure.Unit unit) {
    return switch (unit) {
      case SCORE -> SCORE;
      case SHARE -> SHARE;
      case PLACES, ACCESSES -> COUNT;
    };
  }

  /** For people. */
  String show(Object value) {
    if (value instanceof Number number) {
      double v = number.doubleValue();
      if (Double.isNaN(v)) {
        return "-";
      }
      return switch (this) {
        case TEXT -> value.toString();
        case COUNT -> format("%,d", number.longValue());
        case THOUSANDS -> format(v < 10 ? "%.3f" : "%,.0f", v);
        case SCORE -> format("%.4f", v);
        case SHARE -> format("%.1f%%", 100 * v);
        case SECONDS -> format(v < 10 ? "%.3f" : v < 1000 ? "%.1f" : "%.0f", v);
        case MULTIPLE -> format(v < 100 ? "%.1f" : "%.0f", v);
        case BYTES -> Quantities.bytes(number.longValue());
        case NUMBER -> format("%.4g", v);
      };
    }
    return value.toString();
  }

  private static String format(String form, Object value) {
    return String.format(Locale.ROOT, form, value);
  }
}
