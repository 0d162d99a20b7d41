package org.tslmap.collector.cli.apex;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.apexmap.Surface;
import org.tslmap.apexmap.SurfaceFile;
import org.tslmap.apexmap.placement.OwnSurface;
import org.tslmap.apexmap.placement.SinglePoint;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.OutputFile;
import org.tslmap.collector.cli.SurfaceInput;
import org.tslmap.plots.SurfaceHeatMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap apex plot}: a surface as a heat map. */
@Command(
    name = "plot",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Draws a surface as a heat map with lines of equal cost (PNG or SVG, 1200 x 800 pixels), and the"
          + " runs that are named at their places on it.",
      "",
      "Of several surfaces it draws the one of independent reads and stride 1 that holds the memory"
          + " of the largest run, or the one of most memory without runs, unless options pick another"
          + " one. Runs that stand on another one are named and left out. A run that no point of the surface's plane has the scores of"
          + " is drawn at the nearest one, and said to be.",
    },
    footer = {"", "Example: tslmap apex plot surface.json tslmap-runs/20250131-120000-ls"})
final class PlotCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "File of the picture, ends in .png or .svg (default surface.png).")
  private Path out = Path.of("surface.png");

  @Mixin private SurfaceSelection selection = new SurfaceSelection();

  @Parameters(index = "0", paramLabel = "FILE", description = "A file of surfaces.")
  private Path file;

  @Parameters(
      index = "1..*",
      paramLabel = "RUN",
      description = "Run folders or profiles to show on it.")
  private List<Path> runs = List.of();

  @Override
  public Integer call() throws Exception {
    SurfaceFile surfaces = SurfaceInput.read(file);
    List<RunInput> inputs = new ArrayList<>();
    for (Path path : runs) {
      inputs.add(
          RunInput.readInWords(
              path, notice -> command.commandLine().getErr().println("tslmap: " + notice)));
    }
    Surface surface = selection.oneOf(surfaces);
    if (!selection.hasWords()) {
      surface = own(surfaces.surfaces(), surface, inputs);
    }
    OutputFile.check(out, "--out");
    List<SurfaceHeatMap.Mark> marks = marks(surfaces.surfaces(), surface, inputs);
    SurfacePicture.write(surfaces, surface, marks, out);
    command.commandLine().getOut().println("drawn in " + out);
    return 0;
  }

  /** The surface like this one that the largest run stands on. */
  private static Surface own(List<Surface> all, Surface like, List<RunInput> inputs) {
    long words =
        inputs.stream()
            .mapToLong(run -> OwnSurface.words(all, like, run.profile().merged()))
            .max()
            .orElse(like.words());
    return all.stream()
        .filter(one -> one.words() == words && one.stride() == like.stride())
        .filter(one -> one.setting().equals(like.setting()))
        .findFirst()
        .orElse(like);
  }

  /** Runs at the points of the surface's own plane that have their scores. */
  private List<SurfaceHeatMap.Mark> marks(List<Surface> all, Surface surface, List<RunInput> inputs)
      throws MeasurementException {
    List<SurfaceHeatMap.Mark> marks = new ArrayList<>();
    if (inputs.isEmpty()) {
      return marks;
    }
    if (Long.bitCount(surface.words()) != 1) {
      throw new MeasurementException(
          "runs are placed on surfaces whose M is a power of two, but this one has %d words; pick another one with --words"
              .formatted(surface.words()));
    }
    Placing placing = new Placing(Optional.of(surface.words()));
    for (RunInput run : inputs) {
      long own = OwnSurface.words(all, surface, run.profile().merged());
      if (!selection.hasWords() && own != surface.words()) {
        command
            .commandLine()
            .getErr()
            .printf(
                "tslmap: %s touches %,d words and stands on another surface: --words %d%n",
                run.name(), OwnSurface.touchedWords(run.profile().merged()), own);
        continue;
      }
      SinglePoint point = placing.point(run);
      marks.add(
          new SurfaceHeatMap.Mark(
              point.found() ? run.name() : run.name() + " (nearest)",
              point.alpha(),
              point.length()));
    }
    return marks;
  }
}
