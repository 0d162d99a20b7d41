package org.tslmap.collector.cli;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.LoggerFactory;

/** The user's web browser. */
final class Browser {
  private static final List<String> OPENERS =
      List.of("xdg-open", "sensible-browser", "x-www-browser");

  private Browser() {}

  /**
   * Opens an address where there is a screen and a browser; does nothing elsewhere. The browser is
   * given a file that leads to the address, since everybody may read what programs are started
   * with.
   */
  static void open(String address) {
    if (System.getenv("DISPLAY") == null && System.getenv("WAYLAND_DISPLAY") == null) {
      return;
    }
    for (String opener : OPENERS) {
      if (Installation.find(opener).isPresent()) {
        try {
          new ProcessBuilder(opener, leadingTo(address).toUri().toString())
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

  /** A page for the user alone that leads on, removed when tslmap ends. */
  static Path leadingTo(String address) throws IOException {
    Path page = Files.createTempFile("tslmap-view-", ".html");
    page.toFile().deleteOnExit();
    Files.writeString(
        page,
        "<!DOCTYPE html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url="
            + address.replace("&", "&amp;").replace("\"", "&quot;")
            + "\"><title>tslmap</title>\n");
    return page;
  }

  /** A name as a part of an address. */
  static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
