package org.tslmap.collector.cli.apex;

import java.util.Locale;
import org.tslmap.apexmap.ProbeSetting;
import org.tslmap.apexmap.Surface;
import org.tslmap.collector.report.Quantities;

/** How surfaces are called in tables and titles. */
final class SurfaceNames {

  private SurfaceNames() {}

  /** Such as "independent read, M = 2^25 words (256 MiB), stride 1, 1 thread, small pages". */
  static String of(Surface surface) {
    return "%s, stride %d, %s"
        .formatted(withMemory(surface), surface.stride(), threads(surface.setting()));
  }

  /** Such as "independent read, M = 2^25 words (256 MiB)". */
  static String withMemory(Surface surface) {
    return "%s %s, M = %s"
        .formatted(
            lower(surface.setting().dependence()),
            lower(surface.setting().operation()),
            words(surface.words()));
  }

  /** Such as "1 thread, small pages". */
  static String threads(ProbeSetting setting) {
    String threads =
        setting.threads() == 1
            ? "1 thread"
            : "%d threads with %s memory"
                .formatted(setting.threads(), setting.shared() ? "shared" : "their own");
    return threads + (setting.hugePages() ? ", huge pages" : ", small pages");
  }

  /** A number of words, and what that is in bytes. */
  static String words(long words) {
    String number =
        Long.bitCount(words) == 1
            ? "2^" + Long.numberOfTrailingZeros(words)
            : String.format(Locale.ROOT, "%,d", words);
    return number + " words (" + Quantities.bytes(8 * words) + ")";
  }

  /** A constant's name in small letters. */
  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
