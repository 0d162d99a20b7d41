package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.cli.TestPrograms.Result;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.SharedData;

/** False sharing of a program with threads is found where it is. */
class SharingEndToEndTest {

  @EmptyFolder private Path folder;

  @Test
  void neighbouringCountersAreFalselyShared() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    String counters = programs.compile("counters.c", "-pthread").toString();
    Result run = programs.tslmap("run", "--quiet", "--out", "run", "--", counters);
    assertEquals(0, run.status(), run.err());
    ProcessProfile process =
        ProfileJson.read(folder.resolve("run/profile.json")).processes().get(0);
    Attribution attribution = process.attribution();
    List<SharedData> named =
        attribution.shared().stream()
            .filter(row -> row.falselyShared())
            .filter(row -> attribution.objects().get(row.object()).name().equals("counters"))
            .toList();
    assertEquals(1, named.size(), attribution.shared().toString());
    SharedData row = named.get(0);
    assertEquals(8, row.firstOffset(), "the second counter");
    assertEquals(1, row.lines());
    assertEquals(List.of(2, 3), row.threads());
    // Each of the 200 turns moves the line twice: the load fetches it, the store takes it. The
    // first thread to count finds it untouched.
    assertEquals(398, row.transfers());
    for (int site : row.sites().subList(0, 2)) {
      int function = process.sites().get(site).function();
      assertEquals("count", process.functions().get(function).name());
    }
    assertTrue(attribution.sharedWords() > 0, "the number of running threads at least");
  }
}
