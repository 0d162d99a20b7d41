package org.tslmap.collector.cli.apex;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.tslmap.apexmap.SurfaceFile;
import org.tslmap.apexmap.prediction.Prediction;
import org.tslmap.apexmap.prediction.Predictor;
import org.tslmap.collector.cli.Format;
import org.tslmap.collector.cli.MatchedFunctions;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.RunChoice;
import org.tslmap.collector.cli.SurfaceInput;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.locality.profile.ProcessProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tslmap apex predict}: the time of a run's accesses. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Predicts from a run's profile and the machine's surfaces what its memory accesses cost: for"
          + " an access, in all, and for each function.",
      "",
      "Methods: the mixture of probe patterns that together have the run's reuse distances and"
          + " strides; the single point that has its TL and SL; and, for comparison, the mean of the"
          + " surface. Times are those of accesses alone, of all threads added up; combined, of"
          + " accesses and instructions, where the run has counted these and the core was measured"
          + " with the surfaces.",
      "",
      "The verdict is bandwidth-bound, latency-bound, compute-bound, or not-known, with the time for"
          + " each.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap apex predict tslmap-runs/20250131-120000-matmul --measure 5",
      "  tslmap apex predict RUN --surface other.json --native-seconds 1.25 --format json",
    })
final class PredictCommand implements Callable<Integer> {

  private static final int TOP = 15;

  @Spec private CommandSpec command;

  @Option(
      names = "--surface",
      paramLabel = "FILE",
      description = "The machine's surfaces (default surface.json).")
  private Path surface = SurfaceInput.DEFAULT;

  @Option(
      names = "--native-seconds",
      paramLabel = "S",
      description = "What the run takes without the profiler, to compare with.")
  private Optional<Double> nativeSeconds = Optional.empty();

  @Option(
      names = "--measure",
      paramLabel = "N",
      description =
          "Run the program again N times without the profiler, and compare with the median processor"
              + " time of the whole process.")
  private Optional<Integer> measure = Optional.empty();

  @Option(
      names = "--dependent",
      paramLabel = "FUNCTION",
      split = ",",
      description =
          "Functions all of whose loads wait for one another, as along a linked list, whatever the"
              + " profile says: those of imported traces and of runs that are sampled from the"
              + " start do not show it. May be"
              + " given several times. "
              + NamePattern.WORDS)
  private List<NamePattern> dependent = List.of();

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Functions shown (default: 15 in text, all in json and csv).")
  private int top = -1;

  @Option(
      names = "--format",
      paramLabel = "text|csv|json",
      description = "Tables, or data for scripts (default text).")
  private Format format = Format.TEXT;

  @Mixin private RunChoice run = new RunChoice();

  @Override
  public Integer call() throws Exception {
    check();
    PrintWriter err = command.commandLine().getErr();
    RunInput input = RunInput.readInWords(run.path(), notice -> err.println("tslmap: " + notice));
    MatchedFunctions matched = new MatchedFunctions("--dependent", input.profile());
    matched.check(dependent);
    matched.list(dependent, err);
    SurfaceFile surfaces = SurfaceInput.readForThisMachine(surface, err);
    Predictor predictor =
        new Predictor(
            surfaces.cost(),
            surfaces.core(),
            input.profile().merged().parameters(),
            function -> dependent.stream().anyMatch(name -> name.matches(function.name())));
    Prediction prediction = predictor.predict(input.profile());
    Optional<NativeTime.Measured> measured = measured(input, err);
    int shown = top >= 0 ? top : format == Format.TEXT ? TOP : Integer.MAX_VALUE;
    PredictionReport report = new PredictionReport(input, prediction, measured, shown);
    PrintWriter out = command.commandLine().getOut();
    switch (format) {
      case TEXT -> report.text(out);
      case CSV -> report.csv(out);
      case JSON -> report.json(out);
    }
    out.flush();
    return 0;
  }

  private void check() {
    if (nativeSeconds.isPresent() && measure.isPresent()) {
      throw new ParameterException(
          command.commandLine(), "--native-seconds and --measure exclude each other; give one");
    }
    if (nativeSeconds.isPresent() && !(nativeSeconds.get() > 0)) {
      throw new ParameterException(
          command.commandLine(),
          "--native-seconds expects more than 0, but found " + nativeSeconds.get());
    }
    if (measure.isPresent() && measure.get() < 1) {
      throw new ParameterException(
          command.commandLine(), "--measure expects 1 or more, but found " + measure.get());
    }
    if (top < -1) {
      throw new ParameterException(
          command.commandLine(), "--top expects a number that is not negative, but found " + top);
    }
  }

  private Optional<NativeTime.Measured> measured(RunInput input, PrintWriter err)
      throws IOException, InterruptedException, MeasurementException {
    if (nativeSeconds.isPresent()) {
      return Optional.of(NativeTime.Measured.of(nativeSeconds.get()));
    }
    if (measure.isEmpty()) {
      return Optional.empty();
    }
    if (input.profile().parallel()) {
      throw new MeasurementException(
          "--measure expects a program that starts alone, but the run has MPI ranks; start them as"
              + " you did then, and give the processor time of all of them with --native-seconds");
    }
    ProcessProfile main = input.profile().mainProcess();
    NativeTime.Measured measured =
        NativeTime.measure(main.identity(), main.end().exitStatus().orElse(0), measure.get());
    if (input.isPart()) {
      err.println(
          String.format(
              Locale.ROOT,
              "tslmap: warning: the profile is of a part of the program (%s), but the time is that of all of it",
              String.join(" ", options(main))));
    }
    return Optional.of(measured);
  }

  private static List<String> options(ProcessProfile process) {
    return Stream.concat(process.selection().stream(), process.filters().stream()).toList();
  }
}
