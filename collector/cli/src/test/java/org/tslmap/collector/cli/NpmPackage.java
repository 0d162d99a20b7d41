package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.InstalledPrograms;

/** A package for JavaScript that a test opens our files with. */
final class NpmPackage {
  private NpmPackage() {}

  /**
   * The folder of a package, fetched into one of its name; without npm or a network the test is
   * left out.
   */
  static Path fetch(TestPrograms programs, Path folder, String name, String version)
      throws IOException, InterruptedException {
    InstalledPrograms.assume("npm");
    Path files = Files.createDirectories(folder.resolve(name));
    String fetch =
        "cd %s && npm pack --silent %s@%s && tar xzf %s-%s.tgz"
            .formatted(files, name, version, name, version);
    boolean fetched =
        programs.run(Map.of("HOME", folder.toString()), List.of("bash", "-c", fetch)).status() == 0;
    if (!fetched) {
      System.err.println(name + " is not tried: npm cannot fetch it");
    }
    assumeTrue(fetched, "npm cannot fetch " + name);
    return files.resolve("package");
  }
}
