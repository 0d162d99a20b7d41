package org.tslmap.collector.cli.apex;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.tslmap.apexmap.Surface;
import org.tslmap.apexmap.SurfaceFile;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.plots.Caption;
import org.tslmap.plots.CostGrid;
import org.tslmap.plots.SurfaceHeatMap;

/** A surface of a file as a heat map. */
public final class SurfacePicture {

  private SurfacePicture() {}

  /**
   * The surface that is drawn when nothing else is said: independent reads, stride 1, most memory.
   *
   * @throws MeasurementException if no surface of the file can be drawn
   */
  public static Surface usual(SurfaceFile file) throws MeasurementException {
    return new SurfaceSelection().oneOf(file);
  }

  /**
   * Draws it in the usual size.
   *
   * @param picture a file that ends in .png or .svg
   * @param marks programs at their places on it
   * @throws IOException if the picture cannot be written
   */
  public static void write(
      SurfaceFile file, Surface surface, List<SurfaceHeatMap.Mark> marks, Path picture)
      throws IOException {
    SurfaceHeatMap.of(
            grid(surface),
            marks,
            new Caption(SurfaceNames.withMemory(surface), footer(file, surface)))
        .write(picture);
  }

  private static CostGrid grid(Surface surface) {
    int rows = surface.alphas().size();
    int columns = surface.lengths().size();
    double[][] costs = new double[rows][columns];
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        costs[row][column] = surface.at(row, column).nanoseconds();
      }
    }
    return new CostGrid(
        surface.alphas().stream().mapToDouble(Double::doubleValue).toArray(),
        surface.lengths().stream().mapToInt(Integer::intValue).toArray(),
        costs,
        "ns");
  }

  private static String footer(SurfaceFile file, Surface surface) {
    return "%s; stride %d, %s"
        .formatted(
            file.machine().description(),
            surface.stride(),
            SurfaceNames.threads(surface.setting()));
  }
}
