package org.tslmap.collector.view;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The files that pages are made of, from the program's own jars. Only names in a fixed form are
 * looked up, and only in two places, so nothing else can be reached.
 */
final class PageFiles {
  /** The document that all pages are, but for surfaces. */
  static final String INDEX = "index.html";

  /** The name under which pages ask for Plotly. */
  static final String PLOTLY = "plotly.min.js";

  private static final String FOLDER = "/org/tslmap/plots/pages/";
  private static final String WEBJAR = "/META-INF/resources/webjars/plotly.js-dist/";
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*(\\.min)?\\.[a-z]{2,4}");
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
    for (String place : name.equals(PLOTLY) ? plotly() : List.of(FOLDER + name)) {
      try (InputStream in = PageFiles.class.getResourceAsStream(place)) {
        if (in != null) {
          return Optional.of(in.readAllBytes());
        }
      }
    }
    return Optional.empty();
  }

  private static List<String> plotly() throws IOException {
    try (InputStream in =
        PageFiles.class.getResourceAsStream(
            "/META-INF/maven/org.webjars.npm/plotly.js-dist/pom.properties")) {
      java.util.Properties properties = new java.util.Properties();
      if (in != null) {
        properties.load(in);
      }
      String folder = WEBJAR + properties.getProperty("version", "") + '/';
      return List.of(folder + "plotly.min.js", folder + "plotly.js");
    }
  }
}
