package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.server.CollectorServer;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.session.RunRecorder;
import org.tslmap.collector.session.StreamCounter;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tslmap bench}: what measuring costs on this machine. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures what tracing, receiving, scoring and storing cost on this machine.",
      "",
      "Six kinds of programs run under Valgrind without a tool and then in each mode, in turn;"
          + " the table shows medians: wall time relative to Valgrind without a tool, and"
          + " nanoseconds per access.",
    },
    footer = {
      "",
      "Columns:",
      "  trace   accesses are recorded and dropped (--tsl-out=null)",
      "  count   sent over a Unix socket, decoded and counted",
      "  words   scored exactly: temporal and spatial, words only (--line=8), for each instruction",
      "  score   the same for words and lines",
      "  data    scored and attributed to data objects too: what that adds to the run time",
      "  calls   the same with call paths, as tslmap run does: what both add to it",
      "  store   scored, and the trace stored; what that adds, and bytes for an access",
      "",
      "Example: tslmap bench --repeat 5 --programs matmul,sort",
    })
final class BenchCommand implements Callable<Integer> {

  private static final double NANOS = 1e9;

  /** Lines as large as words are not scored again. */
  private static final MetricParameters WORDS_ONLY =
      MetricParameters.defaults().withLine(MetricParameters.defaults().word());

  private static final AttributionOptions DATA_ONLY = new AttributionOptions(true, 0);

  /** How a program is run. */
  private enum Mode {
    NONE,
    TRACE,
    COUNT,
    WORDS,
    SCORE,
    DATA,
    CALLS,
    STORE
  }

  @Spec private CommandSpec command;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Runs of each pair, of which the median is shown (default 5).")
  private int repeat = 5;

  @Option(
      names = "--programs",
      split = ",",
      paramLabel = "NAME",
      description = "Some of matmul, triad, random, sort, bzip2, python (default all).")
  private List<String> chosen = List.of();

  private Installation installation;
  private Path folder;
  private long accesses;
  private long traceBytes;
  private int runs;

  @Override
  public Integer call() throws Exception {
    if (repeat < 1) {
      throw new ParameterException(
          command.commandLine(), "--repeat expects 1 or more, but found " + repeat);
    }
    installation = Installation.current();
    folder = Files.createTempDirectory("tslmap-bench-");
    try {
      Map<String, List<String>> programs = BenchPrograms.prepare(folder);
      for (String name : chosen) {
        if (!programs.containsKey(name)) {
          throw new ParameterException(
              command.commandLine(),
              "--programs expects some of %s, but found %s"
                  .formatted(String.join(", ", programs.keySet()), name));
        }
      }
      if (!chosen.isEmpty()) {
        programs.keySet().retainAll(chosen);
      }
      measure(programs);
    } finally {
      RunFolders.delete(folder);
    }
    return 0;
  }

  private void measure(Map<String, List<String>> programs) throws Exception {
    PrintWriter out = command.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%-8s %10s %8s %7s %7s %9s %7s %9s %7s %7s %9s %9s%n",
        "program",
        "accesses",
        "none s",
        "trace",
        "count",
        "words ns",
        "score",
        "score ns",
        "data +%",
        "calls +%",
        "store +ns",
        "B/access");
    out.flush();
    for (Map.Entry<String, List<String>> program : programs.entrySet()) {
      Map<Mode, double[]> seconds = new EnumMap<>(Mode.class);
      for (Mode mode : Mode.values()) {
        seconds.put(mode, new double[repeat]);
      }
      for (int i = 0; i < repeat; i++) {
        for (Mode mode : Mode.values()) {
          seconds.get(mode)[i] = time(mode, program.getValue());
        }
      }
      out.printf(
          Locale.ROOT,
          "%-8s %8.0f M %8.2f %7.2f %7.2f %9.1f %7.2f %9.1f %7.0f %7.0f %9.1f %9.4f%n",
          program.getKey(),
          accesses / 1e6,
          median(seconds.get(Mode.NONE)),
          ratio(seconds, Mode.TRACE),
          ratio(seconds, Mode.COUNT),
          median(seconds.get(Mode.WORDS)) / accesses * NANOS,
          ratio(seconds, Mode.SCORE),
          median(seconds.get(Mode.SCORE)) / accesses * NANOS,
          percentMore(seconds, Mode.DATA),
          percentMore(seconds, Mode.CALLS),
          added(seconds) / accesses * NANOS,
          (double) traceBytes / accesses);
      out.flush();
    }
  }

  /** Median over the runs of the ratio to Valgrind without a tool, pair by pair. */
  private static double ratio(Map<Mode, double[]> seconds, Mode mode) {
    double[] ratios = new double[seconds.get(mode).length];
    Arrays.setAll(ratios, i -> seconds.get(mode)[i] / seconds.get(Mode.NONE)[i]);
    return median(ratios);
  }

  /** Median over the runs of what a mode takes more than scoring alone, pair by pair. */
  private static double percentMore(Map<Mode, double[]> seconds, Mode mode) {
    double[] percents = new double[seconds.get(mode).length];
    Arrays.setAll(percents, i -> 100 * (seconds.get(mode)[i] / seconds.get(Mode.SCORE)[i] - 1));
    return median(percents);
  }

  private static double added(Map<Mode, double[]> seconds) {
    double[] added = new double[seconds.get(Mode.STORE).length];
    Arrays.setAll(added, i -> seconds.get(Mode.STORE)[i] - seconds.get(Mode.SCORE)[i]);
    return median(added);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private double time(Mode mode, List<String> program) throws Exception {
    long start = System.nanoTime();
    switch (mode) {
      case NONE -> valgrind(List.of("--tool=none"), program);
      case TRACE -> valgrind(List.of("--tool=tslmap", "--tsl-out=null"), program);
      case COUNT -> count(program);
      case WORDS -> record(program, WORDS_ONLY, AttributionOptions.CODE, false);
      case SCORE -> record(program, MetricParameters.defaults(), AttributionOptions.CODE, false);
      case DATA -> record(program, MetricParameters.defaults(), DATA_ONLY, false);
      case CALLS -> record(program, MetricParameters.defaults(), AttributionOptions.ALL, false);
      case STORE -> record(program, MetricParameters.defaults(), AttributionOptions.CODE, true);
    }
    return (System.nanoTime() - start) / NANOS;
  }

  private void valgrind(List<String> options, List<String> program)
      throws IOException, InterruptedException, MeasurementException {
    List<String> line = new ArrayList<>(List.of("valgrind", "--quiet"));
    line.addAll(options);
    line.addAll(program);
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
    builder.environment().put("VALGRIND_LIB", installation.valgrindLib().toString());
    int status = builder.start().waitFor();
    if (status != 0) {
      throw new MeasurementException(
          "%s left with status %d instead of 0; run tslmap doctor"
              .formatted(String.join(" ", line), status));
    }
  }

  private ListenAddress socket() {
    return ListenAddress.unix(folder.resolve("socket"));
  }

  private void count(List<String> program) throws Exception {
    StreamCounter counter = new StreamCounter();
    try (CollectorServer server = CollectorServer.start(socket(), connection -> counter)) {
      valgrind(List.of("--tool=tslmap", "--tsl-connect=" + server.address()), program);
      accesses = counter.await().accesses();
    }
  }

  private void record(
      List<String> program,
      MetricParameters parameters,
      AttributionOptions attribution,
      boolean store)
      throws Exception {
    Path run = folder.resolve("run" + runs++);
    RunRecorder.Options options =
        new RunRecorder.Options(
                run, parameters, EngineChoice.AUTO, store, Long.MAX_VALUE, List.of())
            .withAttribution(attribution);
    try (RunRecorder recorder = RunRecorder.listen(socket(), options)) {
      valgrind(List.of("--tool=tslmap", "--tsl-connect=" + recorder.address()), program);
      LocalityProfile profile = recorder.finish(Duration.ZERO);
      if (!profile.complete()) {
        throw new MeasurementException(
            "the stream is not complete: " + String.join("; ", recorder.notices()));
      }
      if (store) {
        traceBytes = recorder.progress().traceBytes();
      }
    }
    RunFolders.delete(run);
  }
}
