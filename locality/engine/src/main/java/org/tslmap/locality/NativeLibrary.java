package org.tslmap.locality;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Loads a native library of a module: from the folder named by the system property {@value #FOLDER}
 * when it is set, otherwise from the copy in the module's jar, by way of a temporary file.
 */
public final class NativeLibrary {

  static final String FOLDER = "tslmap.native.dir";

  private NativeLibrary() {}

  /**
   * Loads a library; once per library is the caller's business.
   *
   * @param owner a class of the module whose jar has the library
   * @param name such as "tslmap-locality" for {@code libtslmap-locality.so}
   * @return why the library did not load, or empty
   */
  public static Optional<String> load(Class<?> owner, String name) {
    String file = "lib" + name + ".so";
    String folder = System.getProperty(FOLDER, "");
    try {
      if (folder.isEmpty()) {
        return loadCopy(owner, name, file);
      }
      System.load(Path.of(folder, file).toAbsolutePath().toString());
      return Optional.empty();
    } catch (IOException | LinkageError e) {
      return Optional.of(
          (folder.isEmpty() ? "" : "(system property " + FOLDER + "=" + folder + ") ")
              + e.getMessage());
    }
  }

  private static Optional<String> loadCopy(Class<?> owner, String name, String file)
      throws IOException {
    String architecture = System.getProperty("os.arch");
    String resource =
        "/native/linux-%s/%s".formatted(architecture.replace("amd64", "x86_64"), file);
    try (InputStream in = owner.getResourceAsStream(resource)) {
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
      Path copy = Files.createTempFile(name, ".so");
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
