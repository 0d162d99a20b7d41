package org.tslmap.collector.cli.apex;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.apexmap.SurfaceFile;
import org.tslmap.apexmap.prediction.Method;
import org.tslmap.apexmap.prediction.Prediction;
import org.tslmap.apexmap.prediction.Predictor;
import org.tslmap.apexmap.prediction.Validation;
import org.tslmap.collector.cli.Format;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.OutputFile;
import org.tslmap.collector.cli.RunFolders;
import org.tslmap.collector.cli.SurfaceInput;
import org.tslmap.locality.MetricParameters;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tslmap apex validate}: how good predictions are. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Times and profiles small kernels, predicts them from the machine's surfaces by all methods,"
          + " and shows how far each is off.",
      "",
      "Kernels: STREAM's four, inner product, random update, gather, pointer chase, matrix multiply"
          + " (three loop orders and tiled), transpose, stencil, sparse matrix times vector, hash"
          + " join. Of each only the kernel's function is timed and profiled. Takes about two"
          + " minutes.",
    },
    footer = {
      "",
      "Example: tslmap apex validate --kernels copy,update,chase --format csv",
    })
final class ValidateCommand implements Callable<Integer> {

  private static final long LEAST_WORDS = 64;
  private static final long MOST_WORDS = 400_000_000;

  @Spec private CommandSpec command;

  @Option(
      names = "--surface",
      paramLabel = "FILE",
      description = "The machine's surfaces (default surface.json).")
  private Path surface = SurfaceInput.DEFAULT;

  @Option(
      names = "--kernels",
      paramLabel = "NAME",
      split = ",",
      description = "Only these kernels (default: all).")
  private List<String> chosen = List.of();

  @Option(
      names = "--words",
      paramLabel = "WORDS",
      split = ",",
      description =
          "Sizes of a kernel's largest array in 8-byte words, 64 to 400000000 (default 6000000,"
              + " which is 46 MiB).")
  private List<Long> sizes = List.of(6_000_000L);

  @Option(
      names = "--format",
      paramLabel = "text|csv|json",
      description = "A table, or data for scripts (default text).")
  private Format format = Format.TEXT;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Also write the rows to a file, as its ending says: .csv or .json.")
  private Optional<Path> out = Optional.empty();

  @Override
  public Integer call() throws Exception {
    check();
    PrintWriter err = command.commandLine().getErr();
    SurfaceFile surfaces = SurfaceInput.readForThisMachine(surface, err);
    Path folder = Files.createTempDirectory("tslmap-kernels-");
    try {
      Kernels kernels = Kernels.compile(folder);
      ValidationReport report =
          new ValidationReport(Validation.of(rows(kernels, names(kernels), surfaces, err)));
      PrintWriter text = command.commandLine().getOut();
      report.write(format, text);
      text.flush();
      if (out.isPresent()) {
        StringWriter file = new StringWriter();
        report.write(formatOf(out.get()), new PrintWriter(file));
        Files.writeString(out.get(), file.toString());
      }
    } finally {
      RunFolders.delete(folder);
    }
    return 0;
  }

  private void check() throws MeasurementException {
    for (long size : sizes) {
      if (size < LEAST_WORDS || size > MOST_WORDS) {
        throw new ParameterException(
            command.commandLine(),
            "--words expects %d to %d, but found %d".formatted(LEAST_WORDS, MOST_WORDS, size));
      }
    }
    if (out.isPresent()) {
      formatOf(out.get());
      OutputFile.check(out.get(), "--out");
    }
  }

  private Format formatOf(Path file) {
    if (file.toString().endsWith(".csv")) {
      return Format.CSV;
    }
    if (file.toString().endsWith(".json")) {
      return Format.JSON;
    }
    throw new ParameterException(
        command.commandLine(),
        "--out expects a file that ends in .csv or .json, but found " + file);
  }

  private List<String> names(Kernels kernels)
      throws IOException, InterruptedException, MeasurementException {
    List<String> all = kernels.names();
    for (String name : chosen) {
      if (!all.contains(name)) {
        throw new ParameterException(
            command.commandLine(),
            "--kernels expects some of %s, but found %s".formatted(String.join(", ", all), name));
      }
    }
    return chosen.isEmpty() ? all : chosen;
  }

  private List<Validation.Row> rows(
      Kernels kernels, List<String> names, SurfaceFile surfaces, PrintWriter err)
      throws IOException, InterruptedException, MeasurementException {
    Predictor predictor =
        new Predictor(surfaces.cost(), surfaces.core(), MetricParameters.defaults());
    String pages = surfaces.surfaces().get(0).setting().hugePages() ? "huge" : "small";
    List<Validation.Row> rows = new ArrayList<>();
    try (PointProgress progress = new PointProgress("kernels", names.size() * sizes.size(), err)) {
      for (long size : sizes) {
        for (String name : names) {
          Kernels.Timing timing = kernels.time(name, size, pages);
          Kernels.Profiled profiled = kernels.profile(timing);
          rows.add(row(timing, profiled, predictor.predict(profiled.profile())));
          progress.step();
        }
      }
    }
    return rows;
  }

  private Validation.Row row(
      Kernels.Timing timing, Kernels.Profiled profiled, Prediction prediction) {
    Map<Method, Double> seconds = new EnumMap<>(Method.class);
    prediction.seconds().forEach((method, all) -> seconds.put(method, all / profiled.calls()));
    return new Validation.Row(
        sizes.size() == 1 ? timing.name() : timing.name() + "/" + timing.words(),
        Math.round(profiled.accessesPerCall()),
        timing.seconds(),
        seconds);
  }
}
