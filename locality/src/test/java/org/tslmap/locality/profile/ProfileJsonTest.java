package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A profile survives its file, and a file that is no profile is one clear error. */
class ProfileJsonTest {

  @TempDir private Path folder;
  private Path file;

  private final LocalityProfile profile =
      new LocalityProfile(
          "tslmap test",
          List.of(
              Profiles.process(7, ProcessEnd.exited(3)),
              Profiles.process(8, ProcessEnd.signalled(11)),
              Profiles.process(9, ProcessEnd.cut("the connection closed early")),
              Profiles.process(10, ProcessEnd.replaced()),
              Profiles.rank(2, 11, 1, ProcessEnd.exited(0))),
          3);

  @BeforeEach
  void writeProfile() throws IOException {
    file = folder.resolve("profile.json");
    ProfileJson.write(profile, file);
  }

  @Test
  void readGivesWhatWasWritten() throws IOException {
    assertEquals(profile, ProfileJson.read(file));
  }

  @Test
  void writingAgainGivesTheSameBytes() throws IOException {
    Path again = folder.resolve("again.json");
    ProfileJson.write(ProfileJson.read(file), again);
    assertEquals(-1, Files.mismatch(file, again));
    try (var files = Files.list(folder)) {
      assertEquals(2, files.count(), "no partly written file stays behind");
    }
  }

  @Test
  void eachSiteHasALineOfItsOwn() throws IOException {
    assertTrue(
        Files.readAllLines(file)
            .contains(
                "{\"f\":0,\"a\":4202496,\"k\":\"L\",\"z\":8,\"i\":0,\"l\":4,\"n\":16,"
                    + "\"word\":{\"cold\":16,\"reuse\":[],\"strides\":[1,15,16,1]},"
                    + "\"line\":{\"cold\":2,\"reuse\":[14],\"strides\":[0,14,1,1,16,1]}},"));
  }

  @Test
  void pagesHaveTheShapeOfWordsAndLines() throws IOException {
    assertFalse(Files.readString(file).contains("\"page\""));
    LocalityProfile paged =
        new LocalityProfile(
            "tslmap test", List.of(Profiles.withPages(Profiles.process(7, ProcessEnd.exited(3)))));
    ProfileJson.write(paged, file);
    assertEquals(paged, ProfileJson.read(file));
    String text = Files.readString(file);
    assertTrue(
        text.contains("\"line\":64,\n\"page\":4096,")
            || text.contains("\"line\":64,\"page\":4096,"),
        text);
    assertTrue(text.contains("\"footprint\":{\"word\":112,\"line\":14,\"page\":1}"), text);
    String page = ",\"page\":{\"cold\":1,\"reuse\":[15],\"strides\":[0,15,16,1]}";
    assertTrue(text.contains(page), text);
    Files.writeString(file, text.replace(page, ""));
    assertTrue(refused().contains("page of a site"), refused());
    assertThrows(
        IllegalStateException.class,
        () ->
            new LocalityProfile(
                    "tslmap test", List.of(paged.processes().get(0), profile.processes().get(0)))
                .merged());
  }

  @Test
  void unknownKeysArePassedOver() throws IOException {
    String text = Files.readString(file).replace("\"host\":", "\"new\":{\"a\":[1,{}]},\"host\":");
    Files.writeString(file, text);
    assertEquals(profile, ProfileJson.read(file));
  }

  @Test
  void aFileCutAnywhereIsAnError() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length - 2; length += 7) {
      Files.write(file, Arrays.copyOf(whole, length));
      String message = refused();
      assertTrue(message.startsWith(file.toString()), message);
      assertTrue(!message.contains("\n"), message);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"schemaVersion\":3 | \"schemaVersion\":2 | older tslmap; measure the program again",
        "\"schemaVersion\":3 | \"schemaVersion\":4 | open it with the tslmap that wrote it",
        "\"schemaVersion\":3, | `` | expected the key schemaVersion first",
        "\"imax\":16 | \"imax\":1 | imax must be in 2..65536, but is 1",
        "\"k\":\"S\" | \"k\":\"X\" | expected a site's kind L or S, but found X",
        "\"f\":1 | \"f\":2 | a site refers to function 2, but there are 2 functions",
        "[1,15,16,1] | [1,15,17,1] | stride must be in 0..16",
        "[1,15,16,1] | [1,15,16] | expected pairs of stride and count",
        "[1,15,16,1] | [1,15,16,2] | should add up to 16, but add up to 17",
        "\"loads\":48 | \"loads\":47 | should add up to 47, but add up to 48",
        "\"cold\":16 | \"cold\":\"16\" | expected a whole number for the key cold, but found 16",
        "\"complete\":true | \"complete\":1 | expected true or false for the key complete",
        "\"history\":\"thread\" | \"history\":\"x\" | expected history thread or process",
        "\"pid\":7, | `` | expected the key pid but it is missing",
      })
  void aDamagedFileSaysWhatIsWrong(String sound, String damaged, String expected)
      throws IOException {
    String text = Files.readString(file);
    assertTrue(text.contains(sound), "the test replaces something that is there");
    Files.writeString(file, text.replaceFirst(Pattern.quote(sound), damaged));
    String message = refused();
    assertTrue(message.contains(expected), message);
    assertTrue(message.startsWith(file.toString()), message);
  }

  @ParameterizedTest
  @CsvSource({"ELF", "[]", "{}", "{\"hello\":1}", "3"})
  void aForeignFileIsAnError(String content) throws IOException {
    Files.writeString(file, content);
    assertTrue(refused().startsWith(file.toString()));
  }

  private String refused() {
    return assertThrows(ProfileFormatException.class, () -> ProfileJson.read(file)).getMessage();
  }
}
