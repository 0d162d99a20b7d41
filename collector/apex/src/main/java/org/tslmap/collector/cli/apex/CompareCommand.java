package org.tslmap.collector.cli.apex;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.apexmap.Surface;
import org.tslmap.apexmap.SurfaceCsv;
import org.tslmap.apexmap.SurfaceFile;
import org.tslmap.apexmap.SurfaceRatio;
import org.tslmap.collector.cli.Format;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.SurfaceInput;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap apex compare}: two files of surfaces as ratios. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Divides the costs of the second file by those of the first: two machines, two measurements"
          + " of one machine, numbers of threads, or memory sizes.",
      "",
      "Surfaces of the same operation, dependence, stride and memory size are compared; threads and"
          + " pages may differ where there are none of the same.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap apex compare monday.json tuesday.json",
      "  tslmap apex compare surface.json surface.json --words 131072 --with-words 33554432",
    })
final class CompareCommand implements Callable<Integer> {

  private static final double PERCENT = 100;

  @Spec private CommandSpec command;

  @Option(
      names = "--format",
      paramLabel = "text|csv",
      description = "Tables, or a line for each point (default text).")
  private Format format = Format.TEXT;

  @Mixin private SurfaceSelection selection = new SurfaceSelection();

  @Option(
      names = "--with-words",
      paramLabel = "M",
      description = "Compare with surfaces of this many words in the second file.")
  private Optional<Long> otherWords = Optional.empty();

  @Parameters(index = "0", paramLabel = "FIRST", description = "A file of surfaces.")
  private Path first;

  @Parameters(index = "1", paramLabel = "SECOND", description = "The file to compare with it.")
  private Path second;

  @Override
  public Integer call() throws Exception {
    if (format == Format.JSON) {
      throw new ParameterException(
          command.commandLine(), "--format expects text or csv, but found json");
    }
    SurfaceFile one = SurfaceInput.read(first);
    SurfaceFile other = SurfaceInput.read(second);
    List<SurfaceRatio> ratios = ratios(selection.of(one), other);
    PrintWriter out = command.commandLine().getOut();
    if (format == Format.CSV) {
      SurfaceCsv.write(ratios, out);
    } else {
      text(one, other, ratios, out);
    }
    out.flush();
    return 0;
  }

  private List<SurfaceRatio> ratios(List<Surface> chosen, SurfaceFile other)
      throws MeasurementException {
    List<SurfaceRatio> ratios = new ArrayList<>();
    for (Surface surface : chosen) {
      other.surfaces().stream()
          .filter(candidate -> matches(surface, candidate))
          .max(Comparator.comparing(candidate -> candidate.setting().equals(surface.setting())))
          .ifPresent(match -> ratios.add(SurfaceRatio.of(surface, match)));
    }
    if (ratios.isEmpty()) {
      throw new MeasurementException(
          "%s has no surface with the operation, dependence, stride and memory size of one of %s; see both with tslmap apex show"
              .formatted(second, first));
    }
    return ratios;
  }

  private boolean matches(Surface surface, Surface candidate) {
    return candidate.setting().operation() == surface.setting().operation()
        && candidate.setting().dependence() == surface.setting().dependence()
        && candidate.stride() == surface.stride()
        && candidate.words() == otherWords.orElse(surface.words());
  }

  private static void text(
      SurfaceFile one, SurfaceFile other, List<SurfaceRatio> ratios, PrintWriter out) {
    out.println("first:  " + one.machine().description() + ", " + one.measured());
    out.println("second: " + other.machine().description() + ", " + other.measured());
    for (SurfaceRatio ratio : ratios) {
      out.println();
      out.println(title(ratio) + ", second over first");
      SurfaceTables.grid(
          ratio.alphas(),
          ratio.lengths(),
          (row, column) -> ratio.ratios().get(row).get(column),
          out);
      out.println(
          String.format(
              Locale.ROOT,
              "median ratio %.3f; |ratio - 1| at the median point %.1f%%, at the worst %.1f%%; spread %.1f%%",
              ratio.medianRatio(),
              PERCENT * ratio.medianDifference(),
              PERCENT * ratio.worstDifference(),
              PERCENT * ratio.spread()));
    }
    out.println();
    out.println(RatioSummary.of(ratios));
  }

  private static String title(SurfaceRatio ratio) {
    String own = SurfaceNames.of(ratio.first());
    String other = SurfaceNames.of(ratio.second());
    return own.equals(other) ? own : own + " and " + other;
  }
}
