package org.tslmap.collector.cli.apex;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.apexmap.Surface;
import org.tslmap.apexmap.SurfaceFile;
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
      "Of several surfaces it draws the one of independent reads, stride 1 and most memory, unless"
          + " options pick another one. A run that no point of the surface's plane has the scores of"
          + " is drawn at the nearest one, and said to be.",
    },
    footer = {"", "Example: tslmap apex plot surface.json tslmap-runs/20250131-120000-ls"})
final class PlotCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Option(
      names = "--out",
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
    Surface surface = selection.oneOf(surfaces);
    OutputFile.check(out, "--out");
    List<SurfaceHeatMap.Mark> marks = marks(surface);
    SurfacePicture.write(surfaces, surface, marks, out);
    command.commandLine().getOut().println("drawn in " + out);
    return 0;
  }

  /** Runs at the points of the surface's own plane that have their scores. */
  private List<SurfaceHeatMap.Mark> marks(Surface surface)
      throws IOException, MeasurementException {
    List<SurfaceHeatMap.Mark> marks = new ArrayList<>();
    if (runs.isEmpty()) {
      return marks;
    }
    if (Long.bitCount(surface.words()) != 1) {
      throw new MeasurementException(
          "runs are placed on surfaces whose M is a power of two, but this one has %d words; pick another one with --words"
              .formatted(surface.words()));
    }
    Placing placing = new Placing(Optional.of(surface.words()));
    for (Path path : runs) {
      RunInput run = RunInput.read(path);
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
