package org.tslmap.collector.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.cli.CapturedCommand;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/**
 * The accesses are those that Valgrind's own Lackey sees, in its order, one by one; over the socket
 * as in the log. Programs are static and their environment is fixed, so that both runs see the same
 * addresses.
 */
class LackeyComparisonTest {
  @TempDir Path folder;

  /** Lackey's M stands for a load and a store. */
  private static Stream<String> split(String line) {
    return line.startsWith(" M")
        ? Stream.of(" L" + line.substring(2), " S" + line.substring(2))
        : Stream.of(line);
  }

  @ParameterizedTest
  @ValueSource(strings = {"integer.c", "floating.c", "avx.c", "string.c", "atomic.c", "guarded.c"})
  void theStreamIsLackeys(String source) throws IOException, InterruptedException {
    TracedPrograms programs = new TracedPrograms(folder);
    String program = programs.compile(source, "-static", "-lm").toString();
    TracedPrograms.Run lackey =
        programs.valgrind("lackey", "--vex-guest-chase=no", "--trace-mem=yes", program);
    TracedPrograms.Run ours = programs.valgrind("tslmap", "--tsl-out=log", program);
    assertEquals(0, ours.status(), ours.err());
    assertEquals(lackey.out(), ours.out());

    List<String> expected =
        lackey.accesses().stream().flatMap(LackeyComparisonTest::split).toList();
    assertTrue(expected.size() > 1000, "accesses by Lackey: " + expected.size());
    assertSameLines(expected, ours.accesses());

    TracedPrograms.Received received = programs.receiveAccesses(program);
    assertEquals(1, received.accesses().size());
    assertSameLines(expected, received.accesses().get(0));
    assertTrue(received.profile().complete(), received.notices().toString());
    assertImportIsEqual(lackey, received);
  }

  /** Lackey's text, imported, has the histograms of our own run. */
  private void assertImportIsEqual(TracedPrograms.Run lackey, TracedPrograms.Received ours)
      throws IOException {
    Path text = Files.write(folder.resolve("lackey.txt"), lackey.log());
    Path run = folder.resolve("imported");
    CapturedCommand imported =
        CapturedCommand.tslmap("import", "--out", run.toString(), text.toString());
    assertEquals(0, imported.status(), imported.err());
    ProcessProfile found = ProfileJson.read(run.resolve("profile.json")).processes().get(0);
    ProcessProfile expected = ours.profile().processes().get(0);
    assertEquals(expected.totals().loads(), found.totals().loads());
    assertEquals(expected.totals().stores(), found.totals().stores());
    assertEquals(expected.histograms(), found.histograms());
    assertEquals(expected.footprint(), found.footprint());
  }

  @Test
  void theStreamOfADynamicallyLinkedProgramWithAHeapIsLackeys()
      throws IOException, InterruptedException {
    TracedPrograms programs = new TracedPrograms(folder);
    String program = programs.compile("allocate.cc", "-lstdc++", "-std=c++17").toString();
    TracedPrograms.Run lackey =
        programs.valgrind("lackey", "--vex-guest-chase=no", "--trace-mem=yes", program);
    List<String> expected =
        lackey.accesses().stream().flatMap(LackeyComparisonTest::split).toList();
    assertTrue(expected.size() > 10_000, "accesses by Lackey: " + expected.size());
    TracedPrograms.Received received = programs.receiveAccesses(program);
    assertSameLines(expected, received.accesses().get(0));
    assertImportIsEqual(lackey, received);
  }

  private static void assertSameLines(List<String> expected, List<String> found) {
    int n = Math.min(expected.size(), found.size());
    for (int i = 0; i < n; i++) {
      assertEquals(expected.get(i), found.get(i), "access " + i);
    }
    assertEquals(expected.size(), found.size(), "accesses");
  }
}
