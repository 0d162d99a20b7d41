package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/** {@code tslmap import} as users call it. */
class ImportEndToEndTest {
  private static final int ACCESSES = 1000;

  @EmptyFolder private Path folder;
  private Path text;

  /** A walk over consecutive words, each of which is loaded and then stored. */
  @BeforeEach
  void write() throws IOException {
    text = folder.resolve("walk.csv");
    List<String> lines =
        IntStream.range(0, ACCESSES)
            .mapToObj(i -> "%s,%x,8".formatted(i % 2 == 0 ? "R" : "W", 0x10000 + i / 2 * 8))
            .toList();
    Files.write(text, lines);
  }

  private CapturedCommand imported(Path run, String... options) {
    List<String> all = new ArrayList<>(List.of("import", "--out", run.toString(), "--columns"));
    all.add("kind,address:hex,size");
    all.addAll(List.of(options));
    all.add(text.toString());
    return CapturedCommand.tslmap(all.toArray(String[]::new));
  }

  private static ProcessProfile process(Path run) throws IOException {
    return ProfileJson.read(run.resolve("profile.json")).processes().get(0);
  }

  @Test
  void importedRunIsARun() throws IOException {
    Path run = folder.resolve("run");
    CapturedCommand result = imported(run);
    assertEquals(0, result.status(), result.err());
    assertTrue(result.err().contains("accesses    1,000 = 500 loads + 500 stores"), result.err());
    ProcessProfile process = process(run);
    assertEquals(ACCESSES / 2, process.footprint().at(Granularity.WORD));
    assertEquals(List.of("--format=columns"), process.options());

    Path again = folder.resolve("again");
    CapturedCommand replay =
        CapturedCommand.tslmap("replay", "-q", "--out", again.toString(), run.toString());
    assertEquals(0, replay.status(), replay.err());
    assertEquals(process.histograms(), process(again).histograms());
    for (String command : List.of("report", "hotspots")) {
      assertEquals(0, CapturedCommand.tslmap(command, run.toString()).status(), command);
    }
  }

  @Test
  void cutTraceIsMarkedAndFails() throws IOException {
    Files.writeString(text, Files.readString(text) + "R,nonsense,8\n");
    Path run = folder.resolve("run");
    CapturedCommand result = imported(run);
    assertEquals(1, result.status(), result.err());
    assertTrue(result.err().contains("line 1001: expected a number"), result.err());
    assertFalse(process(run).end().complete());
    assertEquals(ACCESSES, process(run).totals().accesses(), "what came before is scored");
  }

  @Test
  void traceWithoutAccessesIsNotKept() throws IOException {
    Path run = folder.resolve("run");
    Files.writeString(text, "R,nonsense,8\n");
    CapturedCommand wrong = imported(run);
    assertEquals(1, wrong.status(), wrong.err());
    assertTrue(wrong.err().contains("line 1: expected a number"), wrong.err());
    assertTrue(wrong.err().contains("No run is kept"), wrong.err());
    assertFalse(Files.exists(run), "no folder is left");
    Files.writeString(text, "# nothing\n");
    CapturedCommand empty = imported(run);
    assertEquals(1, empty.status(), empty.err());
    assertTrue(empty.err().contains("expected loads and stores, found none"), empty.err());
  }

  @Test
  void wrongUseIsRefused() {
    Path run = folder.resolve("run");
    assertEquals(2, imported(run, "--format", "lackey").status());
    CapturedCommand unknown = CapturedCommand.tslmap("import", "--format", "x", text.toString());
    assertEquals(2, unknown.status());
    assertTrue(
        unknown.err().contains("--format: expected lackey, drmemtrace, champsim, found x"),
        unknown.err());
    CapturedCommand nothing = CapturedCommand.tslmap("import", folder.resolve("no").toString());
    assertEquals(1, nothing.status());
    assertTrue(nothing.err().contains("expected a trace file, found nothing at"), nothing.err());
    assertFalse(Files.exists(run), "no folder is left");
  }

  @Test
  void modulesLogNamesFunctions() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    Path program = programs.compile("repeated.c", "-no-pie");
    long main =
        programs
            .run(Map.of(), List.of("nm", program.toString()))
            .out()
            .lines()
            .filter(line -> line.endsWith(" T main"))
            .mapToLong(line -> Long.parseLong(line.substring(0, 16), 16))
            .findFirst()
            .orElseThrow();
    Path trace = Files.createDirectories(folder.resolve("d/trace")).resolve("app.trace");
    Files.write(
        trace,
        records(
            25, 0, 7, 22, 4, 9, 24, 4, 9, 28, 2, 1, 10, 4, main, 0, 8, 0x8000, 23, 4, 9, 26, 0, 0));
    Path raw = Files.createDirectories(folder.resolve("d/raw"));
    Files.writeString(
        raw.resolve("modules.log"),
        """
        Module Table: version 5, count 1
        Columns: id, containing_id, start, end, entry, offset, preferred_base, path
          0,   0, 0x0000000000400000, 0x0000000000500000, 0x0000000000401000, 0000000000000000, 0x0000000000400000, v#1,0,%s
        """
            .formatted(program));
    Path run = folder.resolve("run");
    CapturedCommand result =
        CapturedCommand.tslmap("import", "--out", run.toString(), folder.resolve("d").toString());
    assertEquals(0, result.status(), result.err());
    assertEquals("main", process(run).functions().get(0).name());
    assertEquals(9, process(run).identity().pid());
  }

  /** Records of a drmemtrace: type, size and value each. */
  private static byte[] records(long... fields) {
    ByteBuffer bytes = ByteBuffer.allocate(fields.length * 4).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < fields.length; i += 3) {
      bytes.putShort((short) fields[i]).putShort((short) fields[i + 1]).putLong(fields[i + 2]);
    }
    return bytes.array();
  }
}
