package org.tslmap.locality;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Loads the native engine once: from the folder named by the system property {@value #FOLDER} when
 * it is set, otherwise from the copy in this module's jar, by way of a temporary file.
 */
final class NativeLibrary {

  static final String FOLDER = "tslmap.native.dir";
  private static final String FILE = "libtslmap-locality.so";

  /** Why the library did not load, or empty. */
  private static final Optional<String> PROBLEM = load();

  private NativeLibrary() {}

  /** Why there is no native engine here; empty when there is one. */
  static Optional<String> problem() {
    return PROBLEM;
  }

  private static Optional<String> load() {
    String folder = System.getProperty(FOLDER, "");
    try {
      if (folder.isEmpty()) {
        return loadCopy();
      }
      System.load(Path.of(folder, FILE).toAbsolutePath().toString());
      return Optional.empty();
    } catch (IOException | LinkageError e) {
      return Optional.of(
          (folder.isEmpty() ? "" : "(system property " + FOLDER + "=" + folder + ") ")
              + e.getMessage());
    }
  }

  private static Optional<String> loadCopy() throws IOException {
    String architecture = System.getProperty("os.arch");
    String resource =
        "/native/linux-%s/%s".formatted(architecture.replace("amd64", "x86_64"), FILE);
    try (InputStream in = NativeLibrary.class.getResourceAsStream(resource)) {
      if (in == null) {
        return Optional.of(
            "this build has no library for "
                + System.getProperty("os.name")
                + " on "
                + architecture
                + " ("
                + resource
                + "); build on that machine with a C compiler installed");
      }
      Path copy = Files.createTempFile("tslmap-locality", ".so");
      try {
        Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
        System.load(copy.toString());
      } finally {
        Files.delete(copy);
      }
      return Optional.empty();
    }
  }
}
