package org.tslmap.collector.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.density.DensityRecording;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.server.CutStream;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/**
 * A connection may send any bytes to a recording: what is valid is scored and attributed, up to
 * what is not, and the profile of it can be written and read.
 */
class RecordingFuzzTest {
  @TempDir static Path folder;

  @FuzzTest
  void anyBytesGiveAProfileOrNone(byte[] bytes) throws IOException {
    try (ProcessRecording recording =
        new ProcessRecording(
            RecordedRun.PARAMETERS,
            EngineChoice.AUTO,
            AttributionOptions.ALL,
            List.of(new DensityRecording(new RunFolder(folder))),
            process -> Selection.ALL,
            false)) {
      String failure =
          CutStream.into(recording.stream(), bytes).map(IOException::getMessage).orElse("");
      assertEquals(failure.isEmpty() ? 0 : 1, failure.lines().count(), failure);
      if (recording.stream().hello().isPresent()) {
        ProcessProfile process = recording.profile(failure, 0);
        recording.notice();
        LocalityProfile profile = new LocalityProfile("fuzzed", List.of(process));
        ProfileJson.write(profile, folder.resolve("profile.json"));
        assertEquals(profile, ProfileJson.read(folder.resolve("profile.json")));
      }
    }
  }
}
