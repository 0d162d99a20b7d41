package org.tslmap.collector;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Compilers and the like that not every machine has. */
public final class InstalledPrograms {

  private InstalledPrograms() {}

  /** Skips the test, and says so, where a program is not on the path. */
  public static void assume(String program) {
    boolean here =
        Arrays.stream(System.getenv("PATH").split(":"))
            .anyMatch(entry -> Files.isExecutable(Path.of(entry, program)));
    if (!here) {
      System.err.println("a test that needs " + program + " is skipped, it is not installed");
    }
    assumeTrue(here, program + " is not installed");
  }
}
