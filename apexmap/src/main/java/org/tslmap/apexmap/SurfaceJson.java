package org.tslmap.apexmap;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The JSON form of {@link SurfaceFile}: a table of values, a row for each alpha, per surface. */
final class SurfaceJson {

  private static final ApexFileKind KIND =
      new ApexFileKind("tslmap-surface", SurfaceFile.SCHEMA_VERSION, "surface", "measure");

  /** The whole file. */
  record Document(
      String format,
      int schemaVersion,
      String generator,
      String measured,
      Machine machine,
      Noise noise,
      CoreCosts core,
      List<Table> surfaces) {}

  /** One surface; each table has a row per alpha and a column per length. */
  record Table(
      ProbeSetting setting,
      long words,
      int stride,
      List<Double> alphas,
      List<Integer> lengths,
      double[][] nanoseconds,
      double[][] cycles,
      double[][] spread,
      int[][] repeats) {

    static Table of(Surface surface) {
      int[][] repeats =
          IntStream.range(0, surface.alphas().size())
              .mapToObj(row -> row(surface, row).stream().mapToInt(MeasuredCost::repeats).toArray())
              .toArray(int[][]::new);
      return new Table(
          surface.setting(),
          surface.words(),
          surface.stride(),
          surface.alphas(),
          surface.lengths(),
          values(surface, MeasuredCost::nanoseconds),
          values(surface, MeasuredCost::cycles),
          values(surface, MeasuredCost::spread),
          repeats);
    }

    private static List<MeasuredCost> row(Surface surface, int row) {
      int length = surface.lengths().size();
      return surface.costs().subList(row * length, (row + 1) * length);
    }

    private static double[][] values(Surface surface, ToDoubleFunction<MeasuredCost> value) {
      return IntStream.range(0, surface.alphas().size())
          .mapToObj(row -> row(surface, row).stream().mapToDouble(value).toArray())
          .toArray(double[][]::new);
    }

    private void checkShape() {
      boolean whole =
          Stream.of(nanoseconds, cycles, spread)
              .allMatch(
                  table ->
                      table.length == alphas.size()
                          && Stream.of(table).allMatch(row -> row.length == lengths.size()));
      if (!whole
          || repeats.length != alphas.size()
          || !Stream.of(repeats).allMatch(row -> row.length == lengths.size())) {
        throw new IllegalArgumentException(
            "a table of the surface of M = %d words has not %d rows of %d values"
                .formatted(words, alphas.size(), lengths.size()));
      }
    }

    Surface surface() {
      checkShape();
      List<MeasuredCost> costs = new ArrayList<>();
      for (int row = 0; row < alphas.size(); row++) {
        for (int column = 0; column < lengths.size(); column++) {
          costs.add(
              new MeasuredCost(
                  new ProbePoint(words, lengths.get(column), stride, alphas.get(row)),
                  nanoseconds[row][column],
                  cycles[row][column],
                  spread[row][column],
                  repeats[row][column]));
        }
      }
      return new Surface(setting, words, stride, alphas, lengths, costs);
    }
  }

  private SurfaceJson() {}

  static SurfaceFile read(Path file) throws IOException {
    return KIND.read(
        file,
        Document.class,
        // As of versions 2, 3, and 4; version 5 times more kinds of operations.
        Map.of("/core", CoreCosts.NONE, "/core/firstTouch", 0, "/core/waiting", Map.of()),
        document ->
            new SurfaceFile(
                document.generator,
                Instant.parse(document.measured),
                document.machine,
                document.noise,
                document.core,
                document.surfaces.stream().map(Table::surface).toList()));
  }

  static void write(SurfaceFile surfaces, Path file) throws IOException {
    KIND.write(
        new Document(
            KIND.format(),
            KIND.version(),
            surfaces.generator(),
            surfaces.measured().toString(),
            surfaces.machine(),
            surfaces.noise(),
            surfaces.core(),
            surfaces.surfaces().stream().map(Table::of).toList()),
        file);
  }
}
