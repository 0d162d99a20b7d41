package org.tslmap.npb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.tslmap.collector.cli.Installation;
import org.tslmap.collector.cli.MeasurementException;

/** The benchmarks' programs: where they are, and how they get there. */
public final class Programs {

  private static final int LINES_SHOWN = 15;

  private final Path module;

  /** Those of an installation. */
  public Programs(Installation installation) {
    this.module = installation.home().resolve("npb-runs");
  }

  /** Where a program is once it is built. */
  public Path file(Program program) {
    return module.resolve("target/bin").resolve(program.fileName());
  }

  /** Whether it has been built. */
  public boolean isBuilt(Program program) {
    return Files.isExecutable(file(program));
  }

  /** The folder of the benchmarks' sources. */
  public Path sources() {
    return module.resolve("src/main/c");
  }

  /**
   * Whether programs of a variant can be compiled here.
   *
   * @return why not, or an empty text
   */
  public static String obstacle(Variant variant) {
    if (variant == Variant.MPI && Installation.find("mpicc").isEmpty()) {
      return "there is no mpicc; as root: apt-get install libopenmpi-dev openmpi-bin";
    }
    return "";
  }

  /**
   * Builds what is missing or older than its sources.
   *
   * @throws MeasurementException if a program cannot be built, with what the compiler said
   */
  public void build(Collection<Program> programs)
      throws IOException, InterruptedException, MeasurementException {
    List<String> command = new ArrayList<>(List.of("make", "--silent", "-j2"));
    for (Program program : programs) {
      String obstacle = obstacle(program.variant());
      if (!obstacle.isEmpty()) {
        throw new MeasurementException(
            "%s cannot be built: %s".formatted(program.fileName(), obstacle));
      }
      command.add("target/bin/" + program.fileName());
    }
    if (programs.isEmpty()) {
      return;
    }
    Process make =
        new ProcessBuilder(command).directory(module.toFile()).redirectErrorStream(true).start();
    String messages = new String(make.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (make.waitFor() != 0) {
      List<String> lines = messages.lines().limit(LINES_SHOWN).toList();
      throw new MeasurementException(
          "make could not build the benchmarks in %s:".formatted(module), lines);
    }
  }
}
