package org.tslmap.collector.hotspots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.cli.CapturedCommand;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/** What {@code tslmap hotspots} prints. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HotspotsCommandTest {

  private String file;
  private String empty;

  /** Ten sweeps over 8 KiB by 10240 loads, and 2560 stores that stream once. */
  @BeforeAll
  void writeProfiles(@TempDir Path folder) throws IOException {
    TracedStream stream = new TracedStream();
    int field = stream.array("field, the first", "double [1024]", 8, 1024L);
    int copy = stream.array("copy", "double [2560]", 8, 2560L);
    int relax = stream.load(stream.function("relax"), 8, 4);
    int fill = stream.store(stream.function("fill"), 8, 9);
    for (int i = 0; i < 10_240; i++) {
      stream.access(relax, field, 8L * (i % 1024));
    }
    for (int i = 0; i < 2560; i++) {
      stream.access(fill, copy, 8L * i);
    }
    Path profile = folder.resolve("profile.json");
    ProfileJson.write(stream.profile(), profile);
    file = profile.toString();
    Path none = folder.resolve("none.json");
    ProfileJson.write(new LocalityProfile("test", List.of()), none);
    empty = none.toString();
  }

  @Test
  void text() {
    CapturedCommand command =
        CapturedCommand.tslmap("hotspots", file, "--cache", "4K", "--least", "1");
    assertEquals("", command.err());
    assertEquals(0, command.status());
    assertEquals(
        """
        accesses  12,800, an estimated 4.36 us
        waste     4.9% of that time could be saved at best; shown from 1.0% on
        costs     typical of a server processor; tslmap apex measure --quick measures this machine
        caches    L1 4.00 KiB, of 64-byte lines, LRU replacement

          1.   4.9%  repeated sweep: relax, field, the first
              relax (kernel.c:4) sweeps repeatedly over field, the first, but uses each line again only
              after 4.00 KiB or more of other lines, too late for L1; tile (block) the loops, so that
              all work on a block that fits into L1 is done before the next block.
              - about 10 passes over the 8.00 KiB of field, the first
              - an estimated 0.21 us of 3.11 us could be saved; an access costs 0.044 ns more than a hit of L1 on average (lines are fetched ahead)
              - 10.2 k accesses, of which 13% miss L1
              - steps in bytes: +8 (99%)
              - 128 lines touched for the first time
              - lines that miss come back after 4.00 KiB of other lines or more

        also worth knowing, though no fetched line is wasted:

          2.  13.5%  streaming once: fill, copy
              fill (kernel.c:9) streams once over copy, word by word; non-temporal (streaming) stores
              would avoid fetching lines that are overwritten.
              - 2.56 k accesses, of which 13% miss L1
              - steps in bytes: +8 (99%)
              - 320 lines touched for the first time

        """,
        command.out());
  }

  @Test
  void whatIsLeftOutIsSaid() {
    CapturedCommand command =
        CapturedCommand.tslmap("hotspots", file, "--cache", "4K", "--top", "1");
    assertTrue(command.out().endsWith("... and 1 more (--top 2 shows all)\n"), command.out());
  }

  @Test
  void noHotspotIsSaid() {
    CapturedCommand command =
        CapturedCommand.tslmap("hotspots", file, "--cache", "1M", "--least", "3");
    assertTrue(
        command
            .out()
            .endsWith("no hotspot: nowhere could 3.0% or more of the estimated time be saved\n"),
        command.out());
  }

  @Test
  void json() throws IOException {
    CapturedCommand command =
        CapturedCommand.tslmap("hotspots", file, "--cache", "4K:4,1M", "--format", "json");
    JsonNode root = new ObjectMapper().readTree(command.out());
    assertEquals(2, root.get("schemaVersion").asInt());
    assertEquals(12_800, root.get("accesses").asLong());
    assertEquals(4096, root.at("/caches/0/bytes").asLong());
    assertEquals(4, root.at("/caches/0/ways").asInt());
    assertEquals("L2", root.at("/caches/1/name").asText());
    JsonNode first = root.at("/hotspots/0");
    assertEquals("repeated_sweep", first.get("pattern").asText());
    assertEquals("relax", first.get("function").asText());
    assertEquals("kernel.c:4", first.at("/places/0").asText());
    assertEquals(8, first.get("stride").asLong());
    assertEquals(1152 / 2.0, first.get("waste").asDouble(), "it misses one of two caches");
    assertEquals(1280 / 10240.0, first.at("/missRatios/0").asDouble());
    assertEquals(128 / 10240.0, first.at("/missRatios/1").asDouble());
    assertEquals("tile the loops", first.get("remedy").asText());
    assertTrue(root.at("/hotspots/1/note").asBoolean());
  }

  @Test
  void csv() {
    CapturedCommand command =
        CapturedCommand.tslmap("hotspots", file, "--cache", "4K", "--format", "csv");
    List<String> lines = command.out().lines().toList();
    assertEquals(
        "pattern,function,object,phase,places,stride,seconds,share,waste,accesses,missRatioL1,"
            + "processes,sentence,remedy",
        lines.get(0));
    assertTrue(
        lines
            .get(1)
            .startsWith(
                "repeated_sweep,relax,\"field, the first\",,kernel.c:4,8,0.000000212,0.048504958,"
                    + "1152.0,10240,0.125000000,1,\"relax (kernel.c:4) sweeps"),
        lines.get(1));
    assertEquals(3, lines.size());
  }

  @Test
  void wrongUseIsExplained() {
    for (String[] wrong :
        List.of(
            new String[] {"--cache", "1M,4K", "expected caches from the smallest"},
            new String[] {"--cache", "4K:x", "expects SIZE or SIZE:WAYS"},
            new String[] {"--cache", "4Q", "expected a size such as"},
            new String[] {"--least", "101", "expected a share of 0 to 1"},
            new String[] {"--top", "-3", "--top expects"})) {
      CapturedCommand command = CapturedCommand.tslmap("hotspots", file, wrong[0], wrong[1]);
      assertEquals(2, command.status());
      assertTrue(command.err().contains(wrong[2]), command.err());
    }
  }

  @Test
  void aProfileWithoutDataIsAFailure() {
    CapturedCommand command = CapturedCommand.tslmap("hotspots", empty);
    assertEquals(1, command.status());
    assertTrue(command.err().contains("none.json: expected accesses attributed"), command.err());
  }
}
