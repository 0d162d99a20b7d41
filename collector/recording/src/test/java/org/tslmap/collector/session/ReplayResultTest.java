package org.tslmap.collector.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.collector.wire.SampleProgram;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/** The result of a replay describes itself, not the run it was made of. */
class ReplayResultTest {
  private static final MetricParameters OTHER = RecordedRun.PARAMETERS.withWord(4);
  private static final AttributionOptions DATA = new AttributionOptions(true, 0);

  @TempDir Path folder;
  private RunFolder recorded;
  private RunFolder kept;
  private final SampleProgram program = new SampleProgram(1, 20);

  @BeforeEach
  void recordOnce() throws Exception {
    recorded = new RunFolder(folder.resolve("recorded"));
    kept = new RunFolder(Files.createDirectories(folder.resolve("kept")));
    try (RecordedRun run = RecordedRun.tcp(recorded.path())) {
      run.send(new byte[] {1, 2, 3}).send(program.stream(5, 100)).finish();
      assertEquals(1, run.notices().size(), "what is no stream is noticed");
    }
  }

  private RunFile.Run replay() throws IOException {
    LocalityProfile profile =
        Replay.replay(
            recorded.path(),
            OTHER,
            EngineChoice.AUTO,
            DATA,
            List.of(),
            process -> Selection.ALL,
            Optional.empty(),
            0,
            1,
            notice -> {});
    Replay.keep(profile, recorded, kept, OTHER, DATA, List.of("said while it was scored"));
    assertEquals(profile, ProfileJson.read(kept.profile()));
    return RunFile.read(kept.description(), profile);
  }

  @Test
  void itHasItsOwnParametersAndNoTrace() throws IOException {
    List<String> before = RunFile.notices(recorded.description());
    Instant started =
        RunFile.read(recorded.description(), ProfileJson.read(recorded.profile())).started();
    RunFile.Run run = replay();
    assertTrue(Files.readString(kept.description()).contains("\"word\" : 4,"));
    assertEquals(DATA, run.attribution());
    assertFalse(run.storeTrace());
    assertEquals(List.of(), run.traces());
    assertEquals(started, run.started());
    assertEquals(List.of(before.get(0), "said while it was scored"), run.notices());
  }

  @Test
  void theProfileAloneWillDo() throws IOException {
    Files.delete(recorded.description());
    RunFile.Run run = replay();
    assertEquals(
        program.hello().startedMicros(),
        ChronoUnit.MICROS.between(Instant.EPOCH, run.started()),
        "the process's start");
    assertEquals(List.of("said while it was scored"), run.notices());
  }

  @Test
  void damagedParametersAreRefusedWithTheirLine() throws IOException {
    List<String> lines = Files.readAllLines(recorded.description());
    int damaged = 0;
    while (!lines.get(damaged).contains("\"imax\"")) {
      damaged++;
    }
    lines.set(damaged, "    \"imax\" : \"one\",");
    Files.write(recorded.description(), lines);
    IOException e =
        assertThrows(IOException.class, () -> RunFile.parameters(recorded.description()));
    assertTrue(
        e.getMessage()
            .startsWith(
                "%s, line %d: expected a whole number for the key imax, but found one;"
                    .formatted(recorded.description(), damaged + 1)),
        e.getMessage());
  }

  private void refusedEverywhere(String content, String expected) throws IOException {
    Path file = recorded.description();
    Files.writeString(file, content);
    for (Executable reading :
        List.<Executable>of(
            () -> RunFile.parameters(file),
            () -> RunFile.notices(file),
            () -> RunFile.traces(file),
            () -> RunFile.recordedBy(file))) {
      String message = assertThrows(IOException.class, reading).getMessage();
      assertTrue(message.contains(file.toString()), message);
      assertTrue(message.contains(expected), message);
      assertTrue(message.contains(" at line "), message);
      assertFalse(message.contains("\n"), message);
    }
  }

  @Test
  void aDescriptionWithAKeyTwiceOrTextBehindItsEndIsRefused() throws IOException {
    String text = Files.readString(recorded.description());
    refusedEverywhere(text.replaceFirst("\\{", "{\"trace\": \"none\","), "'trace'");
    refusedEverywhere(text + "{}", "");
  }
}
