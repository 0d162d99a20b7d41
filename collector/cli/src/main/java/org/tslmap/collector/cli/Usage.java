package org.tslmap.collector.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a command took.
 *
 * @param wall seconds from its start to its end
 * @param processor seconds of processor time, its own and the kernel's for it, of the process and
 *     all it started and waited for
 */
public record Usage(double wall, double processor) {

  /** Bash reads the clocks that the kernel keeps for processes; this one adds nothing to them. */
  private static final String TIMED =
      "LC_ALL=C; TIMEFORMAT='%3R %3U %3S'; { time \"$@\" >/dev/null 2>\"$0\"; } 2>&1";

  private static final int MESSAGE_LINES = 3;

  /** What has nothing in it. */
  public static final Path NO_INPUT = Path.of("/dev/null");

  /**
   * Runs a command and drops its output.
   *
   * @param what what messages call it
   * @param input a file that becomes its standard input; /dev/null for none
   * @param log a file for what it says on standard error
   * @throws MeasurementException if it does not end with status 0, with the end of what it said
   */
  public static Usage of(
      String what, List<String> command, Map<String, String> environment, Path input, Path log)
      throws IOException, InterruptedException, MeasurementException {
    List<String> line = new ArrayList<>(List.of("bash", "-c", TIMED, log.toString()));
    line.addAll(command);
    ProcessBuilder builder =
        ProgramStart.of(line)
            .redirectInput(Redirect.from(input.toFile()))
            .redirectError(Redirect.DISCARD);
    builder.environment().putAll(environment);
    Process bash = builder.start();
    String times;
    int status;
    try {
      times = new String(bash.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
      status = bash.waitFor();
    } finally {
      bash.descendants().forEach(ProcessHandle::destroy);
    }
    if (status != 0) {
      List<String> said =
          new String(Files.readAllBytes(log), StandardCharsets.ISO_8859_1)
              .lines()
              .filter(text -> !text.isBlank())
              .toList();
      throw new MeasurementException(
          "expected status 0 of %s, but found %d%s"
              .formatted(
                  what,
                  status,
                  said.isEmpty()
                      ? "; it printed nothing on stderr that would say why: run it by itself"
                      : ": "
                          + String.join(
                              "; ",
                              said.subList(
                                  Math.max(0, said.size() - MESSAGE_LINES), said.size()))));
    }
    String[] fields = times.split(" ");
    return new Usage(
        Double.parseDouble(fields[0]),
        Double.parseDouble(fields[1]) + Double.parseDouble(fields[2]));
  }
}
