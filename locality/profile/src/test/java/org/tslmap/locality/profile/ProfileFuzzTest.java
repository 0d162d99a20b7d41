package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * A profile.json or tslmap.out file of any bytes is read or refused in one line; what is read can
 * be added up, and comes back as it was when it is written again.
 */
class ProfileFuzzTest {
  @TempDir static Path folder;

  @FuzzTest
  void anyFileIsReadOrRefused(byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve("profile.json"), bytes);
    LocalityProfile profile;
    try {
      profile = ProfileJson.read(file);
    } catch (ProfileFormatException e) {
      assertEquals(1, e.getMessage().lines().count(), e.getMessage());
      return;
    }
    Path copy = folder.resolve("copy.json");
    ProfileJson.write(profile, copy);
    assertEquals(profile, ProfileJson.read(copy));
    profile.problems();
    if (!profile.processes().isEmpty()) {
      profile.mainProcess();
      try {
        profile.merged();
      } catch (IllegalStateException e) {
        assertEquals(1, e.getMessage().lines().count(), e.getMessage());
      }
    }
  }
}
