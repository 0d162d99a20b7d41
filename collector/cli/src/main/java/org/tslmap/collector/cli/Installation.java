package org.tslmap.collector.cli;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where the parts of tslmap and of Valgrind lie. */
public record Installation(Path home) {

  /** The tree this program was started from. */
  public static Installation current() throws MeasurementException {
    String property = System.getProperty("tslmap.home");
    if (property != null) {
      return new Installation(Path.of(property));
    }
    try {
      Path jar = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      for (Path folder = jar; folder != null; folder = folder.getParent()) {
        if (Files.exists(folder.resolve("java-options"))) {
          return new Installation(folder);
        }
      }
    } catch (URISyntaxException e) {
      // Nor does the launcher say where.
    }
    throw new MeasurementException(
        "cannot tell where tslmap is installed; start it with the launcher ./tslmap");
  }

  /** The folder that works as VALGRIND_LIB. */
  public Path valgrindLib() {
    return home.resolve("valgrind-tool/target/valgrind");
  }

  /** The built Valgrind tool. */
  Path tool() {
    return valgrindLib().resolve("tslmap-amd64-linux");
  }

  /**
   * The program that starts Valgrind.
   *
   * @throws MeasurementException if the tool is not built, or for another Valgrind
   */
  public Path valgrind() throws MeasurementException {
    return new InstalledValgrind(valgrindLib()).launcher();
  }

  /**
   * What has runs of other processes start another program instead of Valgrind's launcher.
   *
   * @param program takes the same arguments
   */
  public static Map<String, String> insteadOfValgrind(Path program) {
    return Map.of(InstalledValgrind.VARIABLE, program.toString());
  }

  /**
   * The program that makes the probe's accesses once, for the profiler.
   *
   * @throws MeasurementException if it is not built
   */
  public Path apexStream() throws MeasurementException {
    Path program = home.resolve("apexmap/target/native/apex-stream");
    if (!isProgram(program)) {
      throw new MeasurementException(
          "expected the probe's program in %s, but it is not built; start with the launcher ./tslmap"
              .formatted(program));
    }
    return program;
  }

  /**
   * Finds a program the way a shell does.
   *
   * @param name a path with a slash, or a name looked up on PATH
   * @return the executable file, or nothing
   */
  public static Optional<Path> find(String name) {
    if (name.indexOf('/') >= 0) {
      return path(name).filter(Installation::isProgram);
    }
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
    for (String folder : path.split(File.pathSeparator, -1)) {
      Optional<Path> file = path((folder.isEmpty() ? "." : folder) + "/" + name);
      if (file.filter(Installation::isProgram).isPresent()) {
        return file;
      }
    }
    return Optional.empty();
  }

  /** The file of a name, unless the virtual machine cannot name it. */
  private static Optional<Path> path(String name) {
    try {
      return Optional.of(Path.of(name));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
