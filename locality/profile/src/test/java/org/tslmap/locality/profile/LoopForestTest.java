package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loops are stored, checked and put into words. */
class LoopForestTest {
  private static final List<CodeLoop> LOOPS =
      List.of(
          new CodeLoop(0, -1, 0x1000, 39, 46, true, 10),
          new CodeLoop(0, 0, 0x1010, 41, 44, true, 0),
          new CodeLoop(0, 1, 0x1014, 42, 42, true, 5),
          new CodeLoop(0, -1, 0x2000, 0, 0, false, 0));

  @TempDir private Path folder;

  private static ProcessProfile process(int... ofFirst) {
    ProcessProfile process = Profiles.process(1, ProcessEnd.exited(0));
    List<Integer> ofSites = new ArrayList<>();
    for (int i = 0; i < process.sites().size(); i++) {
      ofSites.add(i < ofFirst.length ? ofFirst[i] : -1);
    }
    return process.with(new LoopForest(LOOPS, ofSites), List.of(1));
  }

  @Test
  void aProfileKeepsItsLoops() throws IOException {
    Path file = folder.resolve("profile.json");
    ProcessProfile process = process(2, 3);
    ProfileJson.write(new LocalityProfile("t", List.of(process)), file);
    ProcessProfile read = ProfileJson.read(file).mainProcess();
    assertEquals(process.loops(), read.loops());
    assertEquals(List.of(1), read.waiting());
    assertEquals(process, read);

    ProcessProfile without = process.with(LoopForest.NONE, List.of());
    ProfileJson.write(new LocalityProfile("t", List.of(without)), file);
    assertFalse(Files.readString(file).contains("loops"));
    assertFalse(ProfileJson.read(file).mainProcess().loops().isKnown());
  }

  @Test
  void loopsAreSaidByTheirLines() {
    LoopForest loops = process(2, 3).loops();
    assertEquals(
        Optional.of("the loop at 42 inside the loop at 41 inside the loop at 39"),
        loops.describe(loops.of(0)));
    assertEquals(Optional.of("the loop at 41-44 inside the loop at 39"), loops.describe(1));
    assertEquals(Optional.of("the loop at 0x2000"), loops.describe(loops.of(1)));
    assertEquals(Optional.empty(), loops.describe(-1));
    assertEquals(-1, LoopForest.NONE.of(7));
  }

  @Test
  void loopsOfOneLineAreCounted() {
    CodeLoop call = new CodeLoop(0, -1, 0x1000, 16, 16, true, 1);
    CodeLoop outer = new CodeLoop(0, -1, 0x1000, 12, 18, true, 1);
    assertEquals("3 nested loops at 16", LoopForest.describe(List.of(call, call, call)));
    assertEquals(
        "the loop at 16 inside 2 nested loops at 12",
        LoopForest.describe(List.of(call, outer, outer)));
  }

  @Test
  void whatDoesNotExistIsRefused() {
    ProcessProfile process = Profiles.process(1, ProcessEnd.exited(0));
    int sites = process.sites().size();
    refused("4 loops", () -> process(4));
    refused(
        "%d sites".formatted(sites),
        () -> process.with(new LoopForest(LOOPS, List.of(0)), List.of()));
    refused(
        "come before it",
        () ->
            process.with(
                new LoopForest(List.of(new CodeLoop(0, 0, 1, 1, 1, true, 0)), List.of()),
                List.of()));
    refused(
        "site %d, behind site -1".formatted(sites),
        () -> process.with(LoopForest.NONE, List.of(sites)));
    refused("behind site 1", () -> process.with(LoopForest.NONE, List.of(1, 1)));
    refused(
        "functions",
        () ->
            process.with(
                new LoopForest(List.of(new CodeLoop(999, -1, 1, 1, 1, true, 0)), List.of()),
                List.of()));
  }

  private static void refused(String reason, org.junit.jupiter.api.function.Executable making) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, making);
    assertTrue(e.getMessage().contains(reason), e.getMessage());
  }
}
