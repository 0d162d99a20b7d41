package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** The Valgrind that the tool was built for, as {@code valgrind-tool/Makefile} has noted it. */
final class InstalledValgrind {

  /** Names another program to start instead of Valgrind's launcher, with the same arguments. */
  static final String VARIABLE = "TSLMAP_VALGRIND";

  /** One of Valgrind's own tools, which stands for all of its files. */
  private static final String SAMPLE = "none-amd64-linux";

  private final Path library;
  private final Properties builtFor = new Properties();

  /**
   * Reads what the tool was built for.
   *
   * @param library the folder for VALGRIND_LIB
   */
  InstalledValgrind(Path library) throws MeasurementException {
    this.library = library;
    try (InputStream in = Files.newInputStream(library.resolve("built-for"))) {
      builtFor.load(in);
    } catch (IOException e) {
      throw new MeasurementException(
          "expected the Valgrind tool in %s, but it is not built; start with the launcher ./tslmap"
              .formatted(library));
    }
  }

  /** The version it was built for, such as 3.19.0. */
  String version() {
    return builtFor.getProperty("version", "");
  }

  /**
   * Valgrind's launcher.
   *
   * @throws MeasurementException if there is none, or Valgrind is of another version
   */
  Path launcher() throws MeasurementException {
    String name = System.getenv().getOrDefault(VARIABLE, builtFor.getProperty("launcher", ""));
    Path launcher =
        Installation.find(name)
            .orElseThrow(
                () ->
                    new MeasurementException(
                        "expected Valgrind %s, but there is no program %s; install it"
                            .formatted(version(), name)));
    if (!isSame()) {
      check();
    }
    return launcher;
  }

  /** Whether the files are those it was built for; then nothing needs to be started. */
  private boolean isSame() {
    try {
      BasicFileAttributes found =
          Files.readAttributes(library.resolve(SAMPLE), BasicFileAttributes.class);
      return Long.toString(found.size()).equals(builtFor.getProperty("size"))
          && Long.toString(found.lastModifiedTime().to(TimeUnit.SECONDS))
              .equals(builtFor.getProperty("time"));
    } catch (IOException e) {
      return false;
    }
  }

  private void check() throws MeasurementException {
    String found = found();
    if (!found.equals("valgrind-" + version())) {
      throw new MeasurementException(
          "expected Valgrind %s, for which the tool was built, but found %s in %s; install that, or"
                  .formatted(
                      version(),
                      found.isEmpty() ? "none" : found.replaceFirst("^valgrind-", ""),
                      builtFor.getProperty("tools"))
              + " build the tool anew: make -C valgrind-tool");
    }
  }

  /** What Valgrind says of its version; empty if there is none. */
  private String found() {
    ProcessBuilder builder =
        new ProcessBuilder(library.resolve(SAMPLE).toString(), "--version")
            .redirectErrorStream(true);
    // Started without its launcher, it wants to know these.
    builder.environment().put("VALGRIND_LAUNCHER", "valgrind");
    builder.environment().put("VALGRIND_LIB", library.toString());
    builder.environment().remove("VALGRIND_OPTS");
    try {
      Process process = builder.start();
      try (InputStream out = process.getInputStream()) {
        return new String(out.readAllBytes(), StandardCharsets.UTF_8).strip();
      }
    } catch (IOException e) {
      return "";
    }
  }
}
