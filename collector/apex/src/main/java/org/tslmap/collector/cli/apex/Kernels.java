package org.tslmap.collector.cli.apex;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tslmap.collector.cli.CCompiler;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.locality.profile.LocalityProfile;

/** The small kernels that predictions are checked with: timed as they are, and profiled. */
final class Kernels {

  private static final String SOURCE = "apex-kernels.c";
  private static final double TIMED_SECONDS = 0.5;
  private static final double PROFILED_SECONDS = 0.02;
  private static final int FIRST_REPEATS = 3;
  private static final int LEAST_REPEATS = 5;
  private static final int MOST_REPEATS = 1000;
  private static final int MOST_PROFILED = 40;

  private final Path program;

  /**
   * How long a kernel took.
   *
   * @param name of the kernel
   * @param words in its largest array
   * @param seconds of one call, the median
   * @param least seconds of the fastest call
   * @param greatest seconds of the slowest call
   */
  record Timing(String name, long words, double seconds, double least, double greatest) {}

  /**
   * A kernel's profile: its function alone, as a stream of its own.
   *
   * @param profile of all calls
   * @param calls how many there were, the first of them with cold memory
   */
  record Profiled(LocalityProfile profile, int calls) {

    /** Accesses of one call. */
    double accessesPerCall() {
      return (double) profile.merged().totals().accesses() / calls;
    }
  }

  private Kernels(Path program) {
    this.program = program;
  }

  /** Compiles them into a folder. */
  static Kernels compile(Path folder)
      throws IOException, InterruptedException, MeasurementException {
    Path source = folder.resolve(SOURCE);
    try (InputStream in = Kernels.class.getResourceAsStream(SOURCE)) {
      Files.copy(in, source);
    }
    return new Kernels(CCompiler.compile(source, folder.resolve("apex-kernels")));
  }

  /** Their names. */
  List<String> names() throws IOException, InterruptedException, MeasurementException {
    return output(List.of(program.toString())).lines().toList();
  }

  /**
   * Times a kernel: as often as fits into half a second, five times at least.
   *
   * @param pages small or huge
   * @throws MeasurementException if its result is wrong
   */
  Timing time(String name, long words, String pages)
      throws IOException, InterruptedException, MeasurementException {
    Timing first = time(name, words, FIRST_REPEATS, pages);
    return time(
        name, words, within(TIMED_SECONDS / first.seconds, LEAST_REPEATS, MOST_REPEATS), pages);
  }

  private Timing time(String name, long words, int repeats, String pages)
      throws IOException, InterruptedException, MeasurementException {
    String[] fields = output(command(name, words, repeats, pages)).strip().split(" ");
    return new Timing(
        fields[0],
        Long.parseLong(fields[1]),
        Double.parseDouble(fields[3]),
        Double.parseDouble(fields[4]),
        Double.parseDouble(fields[5]));
  }

  /** Profiles a kernel, the more calls the faster it is, two at least. */
  Profiled profile(Timing timing) throws IOException, InterruptedException, MeasurementException {
    int calls = within(PROFILED_SECONDS / timing.seconds, 2, MOST_PROFILED);
    LocalityProfile profile =
        Programs.profile(
            command(timing.name, timing.words, calls - 1, "small"),
            List.of("--tsl-fn=kernel_" + timing.name));
    return new Profiled(profile, calls);
  }

  private static int within(double value, int least, int most) {
    return (int) Math.min(most, Math.max(least, value));
  }

  private List<String> command(String name, long words, int repeats, String pages) {
    return List.of(
        program.toString(), name, Long.toString(words), Integer.toString(repeats), pages);
  }

  private static String output(List<String> command)
      throws IOException, InterruptedException, MeasurementException {
    Process process =
        new ProcessBuilder(new ArrayList<>(command)).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      throw new MeasurementException(
          "%s should end with status 0, but ended with %d: %s"
              .formatted(String.join(" ", command), status, text.strip()));
    }
    return text;
  }
}
