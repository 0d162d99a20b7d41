package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The programs that {@code tslmap bench} measures: numerical, integer, and an interpreter. */
final class BenchPrograms {

  private static final String SOURCE = "kernels.c";
  private static final int PACKED_BYTES = 4_000_000;
  private static final String LOOP = "x = 0\nfor i in range(1000000): x += i * i % 7\nprint(x)";

  private BenchPrograms() {}

  /**
   * Makes them ready.
   *
   * @param folder where to put what they need
   * @return command lines by name; programs that are not installed are left out
   */
  static Map<String, List<String>> prepare(Path folder)
      throws IOException, InterruptedException, MeasurementException {
    String kernels = compile(folder).toString();
    Map<String, List<String>> programs = new LinkedHashMap<>();
    programs.put("matmul", List.of(kernels, "matmul", "400"));
    programs.put("triad", List.of(kernels, "triad", "60"));
    programs.put("random", List.of(kernels, "update", "20000000"));
    programs.put("sort", List.of(kernels, "sort", "30"));
    if (Installation.find("bzip2").isPresent()) {
      byte[] text = new byte[PACKED_BYTES];
      Random random = new Random(1);
      for (int i = 0; i < text.length; i++) {
        text[i] = (byte) ('a' + Math.min(random.nextInt(26), random.nextInt(26)));
      }
      Path file = Files.write(folder.resolve("text"), text);
      programs.put("bzip2", List.of("bzip2", "-k", "-c", file.toString()));
    }
    if (Files.isExecutable(Path.of("/usr/bin/python3"))) {
      programs.put("python", List.of("/usr/bin/python3", "-c", LOOP));
    }
    return programs;
  }

  private static Path compile(Path folder)
      throws IOException, InterruptedException, MeasurementException {
    Path source = folder.resolve(SOURCE);
    try (InputStream in = BenchPrograms.class.getResourceAsStream(SOURCE)) {
      Files.copy(in, source);
    }
    return CCompiler.compile(source, folder.resolve("kernels"));
  }
}
