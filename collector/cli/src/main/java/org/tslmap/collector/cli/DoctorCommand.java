package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.debuginfo.DebugInformation;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.session.RunOptions;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.plots.Caption;
import org.tslmap.plots.Picture;
import org.tslmap.plots.Plot;
import org.tslmap.plots.StrideHistogramPlot;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tslmap doctor}: tries every part that a measurement needs. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description =
        "Tries every part a measurement needs: Java, the scoring engine, Valgrind, the tool,"
            + " sockets, the trace store, names of variables and pictures. Says how to mend what is broken.",
    footer = {"", "Example: tslmap doctor", "", "Exit code: 0 all is well, 1 something is broken."})
final class DoctorCommand implements Callable<Integer> {

  private static final int SWEEP = 4096;

  @Spec private CommandSpec command;
  private int broken;

  /** One part that is tried; gives a word on what was found. */
  @FunctionalInterface
  private interface Check {
    String run() throws Exception;
  }

  @Override
  public Integer call() throws Exception {
    Installation installation = Installation.current();
    Path folder = Files.createTempDirectory("tslmap-doctor-");
    try {
      say("ok", "tslmap", Main.Version.number() + " in " + installation.home());
      say("ok", "java", System.getProperty("java.vm.name") + " " + Runtime.version());
      check(
          "engine",
          "rebuild: remove locality/native/target and start ./tslmap",
          DoctorCommand::engine);
      boolean valgrind =
          check(
              "valgrind",
              "apt-get install valgrind, or build the tool for the Valgrind in a folder:"
                  + " make -C valgrind-tool VALGRIND=PREFIX",
              () -> valgrind(installation));
      boolean tool =
          check(
              "tool",
              "rebuild: make -C " + installation.home().resolve("valgrind-tool"),
              () -> tool(installation));
      if (valgrind && tool) {
        check(
            "unix socket",
            "see " + installation.home().resolve("README.md") + ", troubleshooting",
            () -> trial(installation, folder.resolve("unix"), unixSocket(folder)));
        check(
            "tcp socket",
            "see " + installation.home().resolve("README.md") + ", troubleshooting",
            () -> trial(installation, folder.resolve("tcp"), ListenAddress.tcp("127.0.0.1", 0)));
      }
      if (tool) {
        check(
            "names of variables",
            "apt-get install libdw-dev, remove "
                + installation.home().resolve("collector/debuginfo/target")
                + " and start ./tslmap",
            () -> names(installation));
      }
      check(
          "pictures", "apt-get install fontconfig-config fonts-dejavu-core", () -> picture(folder));
      check(
          "compiler (demo, build)",
          "apt-get install gcc libc6-dev make",
          () -> firstLine(program("gcc"), "--version"));
    } finally {
      remove(folder);
    }
    command.commandLine().getOut().flush();
    return broken == 0 ? 0 : 1;
  }

  private boolean check(String part, String remedy, Check check) {
    try {
      say("ok", part, check.run());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      say("broken", part, "interrupted");
    } catch (Exception | LinkageError e) {
      String message = e.getMessage() == null ? e.toString() : e.getMessage();
      say("BROKEN", part, message);
      say("", "", "to mend it: " + remedy);
    }
    broken++;
    return false;
  }

  private void say(String state, String part, String what) {
    PrintWriter out = command.commandLine().getOut();
    out.println("%-7s %-24s %s".formatted(state, part, what).stripTrailing());
    out.flush();
  }

  /** Scores a sweep over new words: SL (n-1)/n, TL 0. */
  private static String engine() throws MeasurementException {
    MetricParameters parameters = MetricParameters.defaults();
    long[] addresses = new long[SWEEP];
    for (int i = 0; i < SWEEP; i++) {
      addresses[i] = 0x10000L + 8L * i;
    }
    try (LocalityEngine engine = LocalityEngine.open(parameters, EngineChoice.AUTO)) {
      engine.accesses(1, addresses, new int[SWEEP], SWEEP);
      LocalityHistogram word = engine.result().histogram(Granularity.WORD, parameters.imax());
      if (word.cold() != SWEEP || word.strides()[1] != SWEEP - 1) {
        throw new MeasurementException(
            "the %s engine should count %d first touches and %d strides of 1, but counts %d and %d"
                .formatted(engine.variant(), SWEEP, SWEEP - 1, word.cold(), word.strides()[1]));
      }
      return engine.variant();
    }
  }

  private static String valgrind(Installation installation) throws MeasurementException {
    Path launcher = installation.valgrind();
    String version = new InstalledValgrind(installation.valgrindLib()).version();
    return "valgrind-" + version + " (" + launcher + ")";
  }

  private static String tool(Installation installation) throws MeasurementException {
    if (!Files.isExecutable(installation.tool())) {
      throw new MeasurementException(installation.tool() + " is missing");
    }
    return installation.tool().toString();
  }

  /** Reads the tool's own symbols. */
  private static String names(Installation installation) throws IOException, MeasurementException {
    if (DebugInformation.problem().isPresent()) {
      throw new MeasurementException(DebugInformation.problem().get());
    }
    try (DebugInformation debug = DebugInformation.open(installation.tool())) {
      int variables = debug.statics().size();
      if (variables == 0) {
        throw new MeasurementException(
            "the tool should have named variables, but none is found in " + installation.tool());
      }
      return variables + " variables in the tool";
    }
  }

  private static ListenAddress unixSocket(Path folder) {
    return ListenAddress.unix(folder.resolve("socket"));
  }

  /** Measures /bin/true, with its trace stored. */
  private static String trial(Installation installation, Path folder, ListenAddress address)
      throws IOException, InterruptedException, MeasurementException {
    Files.createDirectories(folder);
    ValgrindRun.Outcome outcome =
        new ValgrindRun(installation, folder, List.of("/bin/true"), List.of())
            .listeningOn(address)
            .run(
                new RunOptions(
                        folder,
                        MetricParameters.defaults(),
                        EngineChoice.AUTO,
                        true,
                        Long.MAX_VALUE,
                        List.of())
                    .withAttribution(AttributionOptions.CODE));
    LocalityProfile profile = outcome.profile();
    long accesses = profile.merged().totals().accesses();
    if (outcome.status() != 0 || !profile.complete() || accesses == 0) {
      throw new MeasurementException(
          "/bin/true should end with status 0 and a complete stream, but ended with %d, %d accesses: %s"
              .formatted(
                  outcome.status(), accesses, profile.processes().get(0).end().incompleteReason()));
    }
    return "/bin/true made " + accesses + " accesses";
  }

  private static String picture(Path folder) throws IOException {
    LocalityHistogram histogram = new LocalityHistogram(MetricParameters.defaults().imax());
    histogram.addStride(1, 1);
    Plot plot =
        StrideHistogramPlot.of(
            new org.tslmap.locality.Histograms(histogram, histogram),
            MetricParameters.defaults(),
            "Strides");
    Picture.of(plot, new Caption("doctor", "")).write(folder.resolve("strides.png"));
    return "drawn";
  }

  private static Path program(String name) throws MeasurementException {
    return Installation.find(name)
        .orElseThrow(() -> new MeasurementException(name + " is not installed"));
  }

  private static String firstLine(Path program, String argument)
      throws IOException, InterruptedException, MeasurementException {
    Process process =
        new ProcessBuilder(program.toString(), argument).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new MeasurementException(program + " " + argument + " fails: " + output.strip());
    }
    return output.lines().findFirst().orElse("") + " (" + program + ")";
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
