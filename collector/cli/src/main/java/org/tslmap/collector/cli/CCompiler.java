package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Compiles the small C programs that come with tslmap. */
public final class CCompiler {

  private CCompiler() {}

  /**
   * Compiles one file with {@code gcc -O2 -g}.
   *
   * @return the program's absolute path
   * @throws MeasurementException if there is no compiler, or it complains
   */
  public static Path compile(Path source, Path program)
      throws IOException, InterruptedException, MeasurementException {
    if (Installation.find("gcc").isEmpty()) {
      throw new MeasurementException("a C compiler is needed: apt-get install gcc libc6-dev");
    }
    Path absolute = program.toAbsolutePath();
    Process gcc =
        new ProcessBuilder("gcc", "-O2", "-g", "-o", absolute.toString(), source.toString())
            .redirectErrorStream(true)
            .start();
    String messages = new String(gcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (gcc.waitFor() != 0) {
      throw new MeasurementException(
          "gcc could not compile " + source + ":", messages.lines().toList());
    }
    return absolute;
  }
}
