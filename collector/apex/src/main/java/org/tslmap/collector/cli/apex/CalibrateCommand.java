package org.tslmap.collector.cli.apex;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.apexmap.placement.Calibration;
import org.tslmap.apexmap.placement.LocalityShares;
import org.tslmap.collector.cli.Installation;
import org.tslmap.collector.cli.Main;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.OutputFile;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tslmap apex calibrate}: the probe's own locality, measured and computed. */
@Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs the probe's pattern under the profiler at each alpha and L, and shows its TL and SL"
          + " beside what follows from the power law. That is the map from scores to points of the"
          + " surface. Takes about a minute.",
    },
    footer = {
      "",
      "Example: tslmap apex calibrate --words 65536 --alpha 0.01,1 --length 1,64",
    })
final class CalibrateCommand implements Callable<Integer> {

  private static final String MEMORY = "tsl_apex_memory";
  private static final long MOST_WORDS = 1 << 22;
  private static final long ACCESSES = 1 << 22;
  private static final long LEAST_STARTS = 512;

  @Spec private CommandSpec command;

  @Option(
      names = "--words",
      paramLabel = "M",
      description = "Words of memory, at most 4194304, which is the default.")
  private long words = MOST_WORDS;

  @Option(
      names = "--alpha",
      paramLabel = "ALPHA",
      split = ",",
      description = "Alphas, greater than 0 and at most 1 (default 0.001,0.01,0.05,0.25,0.5,1).")
  private List<Double> alphas = List.of(0.001, 0.01, 0.05, 0.25, 0.5, 1.0);

  @Option(
      names = "--length",
      paramLabel = "L",
      split = ",",
      description =
          "Lengths of visits, which divide M (default 1,4,16,64,1024,65536 as far as they fit).")
  private List<Integer> lengths = List.of();

  @Option(
      names = "--operation",
      paramLabel = "read|write|update",
      description = "What is done with a word (default read).")
  private Operation operation = Operation.READ;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "File of the result (default calibration.json).")
  private Path out = Path.of("calibration.json");

  @Override
  public Integer call() throws Exception {
    List<ProbePoint> points = points();
    OutputFile.check(out, "--out");
    List<Calibration.Row> rows = new ArrayList<>();
    try (PointProgress progress =
        new PointProgress("points", points.size(), command.commandLine().getErr())) {
      for (ProbePoint point : points) {
        rows.add(row(point));
        progress.step();
      }
    }
    Calibration calibration =
        new Calibration("tslmap " + Main.Version.number(), MetricParameters.defaults(), rows);
    calibration.write(out);
    print(calibration, command.commandLine().getOut());
    return 0;
  }

  private List<ProbePoint> points() {
    if (words < 1 || words > MOST_WORDS) {
      throw new ParameterException(
          command.commandLine(),
          "--words expects 1 to %d, but found %d".formatted(MOST_WORDS, words));
    }
    List<Integer> chosen =
        lengths.isEmpty()
            ? List.of(1, 4, 16, 64, 1024, 65536).stream().filter(l -> words % l == 0).toList()
            : lengths;
    List<ProbePoint> points = new ArrayList<>();
    try {
      for (double alpha : alphas) {
        for (int length : chosen) {
          points.add(new ProbePoint(words, length, alpha));
        }
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), e.getMessage());
    }
    return points;
  }

  private Calibration.Row row(ProbePoint point)
      throws IOException, InterruptedException, MeasurementException {
    long starts = Math.max(LEAST_STARTS, ACCESSES / point.length());
    List<String> program =
        List.of(
            Installation.current().apexStream().toString(),
            Long.toString(point.words()),
            Integer.toString(point.length()),
            Integer.toString(point.stride()),
            SurfaceTables.number(point.alpha()),
            Long.toString(starts),
            SurfaceNames.lower(operation));
    return Calibration.Row.of(
        point,
        operation,
        starts,
        Programs.profile(program, List.of("--tsl-region=" + MEMORY)).merged().histograms());
  }

  private void print(Calibration calibration, PrintWriter text) {
    text.println(
        "%s, M = %s: measured with the profiler, and computed from the power law"
            .formatted(SurfaceNames.lower(operation), SurfaceNames.words(words)));
    text.println(
        String.format(
            "%9s %9s %10s %10s %10s %10s", "alpha", "L", "TL", "computed", "SL", "computed"));
    MetricParameters parameters = calibration.parameters();
    for (Calibration.Row row : calibration.rows()) {
      LocalityShares measured = row.measured(Granularity.WORD);
      LocalityShares computed = row.computed(parameters, Granularity.WORD);
      text.println(
          String.format(
              Locale.ROOT,
              "%9s %9d %10.4f %10.4f %10.4f %10.4f",
              SurfaceTables.number(row.point().alpha()),
              row.point().length(),
              measured.temporalLocality(parameters.n()),
              computed.temporalLocality(parameters.n()),
              measured.spatialLocality(),
              computed.spatialLocality()));
    }
    text.println(
        String.format(
            Locale.ROOT,
            "largest difference: words TL %.4f, SL %.4f; lines TL %.4f, SL %.4f",
            calibration.largestTemporalDifference(Granularity.WORD),
            calibration.largestSpatialDifference(Granularity.WORD),
            calibration.largestTemporalDifference(Granularity.LINE),
            calibration.largestSpatialDifference(Granularity.LINE)));
    text.println("kept in " + out);
    text.flush();
  }
}
