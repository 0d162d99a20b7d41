package org.tslmap.collector.cli;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where the parts of tslmap and of Valgrind lie. */
record Installation(Path home) {

  /** The tree this program was started from. */
  static Installation current() throws MeasurementException {
    String property = System.getProperty("tslmap.home");
    if (property != null) {
      return new Installation(Path.of(property));
    }
    try {
      // collector/target/collector.jar
      Path jar = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return new Installation(jar.resolve("../../..").normalize());
    } catch (URISyntaxException e) {
      throw new MeasurementException(
          "cannot tell where tslmap is installed; start it with the launcher ./tslmap");
    }
  }

  /** The folder that works as VALGRIND_LIB. */
  Path valgrindLib() {
    return home.resolve("valgrind-tool/target/valgrind");
  }

  /** The built Valgrind tool. */
  Path tool() {
    return valgrindLib().resolve("tslmap-amd64-linux");
  }

  /**
   * Finds a program the way a shell does.
   *
   * @param name a path with a slash, or a name looked up on PATH
   * @return the executable file, or nothing
   */
  static Optional<Path> find(String name) {
    if (name.indexOf('/') >= 0) {
      return Optional.of(Path.of(name)).filter(Installation::isProgram);
    }
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
    for (String folder : path.split(File.pathSeparator, -1)) {
      Path file = Path.of(folder.isEmpty() ? "." : folder).resolve(name);
      if (isProgram(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
