package org.tslmap.apexmap.placement;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.apexmap.ApexFileException;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;

class CalibrationTest {

  private static final MetricParameters PARAMETERS = MetricParameters.defaults();

  @TempDir private Path folder;

  private static Calibration drawn() {
    List<Calibration.Row> rows = new ArrayList<>();
    for (double alpha : new double[] {1, 0.1}) {
      for (int length : new int[] {1, 64}) {
        ProbePoint point = new ProbePoint(1 << 12, length, alpha);
        int starts = 400_000 / length;
        rows.add(
            Calibration.Row.of(
                point,
                Operation.READ,
                starts,
                SimulatedProbe.score(point, Operation.READ, starts, PARAMETERS)));
      }
    }
    return new Calibration("test", PARAMETERS, rows);
  }

  @Test
  void measuredAndComputedAgree() {
    Calibration calibration = drawn();
    for (Granularity granularity : MetricParameters.defaults().granularities()) {
      assertTrue(calibration.largestTemporalDifference(granularity) < 0.02);
      assertTrue(calibration.largestSpatialDifference(granularity) < 0.02);
    }
  }

  @Test
  void aWrongPointShows() {
    ProbePoint drawn = new ProbePoint(1 << 12, 1, 1.0);
    Calibration calibration =
        new Calibration(
            "test",
            PARAMETERS,
            List.of(
                Calibration.Row.of(
                    new ProbePoint(1 << 12, 64, 0.1),
                    Operation.READ,
                    100_000,
                    SimulatedProbe.score(drawn, Operation.READ, 100_000, PARAMETERS))));
    assertTrue(calibration.largestTemporalDifference(Granularity.WORD) > 0.1);
    assertTrue(calibration.largestSpatialDifference(Granularity.WORD) > 0.8);
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    Path file = folder.resolve("calibration.json");
    Calibration calibration = drawn();
    calibration.write(file);
    assertEquals(calibration, Calibration.read(file));
    assertArrayEquals(new String[] {"calibration.json"}, folder.toFile().list());
  }

  @Test
  void everyCutIsRefused() throws IOException {
    Path file = folder.resolve("calibration.json");
    drawn().write(file);
    String whole = Files.readString(file);
    for (int end = 0; end < whole.length() - 1; end += 1 + whole.length() / 50) {
      Files.writeString(file, whole.substring(0, end));
      Exception e = assertThrows(ApexFileException.class, () -> Calibration.read(file));
      assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
    }
  }

  @Test
  void foreignAndNewerFilesAreRefused() throws IOException {
    refused("[1, 2]", "found no format");
    refused("{\"format\": \"tslmap-surface\", \"schemaVersion\": 1}", "\"tslmap-surface\"");
    refused("{\"format\": \"tslmap-calibration\", \"schemaVersion\": 7}", "reads 1 to 1");
    refused("{\"format\": \"tslmap-calibration\", \"schemaVersion\": 1}", "generator");
  }

  @Test
  void sharesThatDoNotAddUpAreRefused() throws IOException {
    Path file = folder.resolve("calibration.json");
    drawn().write(file);
    refused(
        Files.readString(file).replaceFirst("\"cold\" : [0-9.E-]+", "\"cold\" : 0.9"),
        "should add up to 1");
  }

  private void refused(String text, String why) throws IOException {
    Path file = folder.resolve("other.json");
    Files.writeString(file, text);
    Exception e = assertThrows(ApexFileException.class, () -> Calibration.read(file));
    assertTrue(e.getMessage().contains(why), e.getMessage());
  }
}
