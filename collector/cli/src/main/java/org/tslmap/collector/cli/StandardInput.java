package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this process reads as standard input. */
final class StandardInput {

  private static final Path LINK = Path.of("/proc/self/fd/0");

  private StandardInput() {}

  /**
   * Whether runs without this input lose nothing: it is a terminal, /dev/null or another device,
   * closed, or an empty file. What is in a pipe, a socket or a file would be for the program.
   */
  static boolean isRepeatable() {
    try {
      String target = Files.readSymbolicLink(LINK).toString();
      if (target.startsWith("/dev/")) {
        return true;
      }
      return target.startsWith("/") && Files.size(LINK) == 0;
    } catch (IOException e) {
      return true; // it is closed
    }
  }
}
