package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.sources.SourceRoots;
import org.tslmap.collector.view.RunLibrary;
import org.tslmap.collector.view.SurfaceShelf;
import org.tslmap.collector.view.ViewServer;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/** What pages say of runs of which a part of the accesses was scored. */
class SampledPagesEndToEndTest extends BrowsedPages {
  private static Path sampled;
  private static ViewServer pages;

  @BeforeAll
  static void measure() throws IOException, InterruptedException {
    sampled = Files.createDirectory(folder.resolve("sampled"));
    String repeated = programs.compile("repeated.c").toString();
    for (String rank : List.of("0", "1")) {
      TestPrograms.Result run =
          programs.tslmap(
              Map.of("PMI_RANK", rank),
              "run",
              "--quiet",
              "--sample-after",
              "2097152",
              "--pause-after",
              "16777216",
              "--out",
              folder.resolve("sampled" + rank).toString(),
              "--",
              repeated,
              "900");
      assertEquals(7, run.status(), run.err());
    }
    Files.move(folder.resolve("sampled0"), sampled.resolve("paused"));
    TestPrograms.Result merged =
        programs.tslmap(
            "merge",
            sampled.resolve("ranks").toString(),
            sampled.resolve("paused").toString(),
            folder.resolve("sampled1").toString());
    assertEquals(0, merged.status(), merged.err());
    pages =
        ViewServer.start(
            new ListenAddress.Tcp("127.0.0.1", 0),
            new RunLibrary(
                List.of(sampled), SourceRoots.with(List.of()), HotspotSettings.defaults()),
            new SurfaceShelf(List.of()));
  }

  @AfterAll
  static void close() throws IOException {
    pages.close();
  }

  private static String shown(String place, String awaited) {
    browser.get("about:blank");
    browser.get(pages.url() + place);
    return await(awaited, () -> text().contains(awaited) ? text() : null);
  }

  private static ProcessProfile process() throws IOException {
    return ProfileJson.read(sampled.resolve("paused/profile.json")).processes().get(0);
  }

  @Test
  void theSummarySaysHowFarScoresMayBeOffAndWhatWasOnlyCounted() throws IOException {
    String summary = shown("#/run/paused/summary", "Counted in pauses");
    assertTrue(summary.contains("Sampled: 1 of "), summary);
    assertTrue(Pattern.compile("\\n0\\.\\d{4} ±0\\.\\d{4}\\n").matcher(summary).find(), summary);
    assertTrue(
        summary.contains(
            "%,d accesses; memory that was touched only meanwhile is not in the footprint"
                .formatted(process().sampling().orElseThrow().pausedAccesses())),
        summary);
  }

  @Test
  void scoresOverTimeSayThatTheyAreThoseOfTheFirstAccesses() throws IOException {
    ProcessProfile process = process();
    shown(
        "#/run/paused/plots",
        "Only the first %,d of %,d accesses: the others are sampled."
            .formatted(
                process.sampling().orElseThrow().exactAccesses(), process.totals().accesses()));
  }

  @Test
  void errorsOfCountsAreShares() {
    String data = shown("#/run/paused/data", "±Accesses");
    assertTrue(Pattern.compile("±(< )?\\d+(\\.\\d+)? %").matcher(data).find(), data);
    assertFalse(Pattern.compile("\\d\\.\\d{6}").matcher(data).find(), data);
  }

  @Test
  void ranksAndComparisonsSayThatTheyAreSampled() {
    assertTrue(shown("#/run/ranks/summary", "Sampled: 1 of ").contains("Totals are exact"));
    String both = shown("#/compare/paused/ranks", "B was sampled: 1 of ");
    assertTrue(both.contains("A was sampled: 1 of "), both);
  }
}
