package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
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
  void countedAccessesComeBack() throws IOException {
    LocalityProfile partial =
        new LocalityProfile(
            "tslmap test", List.of(Profiles.counted(7, ProcessEnd.exited(0), 100)), 0);
    ProfileJson.write(partial, file);
    LocalityProfile read = ProfileJson.read(file);
    assertEquals(partial, read);
    ProcessProfile process = read.mainProcess();
    assertEquals(View.PARTIAL, process.view());
    assertEquals(100, process.totals().counted());
    assertEquals(112, process.totals().recorded());
    assertEquals(100, process.histograms().counted());
    assertEquals(112.0 / 212, process.histograms().scoredShare());
    assertFalse(process.histograms().tellScores());
    assertEquals(
        "received = scored + 100 counted = the tool's own count",
        Accounting.of(read.processes(), read.merged()).line());
    LocalityProfile few =
        new LocalityProfile(
            "tslmap test", List.of(Profiles.counted(7, ProcessEnd.exited(0), 1)), 0);
    assertTrue(few.mainProcess().histograms().tellScores(), "one of 113");
  }

  @Test
  void aFilteredProcessThatWasCutIsPartial() {
    ProcessProfile cut = Profiles.counted(7, ProcessEnd.cut("killed"), 0);
    assertEquals(View.PARTIAL, cut.view());
    assertEquals(View.IN_CONTEXT, Profiles.counted(7, ProcessEnd.exited(0), 0).view());
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
    Files.writeString(file, withoutChecksum(text));
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
        "\"loads\":48 | \"loads\":-1 | not negative for the key loads, but found -1",
        "\"f\":1 | \"f\":-1 | not negative for the key f, but found -1",
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

  /** Without a checksum, which would tell of both. */
  private String refusedWithoutChecksum(String sound, String damaged) throws IOException {
    String text = Files.readString(file).replaceFirst(",\\s*\"checksum\"\\s*:\\s*\"[^\"]*\"", "");
    assertTrue(text.contains(sound), "the test replaces something that is there");
    Files.writeString(file, text.replace(sound, damaged));
    return refused();
  }

  @Test
  void aKeyThatIsThereTwiceIsRefused() throws IOException {
    String message = refusedWithoutChecksum("\"generator\"", "\"generator\": \"\", \"generator\"");
    assertTrue(message.startsWith(file + ", line "), message);
    assertTrue(message.contains("expected the key generator once, but found it again"), message);
  }

  @Test
  void aKeyOfARowThatIsThereTwiceIsRefused() throws IOException {
    String message = refusedWithoutChecksum("\"loads\"", "\"loads\": 1, \"loads\"");
    assertTrue(message.contains("expected the key loads once, but found it again"), message);
  }

  @Test
  void textBehindTheEndIsRefused() throws IOException {
    String text = Files.readString(file);
    Files.writeString(file, text.replaceFirst(",\\s*\"checksum\"\\s*:\\s*\"[^\"]*\"", "") + "{}");
    String message = refused();
    assertTrue(message.startsWith(file.toString()), message);
    assertTrue(message.contains("found text behind the end at line "), message);
  }

  @Test
  void whatIsNestedTooDeepIsRefusedWithItsPlace() throws IOException {
    Files.writeString(file, "{\n\"x\":\n" + "[".repeat(5000));
    String message = refused();
    assertTrue(message.contains("nesting depth (1001)"), message);
    assertTrue(message.contains(" at line 3, column 100"), message);
  }

  @ParameterizedTest
  @CsvSource({"ELF", "[]", "{}", "{\"hello\":1}", "3"})
  void aForeignFileIsAnError(String content) throws IOException {
    Files.writeString(file, content);
    assertTrue(refused().startsWith(file.toString()));
  }

  private static String withoutChecksum(String text) {
    String without = text.replaceFirst(",\\s*\"checksum\":\"crc32c:[0-9a-f]{8}\"", "");
    assertTrue(without.length() < text.length(), text);
    return without;
  }

  @Test
  void everyChangedDigitIsNoticed() throws IOException {
    String text = Files.readString(file);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9') {
        Files.writeString(
            file, text.substring(0, i) + (char) ('0' + (c - '0' + 1) % 10) + text.substring(i + 1));
        String message = refused();
        assertTrue(message.startsWith(file.toString()), message);
        assertFalse(message.contains("\n"), message);
      }
    }
  }

  @Test
  void aChangedNameSaysExpectedFoundAndWhatToDo() throws IOException {
    Files.writeString(file, Files.readString(file).replaceFirst("tslmap test", "tslmap text"));
    String message = refused();
    assertTrue(
        message.matches(
            ".*profile.json is not as it was written: expected the checksum crc32c:[0-9a-f]{8} that"
                + " it holds, found crc32c:[0-9a-f]{8}; replay .*"),
        message);
  }

  @Test
  void anotherIndentIsTheSameProfile() throws IOException {
    indent(new DefaultPrettyPrinter());
    assertEquals(profile, ProfileJson.read(file));
    assertEquals(List.of(), ProfileJson.remarks(file));
    indent(null);
    assertEquals(1, Files.readString(file).lines().count());
    assertEquals(profile, ProfileJson.read(file));
    assertEquals(List.of(), ProfileJson.remarks(file));
  }

  private void indent(PrettyPrinter printer) throws IOException {
    StringWriter text = new StringWriter();
    JsonFactory factory = new JsonFactory();
    try (JsonParser parser = factory.createParser(file.toFile());
        JsonGenerator out = factory.createGenerator(text).setPrettyPrinter(printer)) {
      parser.nextToken();
      out.copyCurrentStructure(parser);
    }
    Files.writeString(file, text.toString());
  }

  @Test
  void spacesInNamesCount() throws IOException {
    Files.writeString(file, Files.readString(file).replaceFirst("tslmap test", "tslmap  test"));
    assertTrue(refused().contains("not as it was written"));
  }

  @Test
  void aProfileWithoutAChecksumIsReadAndMarked() throws IOException {
    assertEquals(List.of(), ProfileJson.remarks(file));
    Files.writeString(file, withoutChecksum(Files.readString(file)));
    assertEquals(profile, ProfileJson.read(file));
    assertEquals(1, ProfileJson.remarks(file).size());
    assertTrue(ProfileJson.remarks(file).get(0).startsWith("profile.json is without a checksum"));
  }

  @Test
  void theChecksumStandsAtTheEnd() throws IOException {
    String text = Files.readString(file);
    String checksum = text.replaceAll("(?s).*(\"checksum\":\"[^\"]*\").*", "$1");
    Files.writeString(file, withoutChecksum(text).replaceFirst("\\{", "{" + checksum + ","));
    assertTrue(refused().contains("expected the key checksum at the end"));
    Files.writeString(file, text.stripTrailing() + "{}");
    assertTrue(refused().contains("found text behind the end"));
  }

  private String refused() {
    return assertThrows(ProfileFormatException.class, () -> ProfileJson.read(file)).getMessage();
  }
}
