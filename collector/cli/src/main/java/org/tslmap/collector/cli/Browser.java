package org.tslmap.collector.cli;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.LoggerFactory;

/** The user's web browser. */
final class Browser {
  private static final List<String> OPENERS =
      List.of("xdg-open", "sensible-browser", "x-www-browser");

  private Browser() {}

  /** Opens an address where there is a screen and a browser; does nothing elsewhere. */
  static void open(String address) {
    if (System.getenv("DISPLAY") == null && System.getenv("WAYLAND_DISPLAY") == null) {
      return;
    }
    for (String opener : OPENERS) {
      if (Installation.find(opener).isPresent()) {
        try {
          new ProcessBuilder(opener, address)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
          return;
        } catch (IOException e) {
          LoggerFactory.getLogger(Browser.class).debug("cannot start {}", opener, e);
        }
      }
    }
  }

  /** A name as a part of an address. */
  static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
