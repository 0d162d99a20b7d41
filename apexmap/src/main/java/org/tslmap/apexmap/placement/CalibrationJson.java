package org.tslmap.apexmap.placement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.locality.MetricParameters;

/** The JSON form of {@link Calibration}; only strides that occurred are listed. */
final class CalibrationJson {

  private static final String FORMAT = "tslmap-calibration";

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  /** The whole file. */
  record Document(
      String format,
      int schemaVersion,
      String generator,
      MetricParameters parameters,
      List<Point> points) {}

  /** One point. */
  record Point(
      long words,
      int length,
      int stride,
      double alpha,
      Operation operation,
      long starts,
      Shares word,
      Shares line) {

    static Point of(Calibration.Row row) {
      ProbePoint point = row.point();
      return new Point(
          point.words(),
          point.length(),
          point.stride(),
          point.alpha(),
          row.operation(),
          row.starts(),
          Shares.of(row.word()),
          Shares.of(row.line()));
    }

    Calibration.Row row(int imax) {
      return new Calibration.Row(
          new ProbePoint(words, length, stride, alpha),
          operation,
          starts,
          word.shares(imax),
          line.shares(imax));
    }
  }

  /** Shares of one granularity; stride imax is none. */
  record Shares(double cold, double[] reuse, SortedMap<Integer, Double> strides) {

    static Shares of(LocalityShares shares) {
      SortedMap<Integer, Double> strides = new TreeMap<>();
      for (int stride = 0; stride <= shares.imax(); stride++) {
        if (shares.stride(stride) != 0) {
          strides.put(stride, shares.stride(stride));
        }
      }
      double[] reuse = shares.reuse();
      int length = reuse.length;
      while (length > 0 && reuse[length - 1] == 0) {
        length--;
      }
      return new Shares(shares.cold(), Arrays.copyOf(reuse, length), strides);
    }

    LocalityShares shares(int imax) {
      double[] all = new double[imax + 1];
      strides.forEach((stride, share) -> all[stride] = share);
      return new LocalityShares(reuse, cold, all);
    }
  }

  private CalibrationJson() {}

  static Calibration read(Path file) throws IOException {
    try {
      JsonNode tree = JSON.readTree(Files.readAllBytes(file));
      checkFormat(tree, file);
      Document document = JSON.treeToValue(tree, Document.class);
      int imax = document.parameters.imax();
      return new Calibration(
          document.generator,
          document.parameters,
          document.points.stream().map(point -> point.row(imax)).toList());
    } catch (JsonProcessingException e) {
      throw unreadable(file, e.getOriginalMessage().replaceAll("\\s+", " ") + place(e), e);
    } catch (IllegalArgumentException | IndexOutOfBoundsException | NullPointerException e) {
      throw unreadable(file, e.getMessage(), e);
    }
  }

  static void write(Calibration calibration, Path file) throws IOException {
    Document document =
        new Document(
            FORMAT,
            Calibration.SCHEMA_VERSION,
            calibration.generator(),
            calibration.parameters(),
            calibration.rows().stream().map(Point::of).toList());
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.write(part, JSON.writeValueAsBytes(document));
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static void checkFormat(JsonNode tree, Path file) throws CalibrationFormatException {
    String format = tree.path("format").asText("");
    if (!format.equals(FORMAT)) {
      throw new CalibrationFormatException(
          ("%s is no calibration: expected JSON with \"format\": \"%s\", but found %s. Calibrations"
                  + " are written by tslmap apex calibrate.")
              .formatted(file, FORMAT, format.isEmpty() ? "no format" : "\"" + format + "\""));
    }
    int version = tree.path("schemaVersion").asInt(0);
    if (version < 1 || version > Calibration.SCHEMA_VERSION) {
      throw new CalibrationFormatException(
          ("%s has schema version %s, but this tslmap reads 1 to %d; use the tslmap that wrote it,"
                  + " or calibrate again.")
              .formatted(file, tree.path("schemaVersion"), Calibration.SCHEMA_VERSION));
    }
  }

  private static String place(JsonProcessingException e) {
    return e.getLocation() == null || e.getLocation().getLineNr() < 1
        ? ""
        : " at line %d, column %d"
            .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
  }

  private static CalibrationFormatException unreadable(Path file, String what, Exception cause) {
    return new CalibrationFormatException(
        ("%s is no readable calibration: expected JSON as tslmap writes it, but %s. The file may be"
                + " cut short or belong to something else; calibrate again.")
            .formatted(file, what),
        cause);
  }
}
