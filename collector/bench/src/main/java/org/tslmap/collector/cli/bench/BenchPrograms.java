package org.tslmap.collector.cli.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.tslmap.collector.cli.CCompiler;
import org.tslmap.collector.cli.Installation;
import org.tslmap.collector.cli.MeasurementException;

/**
 * The programs that {@code tslmap bench} measures: numerical, integer, an interpreter, and those of
 * the NAS Parallel Benchmarks that are built.
 */
final class BenchPrograms {

  /** What is measured when nothing is said. */
  static final List<String> USUAL = List.of("matmul", "triad", "random", "sort", "bzip2", "python");

  private static final String SOURCE = "kernels.c";
  private static final int PACKED_BYTES = 4_000_000;
  private static final String LOOP = "x = 0\nfor i in range(1000000): x += i * i % 7\nprint(x)";
  private static final Path PYTHON = Path.of("/usr/bin/python3");

  private final Installation installation;
  private final Path folder;

  /**
   * Programs of an installation.
   *
   * @param folder where to put what they need
   */
  BenchPrograms(Installation installation, Path folder) {
    this.installation = installation;
    this.folder = folder;
  }

  /**
   * Makes programs ready.
   *
   * @param names which; none stands for the usual ones that are installed
   * @return command lines by name
   * @throws MeasurementException if there is no such program, or it is not installed or not built
   */
  Map<String, List<String>> prepare(List<String> names)
      throws IOException, InterruptedException, MeasurementException {
    Map<String, List<String>> programs = new LinkedHashMap<>();
    for (String name : names.isEmpty() ? USUAL : names) {
      boolean installed =
          switch (name) {
            case "bzip2" -> Installation.find(name).isPresent();
            case "python" -> Files.isExecutable(PYTHON);
            default -> true;
          };
      if (installed) {
        programs.put(name, command(name));
      } else if (!names.isEmpty()) {
        throw new MeasurementException(
            "--programs %s needs %s, which is not installed"
                .formatted(name, name.equals("python") ? PYTHON : name));
      }
    }
    return programs;
  }

  private List<String> command(String name)
      throws IOException, InterruptedException, MeasurementException {
    return switch (name) {
      case "matmul" -> List.of(kernels(), "matmul", "400");
      case "triad" -> List.of(kernels(), "triad", "60");
      case "random" -> List.of(kernels(), "update", "20000000");
      case "sort" -> List.of(kernels(), "sort", "30");
      case "bzip2" -> List.of("bzip2", "-k", "-c", text());
      case "python" -> List.of(PYTHON.toString(), "-c", LOOP);
      default -> List.of(benchmark(name));
    };
  }

  /** A program of the NAS Parallel Benchmarks, by benchmark and class. */
  private String benchmark(String name) throws MeasurementException {
    Path file = installation.home().resolve("npb-runs/target/bin/" + name + ".serial");
    if (!name.matches("[a-z]{2}\\.[A-Z]")) {
      throw new MeasurementException(
          "--programs expects some of %s, or benchmarks such as cg.S, but found %s"
              .formatted(String.join(", ", USUAL), name));
    }
    if (!Files.isExecutable(file)) {
      throw new MeasurementException(
          "--programs %s expects %s, which is not built; see tslmap npb build --help"
              .formatted(name, file));
    }
    return file.toString();
  }

  private String kernels() throws IOException, InterruptedException, MeasurementException {
    Path program = folder.resolve("kernels");
    if (!Files.exists(program)) {
      Path source = folder.resolve(SOURCE);
      try (InputStream in = BenchPrograms.class.getResourceAsStream(SOURCE)) {
        Files.copy(in, source);
      }
      CCompiler.compile(source, program);
    }
    return program.toString();
  }

  private String text() throws IOException {
    byte[] text = new byte[PACKED_BYTES];
    Random random = new Random(1);
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('a' + Math.min(random.nextInt(26), random.nextInt(26)));
    }
    return Files.write(folder.resolve("text"), text).toString();
  }
}
