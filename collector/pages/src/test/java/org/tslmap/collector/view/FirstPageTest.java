package org.tslmap.collector.view;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.hotspots.AccessTimes;
import org.tslmap.collector.hotspots.CacheLevel;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.sources.SourceRoots;

/**
 * A first page is shown without the profile, but only that of this profile, made in the same way.
 */
class FirstPageTest {
  private static final HotspotSettings WEIGHING = HotspotSettings.defaults();
  private static final String REPORT = "{\"command\":[\"a\"]}";
  private static final String HOTSPOTS = "{\"hotspots\":[]}";

  @TempDir Path runs;

  private Path folder;

  @BeforeEach
  void makeRun() throws IOException {
    folder = Files.createDirectory(runs.resolve("one"));
    Files.writeString(folder.resolve("profile.json"), "{\"checksum\":\"crc32c:01234567\"}");
    Files.writeString(folder.resolve("run.json"), "{}");
    page("{\"accesses\":3}", REPORT, HOTSPOTS).keep(folder, WEIGHING);
  }

  private static FirstPage page(String summary, String report, String hotspots) {
    return new FirstPage(
        summary,
        Answer.json(report.getBytes(StandardCharsets.UTF_8)),
        Answer.json(hotspots.getBytes(StandardCharsets.UTF_8)));
  }

  private void isMadeAgain() {
    assertEquals(Optional.empty(), FirstPage.read(folder, WEIGHING).map(FirstPage::summary));
  }

  private Path file() {
    return folder.resolve("first-page.zip");
  }

  @Test
  void comesBackAsItWasKept() throws IOException {
    FirstPage found = FirstPage.read(folder, WEIGHING).orElseThrow();
    assertEquals("{\"accesses\":3}", found.summary());
    assertArrayEquals(REPORT.getBytes(StandardCharsets.UTF_8), found.report().body());
    assertArrayEquals(HOTSPOTS.getBytes(StandardCharsets.UTF_8), found.hotspots().body());
    try (var files = Files.list(folder)) {
      assertEquals(3, files.count(), "nothing else is left in the folder");
    }
  }

  @Test
  void isServedBeforeTheProfileIsRead() throws IOException {
    // The profile of this run cannot be read at all, and nobody notices until its tables are
    // opened.
    RunLibrary library = new RunLibrary(List.of(runs), SourceRoots.with(List.of()), WEIGHING);
    ViewedRun run = library.run("one").orElseThrow();
    assertArrayEquals(REPORT.getBytes(StandardCharsets.UTF_8), run.report().body());
    assertArrayEquals(HOTSPOTS.getBytes(StandardCharsets.UTF_8), run.hotspots().body());
    assertEquals("{\"id\":\"one\",\"accesses\":3}", run.summary());
    Files.writeString(folder.resolve("profile.json"), "{}");
    assertTrue(run.summary().contains("unreadable"), run.summary());
  }

  @Test
  void isOfOneProfileOnly() throws IOException {
    Files.writeString(folder.resolve("profile.json"), "{\"checksum\":\"crc32c:01234568\"}");
    isMadeAgain();
  }

  @Test
  void isOfOneLengthOfTheProfileOnly() throws IOException {
    String end = "{\"checksum\":\"crc32c:01234567\"}";
    Files.writeString(folder.resolve("profile.json"), " ".repeat(500) + end);
    page("{}", REPORT, HOTSPOTS).keep(folder, WEIGHING);
    Files.writeString(folder.resolve("profile.json"), " ".repeat(501) + end);
    isMadeAgain();
  }

  @Test
  void isOfOneDescriptionOfTheRunOnly() throws IOException {
    Files.writeString(folder.resolve("run.json"), "{\"notices\":[\"cut\"]}");
    isMadeAgain();
  }

  @Test
  void isOfOneWeighingOnly() {
    List<CacheLevel> caches = List.of(new CacheLevel("L1", 64L << 10, 8));
    AccessTimes others = AccessTimes.typical(caches);
    for (HotspotSettings other :
        List.of(
            new HotspotSettings(WEIGHING.caches(), 0.25),
            new HotspotSettings(caches, WEIGHING.times(), WEIGHING.leastShare()),
            new HotspotSettings(WEIGHING.caches(), others, WEIGHING.leastShare()))) {
      assertTrue(FirstPage.read(folder, other).isEmpty(), other.toString());
    }
  }

  @Test
  void isNotReadWhenItIsDamaged() throws IOException {
    byte[] whole = Files.readAllBytes(file());
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 1;
      Files.write(file(), damaged);
      FirstPage.read(folder, WEIGHING)
          .ifPresent(
              found -> {
                // A byte that says nothing of the content, such as a time of day.
                assertEquals("{\"accesses\":3}", found.summary());
                assertArrayEquals(REPORT.getBytes(StandardCharsets.UTF_8), found.report().body());
              });
    }
    Files.write(file(), new byte[0]);
    isMadeAgain();
  }

  @Test
  void isNotReadWhenItWouldBreakTheList() throws IOException {
    for (String other : List.of("{}},{", "[]", "")) {
      page(other, REPORT, HOTSPOTS).keep(folder, WEIGHING);
      isMadeAgain();
    }
  }

  @Test
  void isNotReadThroughALink() throws IOException {
    Path elsewhere = runs.resolve("elsewhere.zip");
    Files.move(file(), elsewhere);
    Files.createSymbolicLink(file(), elsewhere);
    isMadeAgain();
  }
}
