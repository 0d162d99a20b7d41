package org.tslmap.collector.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * The virtual machine in which tests run tslmap. As after the launcher's start, its classes are in
 * a form that is only mapped into memory; each JVM of tests makes this once.
 */
final class SharedClasses {
  /** What starts a class, but for the class. */
  static final List<String> JAVA = java();

  private SharedClasses() {}

  private static List<String> java() {
    Path home = TestPrograms.home();
    List<String> java =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + home.resolve("java-options"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UseTransparentHugePages",
                "-XX:CompileThresholdScaling=2",
                "-Dtslmap.home=" + home));
    try {
      String fork = System.getProperty("tslmap.test.fork", "1");
      Path folder = Files.createDirectories(Path.of("target", "shared", fork).toAbsolutePath());
      List<String> classPath = List.of("-cp", String.join(File.pathSeparator, jars(folder)));
      Path archive = folder.resolve("classes.jsa");
      Files.deleteIfExists(archive);
      List<String> rehearsal = new ArrayList<>(java);
      rehearsal.add("-XX:ArchiveClassesAtExit=" + archive);
      rehearsal.addAll(classPath);
      Path runs = Files.createTempDirectory(folder, "runs");
      rehearsal.addAll(List.of(Rehearsal.class.getName(), runs.toString()));
      File log = folder.resolve("log").toFile();
      Process process =
          new ProcessBuilder(rehearsal).redirectErrorStream(true).redirectOutput(log).start();
      if (process.waitFor() != 0 || !Files.exists(archive)) {
        throw new IllegalStateException("the classes cannot be shared, see " + log);
      }
      java.add("-XX:SharedArchiveFile=" + archive);
      java.addAll(classPath);
      return List.copyOf(java);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The class path, with an archive in place of each folder: classes of folders are not shared. */
  private static List<String> jars(Path folder) throws IOException {
    List<String> jars = new ArrayList<>();
    String places =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (String place : places.split(File.pathSeparator)) {
      if (Files.isDirectory(Path.of(place))) {
        Path jar = folder.resolve(jars.size() + ".jar");
        int status =
            ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, "-c", "-f", jar.toString(), "-C", place, ".");
        if (status != 0) {
          throw new IOException(place + " cannot be archived");
        }
        jars.add(jar.toString());
      } else {
        jars.add(place);
      }
    }
    return jars;
  }
}
