package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.report.TableKind;
import org.tslmap.collector.server.ListenAddress;
import org.tslmap.collector.sources.SourceRoots;
import org.tslmap.collector.view.RunLibrary;
import org.tslmap.collector.view.SurfaceShelf;
import org.tslmap.collector.view.ViewServer;
import org.tslmap.locality.profile.ProfileJson;

/**
 * A program that attacks whoever looks at its profile: its debug information names a file that is
 * none of its sources, and its names and arguments hold what terminals obey and what breaks tables.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileProgramEndToEndTest {
  private static final String SECRET = "root:$6$nobody.may.read.this";
  private static final String FUNCTION = "ev\033[31mil\n\007row";

  private Path folder;
  private Path elsewhere;

  private TestPrograms programs;
  private Path secret;
  private Path run;
  private TestPrograms.Result recorded;

  @BeforeAll
  void record(@TempDir Path own, @TempDir Path other) throws IOException, InterruptedException {
    folder = own.toRealPath();
    elsewhere = other.toRealPath();
    secret = Files.writeString(elsewhere.resolve("shadow"), SECRET + "\n");
    programs = new TestPrograms(folder);
    Path header = TestPrograms.home().resolve("valgrind-tool/src/main/include");
    Path plain = programs.compile("hostile.c", "-I" + header, "-DSECRET=\"" + secret + "\"");
    Path program = folder.resolve("pro\033[5mgram\n");
    List<String> rename =
        List.of(
            "objcopy", "--redefine-sym", "evil=" + FUNCTION, plain.toString(), program.toString());
    assertEquals(0, programs.run(Map.of(), rename).status());
    run = folder.resolve("ru\033[1mn\n");
    recorded =
        programs.tslmap(
            "run",
            "--keep-sources",
            "--top",
            "500",
            "--out",
            run.toString(),
            "--",
            program.toString(),
            "\033]0;title\007",
            "two\nlines\tof\r text");
    assertEquals(0, recorded.status(), recorded.err());
  }

  private static void assertPrintable(String text, String what) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int at = i;
      assertTrue(
          c == '\n' || !Character.isISOControl(c),
          () ->
              "%s: a character 0x%02x in %s"
                  .formatted(what, (int) c, text.substring(Math.max(0, at - 40), at)));
    }
  }

  private static CapturedCommand tslmap(String... arguments) {
    CapturedCommand command = CapturedCommand.tslmap(arguments);
    assertPrintable(command.out(), String.join(" ", arguments));
    assertPrintable(command.err(), String.join(" ", arguments));
    return command;
  }

  private CapturedCommand report(String... options) {
    List<String> arguments = new ArrayList<>(List.of("report", run.toString()));
    arguments.addAll(List.of(options));
    CapturedCommand command = tslmap(arguments.toArray(String[]::new));
    assertEquals(0, command.status(), command.err());
    return command;
  }

  @Test
  void whatARunPrintsIsPrintable() {
    assertPrintable(recorded.err(), "run");
    assertTrue(recorded.err().contains("ev\\u001b[31mil\\n\\u0007row"), recorded.err());
    assertTrue(recorded.err().contains("two\\nlines\\tof\\r text"), recorded.err());
  }

  @ParameterizedTest
  @EnumSource(TableKind.class)
  void tablesKeepTheirShape(TableKind kind) throws IOException {
    String table = kind.name().toLowerCase(Locale.ROOT);
    List<String> options = new ArrayList<>(List.of("--table", table, "--top", "0"));
    if (kind.isOfFunction()) {
      options.addAll(List.of("--of", "main"));
    }
    JsonNode json = new ObjectMapper().readTree(report(with(options, "json")).out());
    int rows = json.path("rows").size();
    List<String> csv = report(with(options, "csv")).out().lines().toList();
    assertEquals(1 + rows, csv.size(), () -> String.join("\n", csv));
    options.set(3, "100000");
    String text = report(with(options, "text")).out();
    int head = text.indexOf("\n\n") + 2;
    int shown =
        new ObjectMapper().readTree(report(with(options, "json")).out()).path("rows").size();
    int notes = json.path("notes").size();
    int lines = (int) text.substring(head).lines().count();
    assertEquals(shown == 0 || lines == notes ? lines : 1 + shown + notes, lines, text);
    assertFalse(text.lines().anyMatch(line -> line.startsWith("fake")), text);
  }

  private static String[] with(List<String> options, String format) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("--format", format));
    return all.toArray(String[]::new);
  }

  @Test
  void jsonHasTheNamesAsTheyAre() throws IOException {
    JsonNode json = new ObjectMapper().readTree(report("--format", "json").out());
    assertEquals("two\nlines\tof\r text", json.path("command").path(2).asText());
    assertTrue(json.path("functions").findValuesAsText("name").contains(FUNCTION));
  }

  @Test
  void otherCommandsPrintNothingElse() throws IOException {
    report();
    report("--format", "csv");
    report("--source", "main");
    report("--source", "sour\033[2Jce\n.c");
    assertEquals(1, tslmap("report", run.toString(), "--source", "no\033\n").status());
    String callgrind = report("--format", "callgrind").out();
    assertTrue(callgrind.contains("ev\\u001b[31mil\\n"), callgrind);
    for (String format : List.of("text", "csv", "json")) {
      tslmap("hotspots", run.toString(), "--format", format);
      tslmap("data", run.toString(), "name", "da\033]0;pwned\007ta\nfake row 1 2 3");
    }
    CapturedCommand list = tslmap("list", folder.toString());
    assertEquals(2, list.out().lines().count(), list.out());
    tslmap("report", folder.resolve("no\033[2J\nfile").toString());
    tslmap("report", "--no\033[2Jsuch\n", "option");
    tslmap("replay", "--out", folder.resolve("again\033").toString(), run.toString());
    tslmap("merge", folder.resolve("merged\033").toString(), run.toString());
    tslmap("run", "--", folder.resolve("no\033\nprogram").toString());
    tslmap("doctor");
  }

  @Test
  void theToolAlonePrintsNothingElse() throws IOException, InterruptedException {
    TestPrograms.Result alone =
        programs.valgrind(
            "--tsl-top=1000",
            "--tsl-out-file=" + folder.resolve("alone.json"),
            folder.resolve("pro\033[5mgram\n").toString());
    assertEquals(0, alone.status(), alone.err());
    assertPrintable(alone.err(), "the tool");
    assertTrue(alone.err().contains("ev\\u001b[31mil\\n\\u0007row ("), alone.err());
    assertEquals(List.of(), ProfileJson.remarks(folder.resolve("alone.json")), "has a checksum");
    String json =
        tslmap("report", folder.resolve("alone.json").toString(), "--format", "json").out();
    assertTrue(new ObjectMapper().readTree(json).findValuesAsText("name").contains(FUNCTION), json);
  }

  @Test
  void aFileThatIsNoSourceIsNotShown() throws IOException {
    for (String name : List.of("steal", "shadow", secret.toString())) {
      String text = report("--source", name).out();
      assertTrue(text.contains("note: no source text: it is not in the working directory"), text);
      assertFalse(text.contains(SECRET), text);
    }
    assertTrue(report("--source", "hostile.c").out().contains("  evil();"));
    String allowed = report("--source", "shadow", "--source-root", elsewhere.toString()).out();
    assertTrue(allowed.contains(SECRET), "where the user allows it");
  }

  @Test
  void pagesDoNotServeIt() throws IOException {
    RunLibrary library =
        new RunLibrary(List.of(run), SourceRoots.with(List.of()), HotspotSettings.defaults());
    try (ViewServer server =
        ViewServer.start(
            new ListenAddress.Tcp("127.0.0.1", 0), library, new SurfaceShelf(List.of()))) {
      String source = "api/runs/" + encoded(library.idOf(run).orElseThrow()) + "/source?file=";
      String refused = get(server.url() + source + encoded(secret.toString()));
      assertFalse(refused.contains(SECRET), refused);
      assertTrue(refused.contains("it is not in the working directory"), refused);
      assertTrue(get(server.url() + source + encoded(folder + "/hostile.c")).contains("evil();"));
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String get(String address) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void neitherExportedPagesNorKeptSourcesHoldIt() throws IOException {
    Path pages = folder.resolve("pages");
    assertEquals(0, tslmap("view", "--export", pages.toString(), run.toString()).status());
    List<Path> files = new ArrayList<>();
    try (var found = Files.walk(pages)) {
      found.filter(Files::isRegularFile).forEach(files::add);
    }
    try (var found = Files.walk(run.resolve("sources"))) {
      found.filter(Files::isRegularFile).forEach(files::add);
    }
    boolean kept = false;
    for (Path file : files) {
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      assertFalse(text.contains(SECRET), () -> file + " holds the secret");
      kept |= file.startsWith(run) && text.contains("TSLMAP_NAME(table, sizeof table");
    }
    assertTrue(kept, "the program's own source is kept");
  }
}
