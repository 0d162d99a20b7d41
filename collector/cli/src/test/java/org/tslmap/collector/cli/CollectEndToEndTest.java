package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.report.TableSums;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/** A collector that was started first takes in whatever connects. */
class CollectEndToEndTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:0", "unix:collector.sock"})
  void processesAreRecordedSideBySide(String address) throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    String counts = programs.compile("counts.S", "-nostdlib", "-static").toString();
    Process collector =
        programs.startTslmap("collect", "--listen", address, "--processes", "2", "--out", "two");
    try (BufferedReader errors = collector.errorReader(StandardCharsets.UTF_8)) {
      String first = errors.readLine();
      assertTrue(first.startsWith("listening on "), first);
      String where = first.substring("listening on ".length(), first.indexOf(';'));
      for (int process = 0; process < 2; process++) {
        assertEquals(
            7, programs.valgrind("--tsl-out=socket", "--tsl-connect=" + where, counts).status());
      }
      List<String> rest = errors.lines().toList();
      assertEquals(0, collector.waitFor(), rest.toString());
      assertTrue(rest.contains("2 processes added together"), rest.toString());
    } finally {
      collector.destroy();
    }
    LocalityProfile profile = ProfileJson.read(folder.resolve("two/profile.json"));
    TableSums.assertAddUp(profile);
    assertEquals(2, profile.processes().size());
    AccessTotals totals = profile.merged().totals();
    assertEquals(2 * 502, totals.loads());
    assertEquals(2 * 1002, totals.stores());
  }

  @Test
  void withoutACollectorTheToolSaysSo() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    TestPrograms.Result result =
        programs.valgrind("--tsl-out=socket", "--tsl-connect=unix:nobody.sock", "/bin/true");
    assertTrue(result.status() != 0);
    assertTrue(result.err().contains("nobody.sock"), result.err());
  }
}
