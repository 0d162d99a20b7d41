package org.tslmap.collector.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.collector.cli.CapturedCommand;

/** Benchmarks print what they should, whatever the figures are. */
class BenchEndToEndTest {

  @TempDir private Path folder;

  @Test
  void aProgramIsRunInEachModeAsACommandOfItsOwn() throws IOException {
    Path plot = folder.resolve("bench.png");
    CapturedCommand bench =
        CapturedCommand.tslmap(
            "bench",
            "--repeat",
            "1",
            "--modes",
            "run,native,code,tool,sample",
            "--format",
            "json",
            "--plot",
            plot.toString(),
            "--",
            "/bin/true",
            "--repeat");
    assertEquals(0, bench.status(), bench.err());
    JsonNode rows = new ObjectMapper().readTree(bench.out()).path("rows");
    assertEquals(
        List.of("native", "none", "tool", "sample", "code", "run"),
        rows.findValuesAsText("mode"),
        "in their own order, with what the others are compared with");
    assertEquals(List.of("true"), rows.findValuesAsText("program").stream().distinct().toList());
    assertEquals(1, rows.findValuesAsText("accesses").stream().distinct().count());
    for (JsonNode row : rows) {
      assertTrue(row.path("accesses").asLong() > 10_000, row.toString());
      double none = rows.get(1).path("processorSeconds").asDouble();
      double own = row.path("processorSeconds").asDouble();
      assertEquals(own / none, row.path("processorRatio").asDouble(), 1e-9, row.toString());
      assertEquals(
          own * 1e9 / row.path("accesses").asLong(),
          row.path("nanosPerAccess").asDouble(),
          1e-6,
          row.toString());
      assertTrue(row.path("wallSeconds").asDouble() > 0, row.toString());
      assertEquals(
          row.path("mode").asText().equals("run"), row.has("bytesPerAccess"), row.toString());
    }
    double alone = rows.get(0).path("processorSeconds").asDouble();
    assertTrue(alone < rows.get(1).path("processorSeconds").asDouble(), rows.toString());
    double code = rows.get(4).path("nanosPerAccess").asDouble();
    assertTrue(code > rows.get(1).path("nanosPerAccess").asDouble(), "children count too: " + rows);
    double stored = rows.get(5).path("bytesPerAccess").asDouble();
    assertTrue(stored > 0 && stored < 30, "mostly what defines its code: " + rows);
    assertEquals(1200, ImageIO.read(plot.toFile()).getWidth());
  }

  @Test
  void theTableIsAlignedAndSaysWhatIsMissing() {
    CapturedCommand bench =
        CapturedCommand.tslmap("bench", "--repeat", "2", "--modes", "native", "--", "/bin/true");
    assertEquals(0, bench.status(), bench.err());
    List<String> lines = bench.out().lines().toList();
    assertEquals(3, lines.size(), bench.out());
    assertTrue(
        lines
            .get(0)
            .matches("program +mode +accesses +wall s +cpu s +wall x +cpu x +ns/access +B/access"),
        bench.out());
    for (String line : lines) {
      assertEquals(lines.get(0).length(), line.length(), bench.out());
    }
    assertTrue(lines.get(1).matches("true +native +\\d+( +\\d+\\.\\d\\d){5} +-"), bench.out());
    assertTrue(lines.get(2).matches("true +none .* 1\\.00 +1\\.00 .*-"), bench.out());
  }

  @Test
  void growthKeepsItsShapeWithTinySizes() throws IOException {
    Path plot = folder.resolve("growth.svg");
    CapturedCommand growth =
        CapturedCommand.tslmap(
            "bench",
            "growth",
            "--length",
            "100k",
            "--footprint",
            "30K",
            "--threads",
            "1,3",
            "--format",
            "csv",
            "--plot",
            plot.toString());
    assertEquals(0, growth.status(), growth.err());
    List<String> lines = growth.out().lines().toList();
    assertEquals("over,threads,words,accesses,nanosPerAccess,heapMiB,residentMiB", lines.get(0));
    List<String> sizes =
        lines.stream().skip(1).map(line -> line.replaceAll("(,[^,]*){4}$", "")).toList();
    assertEquals(
        List.of(
            "length,1,30000",
            "length,3,30000",
            "footprint,1,10000",
            "footprint,1,30000",
            "footprint,3,10000",
            "footprint,3,30000"),
        sizes);
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      long accesses = Long.parseLong(cells[3]);
      long least = cells[0].equals("length") ? 100_000 : Math.max(100_000, 4 * 30_000 / 3);
      assertTrue(accesses >= least && accesses < 200_000, line);
      double heap = Double.parseDouble(cells[5]);
      double resident = Double.parseDouble(cells[6]);
      // So short a stream costs less than a tick of the processor clock.
      assertTrue(Double.isFinite(Double.parseDouble(cells[4])), line);
      assertTrue(0 < heap && heap < resident, line);
    }
    assertTrue(Files.readString(plot).contains("<title>What the collector costs"), "a picture");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bench --repeat 0 | 2 | --repeat expects 1 or more, but found 0",
        "bench --modes fast | 2 | expected some of native, none, lackey, cachegrind,",
        "bench --programs matmul -- /bin/true | 2 | either --programs or one program after --",
        "bench --plot bench.gif | 2 | --plot expects a file that ends in .png or .svg",
        "bench --plot no/such/bench.png | 1 | expected a folder for no/such/bench.png",
        "bench --programs quick | 1 | --programs expects some of matmul, triad, random, sort,",
        "bench --programs cg.Z | 1 | cg.Z.serial, which is not built",
        "bench -- no-such-program | 1 | there is no program no-such-program here",
        "bench --modes native -- /bin/false | 1 | expected status 0 of /bin/false in mode tool, but found 1",
        "bench growth --threads 0 | 2 | --threads expects 1 to 64, but found 0",
        "bench growth --length 12 | 2 | --length expects 32766 to",
        "bench growth --footprint 1000G | 2 | --footprint expects 10000 to",
        "bench growth --length long | 2 | expected a number of accesses such as 20M",
      })
  void whatCannotBeMeasuredIsRefusedWithOneLine(String line, int status, String message) {
    CapturedCommand refused = CapturedCommand.tslmap(line.split(" "));
    assertEquals(status, refused.status(), refused.err());
    assertTrue(refused.err().contains(message), refused.err());
    assertEquals(status, refused.err().lines().count(), refused.err());
    assertFalse(refused.err().contains("internal error"), refused.err());
    assertFalse(refused.out().lines().skip(1).findAny().isPresent(), refused.out());
  }
}
