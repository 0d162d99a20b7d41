package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Why functions were counted is stored, told, and kept short. */
class StateHistoryTest {
  @TempDir private Path folder;

  /** "after" 1000, 2000, ...: counted, recorded, counted, ... */
  private static StateHistory changes(int number) {
    StateHistory history = StateHistory.NONE;
    for (int i = 1; i <= number; i++) {
      history = history.plus(new StateChange(1000L * i, i % 2 == 1, "why" + i));
    }
    return history;
  }

  private static ProcessProfile process(int pid, Map<Integer, StateHistory> states) {
    return Profiles.counted(pid, ProcessEnd.exited(0), 100).withStates(states);
  }

  private Path write(ProcessProfile process) throws IOException {
    Path file = folder.resolve("profile.json");
    ProfileJson.write(new LocalityProfile("t", List.of(process)), file);
    return file;
  }

  @Test
  void aProfileKeepsThem() throws IOException {
    ProcessProfile process = process(1, Map.of(2, changes(20), 0, changes(1)));
    Path file = write(process);
    assertTrue(
        Files.readString(file)
            .contains(
                "\"reason\":\"why1\","
                    + "\"changes\":[{\"after\":1000,\"state\":\"counted\",\"reason\":\"why1\"}]}"));
    ProcessProfile read = ProfileJson.read(file).mainProcess();
    assertEquals(process.states(), read.states());
    assertEquals(4, read.states().get(2).leftOut());
    assertEquals(process, read);
    assertEquals(process.states(), read.with(Attribution.NONE).states());
    assertEquals(process.states(), read.with(Operations.NONE).states());
    assertEquals(process.states(), read.with(LoopForest.NONE, List.of()).states());
  }

  @Test
  void aProfileWithoutThemHasNone() throws IOException {
    Path file = write(process(1, Map.of()));
    assertFalse(Files.readString(file).contains("reason\":"));
    assertEquals(Map.of(), ProfileJson.read(file).mainProcess().states());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"state\":\"counted\" | \"state\":\"half\" | expected a state full or counted, but found half",
        "\"after\":1000 | \"after\":-1 | a change of state after 0 accesses or more, but found -1",
      })
  void aDamagedOneSaysWhatIsWrong(String sound, String damaged, String expected)
      throws IOException {
    Path file = write(process(1, Map.of(0, changes(1))));
    String text = Files.readString(file);
    assertTrue(text.contains(sound), text);
    Files.writeString(file, text.replace(sound, damaged));
    String message =
        assertThrows(ProfileFormatException.class, () -> ProfileJson.read(file)).getMessage();
    assertTrue(message.contains(expected), message);
  }

  @Test
  void ofManyTheFirstAndTheLastAreKept() {
    StateHistory history = changes(1000);
    assertEquals(16, history.changes().size());
    assertEquals(984, history.leftOut());
    assertEquals(changes(8).changes(), history.changes().subList(0, 8));
    assertEquals(993_000, history.changes().get(8).after());
    assertEquals("why1000", history.reason());
  }

  @Test
  void theyAreToldInOneLine() {
    assertEquals("", StateHistory.NONE.describe());
    assertEquals("", StateHistory.NONE.reason());
    assertEquals(
        "counted from the beginning (a rule)",
        StateHistory.NONE.plus(new StateChange(0, true, "a rule")).describe());
    assertEquals(
        "counted after 1,000 accesses (why1), recorded after 2,000 accesses (why2),"
            + " counted after 3,000 accesses (why3)",
        changes(3).describe());
    assertEquals(
        "counted after 1,000 accesses (why1), 998 more changes,"
            + " recorded after 1,000,000 accesses (why1000)",
        changes(1000).describe());
  }

  @Test
  void ofSeveralProcessesTheFirstThatHasOneCounts() {
    ProcessProfile none = process(1, Map.of());
    ProcessProfile one = process(2, Map.of(2, changes(1)));
    ProcessProfile other = process(3, Map.of(2, changes(2), 0, changes(3)));
    assertEquals(
        Map.of(one.functions().get(2), changes(1), one.functions().get(0), changes(3)),
        StateHistory.byFunction(List.of(none, one, other)));
  }

  @Test
  void functionsThatAreNotThereAreRefused() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> process(1, Map.of(3, changes(1))))
            .getMessage();
    assertEquals("function 3 changed its state, but there are 3 functions", message);
  }
}
