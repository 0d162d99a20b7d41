package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What memory has given up of a profile comes back from its file. */
class StoredProcessTest {

  @TempDir private Path folder;

  private Path file;
  private LocalityProfile profile;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("profile.json");
    profile =
        new LocalityProfile(
            "test",
            List.of(
                Profiles.process(7, ProcessEnd.exited(0)),
                Profiles.process(8, ProcessEnd.cut("\u00e4\u20ac cut")),
                Profiles.process(9, ProcessEnd.exited(1))));
    ProfileJson.write(profile, file);
  }

  private static StoredProcess place(ProcessProfile process) {
    return process.details().written().orElseThrow();
  }

  @Test
  void eachProcessIsReadAloneFromWhereItIs() {
    for (ProcessProfile process : profile.processes()) {
      assertEquals(process.details().get(), place(process).read());
    }
  }

  @Test
  void processesThatWereWrittenAreCopiedByteForByte() throws IOException {
    Path first = folder.resolve("first.json");
    ProfileJson.write(new LocalityProfile("t", List.of(profile.processes().get(1))), first);
    Path again = folder.resolve("again.json");
    ProfileJson.write(profile, again);
    assertEquals(-1, Files.mismatch(file, again));
    assertEquals(again.toAbsolutePath(), place(profile.processes().get(1)).file());
    assertEquals(profile, ProfileJson.read(again));
  }

  @Test
  void aFileThatWasReplacedIsNotRead() throws IOException {
    StoredProcess place = place(profile.processes().get(2));
    Files.writeString(file, "{}");
    UncheckedIOException refused = assertThrows(UncheckedIOException.class, place::read);
    assertTrue(refused.getMessage().contains("has changed since it was opened"));
  }

  @Test
  void whatIsUnfinishedSaysSoAndIsNotComplete() throws IOException {
    assertFalse(Files.readString(file).contains("unfinished"));
    ProfileJson.write(new LocalityProfile("t", profile.processes().subList(0, 1), 0, true), file);
    LocalityProfile read = ProfileJson.read(file);
    assertTrue(read.unfinished());
    assertFalse(read.complete());
    assertTrue(read.problems().get(0).contains("tslmap recover"), read.problems().toString());
  }
}
