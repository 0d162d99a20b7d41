package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.report.TableKind;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.sources.SourceRoots;
import org.tslmap.collector.view.RunLibrary;
import org.tslmap.collector.view.SurfaceShelf;
import org.tslmap.collector.view.ViewServer;

/** Tables of a rectangle of time and addresses are those of a replay of just these accesses. */
class NarrowedTablesEndToEndTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @EmptyFolder static Path folder;

  private static Path run;
  private static ViewServer server;
  private static long accesses;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    Path program = programs.compile("pages.c");
    run = folder.resolve("run");
    TestPrograms.Result result =
        programs.tslmap("run", "--quiet", "--out", run.toString(), "--", program.toString());
    assertEquals(0, result.status(), result.err());
    server =
        ViewServer.start(
            new ListenAddress.Tcp("127.0.0.1", 0),
            new RunLibrary(List.of(run), SourceRoots.with(List.of()), HotspotSettings.defaults()),
            new SurfaceShelf(List.of()));
    accesses = get("pictures?wait=1").path("processes").path(0).path("accesses").asLong();
  }

  @AfterAll
  static void stop() throws IOException {
    if (server != null) {
      server.close();
    }
  }

  private static InputStream open(String what) throws IOException {
    URL address = URI.create(server.url() + "api/runs/run/" + what).toURL();
    return address.openStream();
  }

  private static JsonNode get(String what) throws IOException {
    try (InputStream in = open(what)) {
      return JSON.readTree(in);
    }
  }

  private static JsonNode command(String... arguments) throws IOException {
    CapturedCommand command = CapturedCommand.tslmap(arguments);
    assertEquals(0, command.status(), command.err());
    return command.out().isEmpty() ? JSON.missingNode() : JSON.readTree(command.out());
  }

  /** The middle half of the run. */
  private static String window() {
    return "process=0&from=%d&to=%d".formatted(accesses / 4, 3 * accesses / 4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&low=0&high=0.6", "&low=0.05&high=0.35"})
  void everyTableIsThatOfAReplay(String memory) throws IOException {
    JsonNode narrowed = get("report?" + window() + memory).path("narrowed");
    assertEquals("exact", narrowed.path("how").asText());
    List<String> replay = new ArrayList<>(List.of("replay", "--quiet"));
    replay.addAll(List.of("--from", "" + accesses / 4, "--to", "" + 3 * accesses / 4));
    if (!memory.isEmpty()) {
      String region = narrowed.path("low").asText() + "," + narrowed.path("bytes").asText();
      replay.addAll(List.of("--region", region));
    }
    Path part = folder.resolve("part" + memory.length());
    replay.addAll(List.of("--out", part.toString(), run.toString()));
    command(replay.toArray(String[]::new));
    long whole = 0;
    for (TableKind kind : TableKind.values()) {
      if (kind.isOfFunction()) {
        continue;
      }
      String name = kind.name().toLowerCase(java.util.Locale.ROOT);
      JsonNode shown = get("table/" + name + "?" + window() + memory);
      JsonNode expected = command("report", "--table", name, "--format", "json", part.toString());
      assertEquals("exact", shown.path("narrowed").path("how").asText(), name);
      assertEquals(expected.path("rows"), shown.path("rows"), name);
      assertEquals("isolated", shown.path("view").asText(), name);
      for (JsonNode row : shown.path("rows")) {
        whole = Math.max(whole, row.path("accesses").asLong());
      }
    }
    assertTrue(memory.isEmpty() ? whole == 3 * accesses / 4 - accesses / 4 : whole > 0);
  }

  @Test
  void countingTellsWhenItIsDone() throws IOException {
    List<String> events = new ArrayList<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                open("count?" + window() + "&low=0.1&high=0.9"), StandardCharsets.UTF_8))) {
      String line = in.readLine();
      while (!events.contains("event: counted")) {
        assertFalse(line.equals("event: failed"), () -> "" + events);
        events.add(line);
        line = in.readLine();
      }
    }
  }

  @Test
  void blocksAreKnownWithTheirTimes() throws IOException {
    JsonNode parts = get("places?process=0").path("parts");
    List<String> names = new ArrayList<>();
    parts.forEach(part -> names.add(part.path("name").asText()));
    assertTrue(names.contains("stack"), names::toString);
    String name = "copy = malloc in main (pages.c:33)";
    assertTrue(names.contains(name), names::toString);
    JsonNode block = parts.get(names.indexOf(name));
    assertTrue(block.path("first").asLong() > 0, block::toString);
    assertTrue(block.path("end").asLong() < accesses, block::toString);
    assertTrue(block.path("from").asDouble() < block.path("to").asDouble(), block::toString);
  }
}
