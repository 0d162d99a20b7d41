package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.collector.hotspots.SmallSurfaces;

/**
 * Advice on programs whose threads share their work well or badly, and what else the command does.
 * {@code HotspotsEndToEndTest} asks for advice on each program with a hotspot, {@code
 * MpiEndToEndTest} on ranks.
 */
class AdviseEndToEndTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @EmptyFolder private Path folder;

  private void run(String out, String program, String... arguments) throws IOException {
    List<String> words = new ArrayList<>(List.of("run", "--quiet", "--out", path(out), "--"));
    words.add(program);
    words.addAll(List.of(arguments));
    CapturedCommand run = CapturedCommand.tslmap(words.toArray(String[]::new));
    assertEquals("", run.err());
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private String shares() throws IOException, InterruptedException {
    return new TestPrograms(folder).compile("shares.c", "-pthread").toString();
  }

  private static CapturedCommand advise(String... arguments) {
    return CapturedCommand.tslmap(
        Stream.concat(Stream.of("advise", "--cache", "4K:8,256K:16"), Stream.of(arguments))
            .toArray(String[]::new));
  }

  private static JsonNode json(String... arguments) throws IOException {
    CapturedCommand advice =
        advise(
            Stream.concat(Stream.of("--format", "json"), Stream.of(arguments))
                .toArray(String[]::new));
    assertEquals("", advice.err());
    return JSON.readTree(advice.out()).path("runs");
  }

  @ParameterizedTest
  @CsvSource({
    "90 90 90, '', 'nothing is wrong'",
    "90 180 270, imbalance, 'imbalance over 3 threads: work \\(shares.c:19\\) makes '",
    "180 0 0, idle, 'idle threads: threads \\d, \\d make at most '",
  })
  void threadsThatShareTheirWorkBadlyComeFirst(String passes, String what, String text)
      throws IOException, InterruptedException {
    run("run", shares(), passes.split(" "));
    CapturedCommand page = advise(path("run"));
    assertTrue(Pattern.compile(text).matcher(page.out()).find(), page.out());
    JsonNode advice = json(path("run")).get(0);
    assertEquals(what.isEmpty(), advice.path("good").asBoolean());
    JsonNode first = advice.path("steps").path("patterns").path(0);
    assertEquals(what, first.path("what").asText());
    assertEquals(what.isEmpty(), page.out().contains("\n\nnothing is wrong: "));
  }

  /** Each next command, by a shell, with the quotes that a folder's name needs. */
  @Test
  void everyNextCommandWorks() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    Files.createDirectories(folder.resolve("hotspots"));
    run("it's a run", programs.compile("hotspots/structs.c").toString());
    run("shared", shares(), "10", "180", "10", "90");
    programs.launcher("tslmap");
    List<String> commands = new ArrayList<>();
    JsonNode runs = json("--threshold", "40", path("it's a run"), path("shared"));
    runs.forEach(
        one ->
            one.path("steps")
                .forEach(step -> step.forEach(line -> commands.add(line.path("next").asText()))));
    assertTrue(commands.stream().anyMatch(next -> next.contains("--try 1")), commands.toString());
    assertTrue(commands.stream().anyMatch(next -> next.contains("compare")), commands.toString());
    for (String next : commands.stream().distinct().toList()) {
      ProcessBuilder shell = new ProcessBuilder("bash", "-c", next).directory(folder.toFile());
      shell.environment().merge("PATH", folder.toString(), (old, own) -> own + ":" + old);
      Process process = shell.redirectError(folder.resolve("errors").toFile()).start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, process.waitFor(), next + Files.readString(folder.resolve("errors")));
      assertFalse(out.isBlank(), next);
    }
  }

  @Test
  void aRunIsComparedWithTheReference() throws IOException, InterruptedException {
    String shares = shares();
    run("before", shares, "90", "90");
    run("after", shares, "180", "180");
    String text = "since %s: work (shares.c:19): ".formatted(path("before"));
    for (JsonNode advice :
        List.of(
            json(path("before"), path("after")).get(1),
            json("--reference", path("before"), path("after")).get(0))) {
      JsonNode line = advice.path("steps").path("differences").path(0);
      assertTrue(line.path("text").asText().startsWith(text), line.toString());
      assertTrue(line.path("text").asText().contains("accesses "), line.toString());
    }
  }

  @Test
  void whatCannotBeIsRefusedInOneLine() throws IOException, InterruptedException {
    run("run", shares(), "9");
    for (String[] wrong :
        List.of(
            new String[] {"--threshold", "101", "--threshold expects percent, 0 to 100"},
            new String[] {"--threshold", "NaN", "--threshold expects percent, 0 to 100"},
            new String[] {"--top", "0", "--top expects a number from 1 on, but found 0"},
            new String[] {"--reference", "7", "--reference expects a run folder, or one of the"})) {
      CapturedCommand refused = advise(wrong[0], wrong[1], path("run"));
      assertEquals(2, refused.status());
      assertEquals("", refused.out());
      assertTrue(refused.err().startsWith("tslmap: " + wrong[2]), refused.err());
    }
  }

  @Test
  void aSurfaceOfAnotherMachineIsMarked() throws IOException, InterruptedException {
    run("run", shares(), "9");
    Path surface = folder.resolve("elsewhere.json");
    SmallSurfaces.file(SmallSurfaces.surfaces()).write(surface);
    CapturedCommand page = CapturedCommand.tslmap("advise", "--surface", "" + surface, path("run"));
    assertEquals(0, page.status(), page.err());
    assertTrue(
        page.out().contains("; costs %s of another machine, p".formatted(surface)), page.out());
    assertTrue(page.err().startsWith("tslmap: warning: " + surface), page.err());
  }

  @Test
  void aNarrowedRunSaysSo() throws IOException, InterruptedException {
    String shares = shares();
    CapturedCommand run =
        CapturedCommand.tslmap(
            "run", "--quiet", "--fn", "work", "--out", path("run"), "--", shares, "90", "90");
    assertEquals(0, run.status(), run.err());
    String page = advise(path("run")).out();
    assertTrue(page.contains("\nnote   NARROWED: only a part of the accesses"), page);
  }
}
