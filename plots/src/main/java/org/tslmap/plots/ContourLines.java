package org.tslmap.plots;

import java.util.ArrayList;
import java.util.List;

/**
 * Lines of equal cost: marching squares over a raster that is finer than the grid, so that the
 * hyperbolas of bilinear interpolation look like the curves they are.
 */
final class ContourLines {

  /** Squares of the raster along each axis. */
  private static final int SQUARES = 120;

  private static final int MOST_LEVELS = 10;
  private static final double[][] STEPS = {
    {1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9},
    {1, 1.5, 2, 3, 4, 5, 7},
    {1, 2, 5},
    {1, 3},
    {1}
  };

  /** A piece of a line, in places on the axes of logarithms. */
  record Segment(double x1, double y1, double x2, double y2) {}

  /** All pieces of the line at one cost. */
  record Line(double cost, List<Segment> segments) {}

  private ContourLines() {}

  /** Round costs between the least and the greatest: as many as can be told apart. */
  static List<Double> levels(double least, double greatest) {
    List<Double> levels = List.of();
    for (double[] steps : STEPS) {
      levels = levels(steps, least, greatest);
      if (levels.size() <= MOST_LEVELS) {
        break;
      }
    }
    return levels;
  }

  private static List<Double> levels(double[] steps, double least, double greatest) {
    List<Double> levels = new ArrayList<>();
    int last = (int) Math.floor(Math.log10(greatest));
    for (int decade = (int) Math.floor(Math.log10(least)); decade <= last; decade++) {
      for (double step : steps) {
        double level = step * Math.pow(10, decade);
        if (level > least && level < greatest) {
          levels.add(level);
        }
      }
    }
    return levels;
  }

  /** The lines of a grid at its levels, without those that are nowhere. */
  static List<Line> of(CostGrid grid) {
    double[][] raster = new double[SQUARES + 1][SQUARES + 1];
    for (int row = 0; row <= SQUARES; row++) {
      for (int column = 0; column <= SQUARES; column++) {
        raster[row][column] = grid.logCost(x(grid, column), y(grid, row));
      }
    }
    List<Line> lines = new ArrayList<>();
    for (double cost : levels(grid.leastCost(), grid.greatestCost())) {
      List<Segment> segments = new ArrayList<>();
      for (int row = 0; row < SQUARES; row++) {
        for (int column = 0; column < SQUARES; column++) {
          cross(grid, raster, row, column, Math.log10(cost), segments);
        }
      }
      if (!segments.isEmpty()) {
        lines.add(new Line(cost, segments));
      }
    }
    return lines;
  }

  private static double x(CostGrid grid, double column) {
    return grid.leastX() + (grid.greatestX() - grid.leastX()) * column / SQUARES;
  }

  private static double y(CostGrid grid, double row) {
    return grid.leastY() + (grid.greatestY() - grid.leastY()) * row / SQUARES;
  }

  /** Adds where the line crosses one square: from edge to edge, once or twice. */
  private static void cross(
      CostGrid grid, double[][] raster, int row, int column, double level, List<Segment> segments) {
    double[] corners = {
      raster[row][column],
      raster[row][column + 1],
      raster[row + 1][column + 1],
      raster[row + 1][column]
    };
    double[][] places = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    List<double[]> crossings = new ArrayList<>();
    for (int edge = 0; edge < places.length; edge++) {
      int next = (edge + 1) % places.length;
      if (corners[edge] < level != corners[next] < level) {
        double share = (level - corners[edge]) / (corners[next] - corners[edge]);
        crossings.add(
            new double[] {
              column + between(places[edge][0], places[next][0], share),
              row + between(places[edge][1], places[next][1], share)
            });
      }
    }
    for (int i = 0; i + 1 < crossings.size(); i += 2) {
      double[] from = crossings.get(i);
      double[] to = crossings.get(i + 1);
      segments.add(new Segment(x(grid, from[0]), y(grid, from[1]), x(grid, to[0]), y(grid, to[1])));
    }
  }

  private static double between(double from, double to, double share) {
    return from + (to - from) * share;
  }
}
