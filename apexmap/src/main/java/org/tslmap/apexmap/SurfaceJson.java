package org.tslmap.apexmap;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The JSON form of {@link SurfaceFile}: a table of values, a row for each alpha, per surface. */
final class SurfaceJson {

  private static final String FORMAT = "tslmap-surface";
  private static final String REMEDY =
      "The file may be cut short or belong to something else; measure again.";

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  /** The whole file. */
  record Document(
      String format,
      int schemaVersion,
      String generator,
      String measured,
      Machine machine,
      Noise noise,
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
    try {
      JsonNode tree = JSON.readTree(Files.readAllBytes(file));
      checkFormat(tree, file);
      Document document = JSON.treeToValue(tree, Document.class);
      return new SurfaceFile(
          document.generator,
          Instant.parse(document.measured),
          document.machine,
          document.noise,
          document.surfaces.stream().map(Table::surface).toList());
    } catch (JsonProcessingException e) {
      throw unreadable(file, reason(e) + place(e), e);
    } catch (IllegalArgumentException | DateTimeParseException | NullPointerException e) {
      throw unreadable(file, e.getMessage(), e);
    }
  }

  private static void checkFormat(JsonNode tree, Path file) throws SurfaceFormatException {
    String format = tree.path("format").asText("");
    if (!format.equals(FORMAT)) {
      throw new SurfaceFormatException(
          ("%s is no surface: expected JSON with \"format\": \"%s\", but found %s. "
                  + "Surfaces are written by tslmap apex measure.")
              .formatted(file, FORMAT, format.isEmpty() ? "no format" : "\"" + format + "\""));
    }
    int version = tree.path("schemaVersion").asInt(0);
    if (version < 1 || version > SurfaceFile.SCHEMA_VERSION) {
      throw new SurfaceFormatException(
          ("%s has schema version %s, but this tslmap reads 1 to %d; use the tslmap that "
                  + "wrote it, or measure again.")
              .formatted(file, tree.path("schemaVersion"), SurfaceFile.SCHEMA_VERSION));
    }
  }

  /** The parser's first words, without its places in memory and its own settings. */
  private static String reason(JsonProcessingException e) {
    return e.getOriginalMessage().replaceAll("\\s+", " ").replaceAll("( \\(|;).*", "");
  }

  private static String place(JsonProcessingException e) {
    return e.getLocation() == null || e.getLocation().getLineNr() < 1
        ? ""
        : " at line %d, column %d"
            .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
  }

  private static SurfaceFormatException unreadable(Path file, String what, Exception cause) {
    return new SurfaceFormatException(
        "%s is no readable surface: expected JSON as tslmap writes it, but %s. %s"
            .formatted(file, what, REMEDY),
        cause);
  }

  static void write(SurfaceFile surfaces, Path file) throws IOException {
    Document document =
        new Document(
            FORMAT,
            SurfaceFile.SCHEMA_VERSION,
            surfaces.generator(),
            surfaces.measured().toString(),
            surfaces.machine(),
            surfaces.noise(),
            surfaces.surfaces().stream().map(Table::of).toList());
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      JSON.writer(printer()).writeValue(part.toFile(), document);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static DefaultPrettyPrinter printer() {
    return new DefaultPrettyPrinter()
        .withObjectIndenter(new DefaultIndenter(" ", "\n"))
        .withArrayIndenter(DefaultPrettyPrinter.NopIndenter.instance);
  }
}
