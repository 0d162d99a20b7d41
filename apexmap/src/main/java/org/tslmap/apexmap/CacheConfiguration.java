package org.tslmap.apexmap;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Caches as the C library knows them from the processor itself, by {@code getconf -a}. Some virtual
 * machines have no caches in {@code /sys}, but their processors tell them.
 */
final class CacheConfiguration {
  private static final Pattern SIZE =
      Pattern.compile("^LEVEL(\\d)_(I|D|)CACHE_SIZE +([1-9]\\d*)$", Pattern.MULTILINE);

  /** Asked for once, since that starts a program. */
  private static final class Known {
    private static final List<Cache> CACHES = ask();
  }

  private CacheConfiguration() {}

  /** The caches of this machine; none where there is no getconf or where it knows none. */
  static List<Cache> system() {
    return Known.CACHES;
  }

  private static List<Cache> ask() {
    try {
      Process getconf =
          new ProcessBuilder("getconf", "-a")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      getconf.getOutputStream().close();
      String text = new String(getconf.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return parse(text, Runtime.getRuntime().availableProcessors());
    } catch (IOException e) {
      return List.of();
    }
  }

  /**
   * The caches in what {@code getconf -a} prints. It does not say which processors share one: here,
   * all have the third level and those behind it, and each has its own of the first two.
   */
  static List<Cache> parse(String text, int processors) {
    List<Cache> caches = new ArrayList<>();
    Matcher size = SIZE.matcher(text);
    while (size.find()) {
      int level = Integer.parseInt(size.group(1));
      String name = "LEVEL%d_%sCACHE_".formatted(level, size.group(2));
      caches.add(
          new Cache(
              level,
              switch (size.group(2)) {
                case "I" -> "Instruction";
                case "D" -> "Data";
                default -> "Unified";
              },
              Long.parseLong(size.group(3)),
              number(text, name + "LINESIZE"),
              level > 2 ? processors : 1,
              number(text, name + "ASSOC")));
    }
    return caches;
  }

  private static int number(String text, String name) {
    Matcher value = Pattern.compile("^" + name + " +(\\d+)$", Pattern.MULTILINE).matcher(text);
    return value.find() ? Integer.parseInt(value.group(1)) : 0;
  }
}
