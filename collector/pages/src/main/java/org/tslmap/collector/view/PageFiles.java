package org.tslmap.collector.view;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The files that pages are made of, from the program's own jars. Only names in a fixed form are
 * looked up, and only in two places, so nothing else can be reached.
 */
final class PageFiles {
  /** The document that all pages are, but for surfaces. */
  static final String INDEX = "index.html";

  /** The document that shows surfaces. */
  static final String SURFACES = "surface.html";

  /** The name under which pages ask for Plotly. */
  static final String PLOTLY = "plotly.js";

  private static final String FOLDER = "/org/tslmap/collector/view/pages/";
  private static final String WEBJAR = "/META-INF/resources/webjars/plotly.js-dist/";
  private static final String WEBJAR_PROPERTIES =
      "/META-INF/maven/org.webjars.npm/plotly.js-dist/pom.properties";
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*\\.[a-z]{2,4}");
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml");

  private final Map<String, Answer> known = new ConcurrentHashMap<>();

  /** The file of this name, if there is one. */
  Optional<Answer> find(String name) throws IOException {
    Answer answer = known.get(name);
    if (answer == null && NAME.matcher(name).matches()) {
      String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
      Optional<byte[]> bytes = type == null ? Optional.empty() : read(name);
      if (bytes.isPresent()) {
        answer = Answer.of(type, bytes.get());
        known.put(name, answer);
      }
    }
    return Optional.ofNullable(answer);
  }

  private static Optional<byte[]> read(String name) throws IOException {
    String place = name.equals(PLOTLY) ? plotly() : FOLDER + name;
    try (InputStream in = PageFiles.class.getResourceAsStream(place)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    }
  }

  private static String plotly() throws IOException {
    try (InputStream in = PageFiles.class.getResourceAsStream(WEBJAR_PROPERTIES)) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return WEBJAR + properties.getProperty("version", "") + "/plotly.js";
    }
  }
}
