package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.ProfileJson;

/** Who may send to a collector, and who may see what it keeps. */
class AdmissionEndToEndTest {
  private static final String TOKEN = "4f1d93f0a6bb0e5a3cbb9b3a";
  private static final String WRONG = "4f1d93f0a6bb0e5a3cbb9b3b";

  @EmptyFolder private Path folder;
  private TestPrograms programs;
  private String counts;
  private Path token;

  @BeforeEach
  void prepare() throws IOException, InterruptedException {
    programs = new TestPrograms(folder);
    counts = programs.compile("counts.S", "-nostdlib", "-static").toString();
    token = secret("token", TOKEN);
  }

  private Path secret(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private TestPrograms.Result send(String where, Map<String, String> environment, String... options)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                TestPrograms.valgrind(),
                "--tool=tslmap",
                "--tsl-out=socket",
                "--tsl-connect=" + where));
    command.addAll(List.of(options));
    command.add(counts);
    Map<String, String> all = new HashMap<>(environment);
    all.put("VALGRIND_LIB", TestPrograms.valgrindLib());
    return programs.run(all, command);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:0", "unix:collector.sock"})
  void onlyThoseWhoKnowTheTokenAreRecorded(String address)
      throws IOException, InterruptedException {
    Process collector =
        programs.startTslmap(
            "collect",
            "--listen",
            address,
            "--token-file",
            token.toString(),
            "--processes",
            "2",
            "--out",
            "run");
    List<String> said;
    try (BufferedReader errors = collector.errorReader(StandardCharsets.UTF_8)) {
      String first = errors.readLine();
      assertTrue(first.contains("a token is asked for"), first);
      String where = first.substring("listening on ".length(), first.indexOf(';'));

      TestPrograms.Result without = send(where, Map.of());
      if (where.startsWith("unix:")) {
        assertEquals(7, without.status(), "the program goes on");
      } else {
        assertEquals(1, without.status(), without.err());
        assertTrue(without.err().contains("it asks for a token; name a file"), without.err());
      }

      String file = "--tsl-token-file=" + secret("wrong", WRONG);
      TestPrograms.Result wrong = send(where, Map.of(), file);
      assertEquals(1, wrong.status(), wrong.err());
      assertTrue(wrong.err().contains("it refuses the token"), wrong.err());
      assertFalse(wrong.err().contains(WRONG), wrong.err());

      assertEquals(7, send(where, Map.of(), "--tsl-token-file=" + token).status());
      assertEquals(7, send(where, Map.of("TSLMAP_TOKEN", TOKEN)).status());
      said = errors.lines().toList();
      assertEquals(0, collector.waitFor(), said.toString());
    } finally {
      collector.destroy();
    }
    String all = String.join("\n", said);
    assertTrue(all.contains("it gave no token;"), all);
    assertTrue(all.contains("it gave a wrong token;"), all);
    assertEquals(2, ProfileJson.read(folder.resolve("run/profile.json")).processes().size());
    try (var files = Files.walk(folder.resolve("run"))) {
      for (Path kept : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        String text = Files.readString(kept, StandardCharsets.ISO_8859_1);
        assertFalse(text.contains(TOKEN), () -> kept + " holds the token");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0:0", "[::]:0"})
  void anOpenAddressNeedsAToken(String address) {
    CapturedCommand command =
        CapturedCommand.tslmap(
            "collect", "--listen", address, "--out", folder.resolve("open").toString());
    assertEquals(2, command.status());
    assertTrue(command.err().contains("expected a token, found none"), command.err());
    assertFalse(Files.exists(folder.resolve("open")));
  }

  @Test
  void tokensThatOthersCanReadAreRefused() throws IOException, InterruptedException {
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
    CapturedCommand command =
        CapturedCommand.tslmap("collect", "--token-file", token.toString(), "--listen", "[::]:0");
    assertEquals(2, command.status());
    assertTrue(command.err().contains("chmod 600"), command.err());
    TestPrograms.Result tool = send("127.0.0.1:9", Map.of(), "--tsl-token-file=" + token);
    assertEquals(1, tool.status());
    assertTrue(tool.err().contains("chmod 600"), tool.err());
  }

  @Test
  void shortTokensAreRefused() throws IOException, InterruptedException {
    Path weak = secret("weak", "12345");
    CapturedCommand command =
        CapturedCommand.tslmap("collect", "--token-file", weak.toString(), "--listen", "[::]:0");
    assertEquals(2, command.status());
    assertTrue(command.err().contains("16 to 128 characters"), command.err());
    TestPrograms.Result tool = send("127.0.0.1:9", Map.of("TSLMAP_TOKEN", "12345"));
    assertEquals(1, tool.status());
    assertTrue(tool.err().contains("16 to 128 characters"), tool.err());
  }

  @Test
  void aRunIsForItsUserAloneAndItsTracesStayWithin() throws IOException, InterruptedException {
    Path run = folder.resolve("run");
    TestPrograms.Result recorded =
        programs.tslmap("run", "--quiet", "--out", run.toString(), "--", counts);
    assertEquals(7, recorded.status(), recorded.err());
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(run)));

    Path description = run.resolve("run.json");
    String sound = Files.readString(description);
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("secret"), "nobody may copy this");
    for (String place :
        List.of("../elsewhere", "../../etc", elsewhere.toString(), "trace/..", "trace/1/../..")) {
      Files.writeString(
          description,
          sound.replaceFirst("\"folder\" ?: ?\"[^\"]*\"", "\"folder\" : \"" + place + "\""));
      for (String[] command :
          List.of(
              new String[] {"replay", "--out", folder.resolve("again").toString(), run.toString()},
              new String[] {"merge", folder.resolve("merged").toString(), run.toString()})) {
        CapturedCommand refused = CapturedCommand.tslmap(command);
        assertEquals(1, refused.status(), place);
        assertTrue(
            refused.err().contains("found \"" + place + "\" in " + description), refused.err());
        assertEquals(1, refused.err().lines().count(), refused.err());
      }
      try (var files = Files.walk(folder)) {
        assertEquals(1, files.filter(file -> file.endsWith("secret")).count(), place);
      }
    }
  }

  @Test
  void aLinkInPlaceOfATraceIsNotFollowed() throws IOException, InterruptedException {
    Path run = folder.resolve("run");
    programs.tslmap("run", "--quiet", "--out", run.toString(), "--", counts);
    Path elsewhere = folder.resolve("elsewhere");
    Path trace = new RunFolder(run).storedTraces().get(0);
    for (Path moved : List.of(trace, trace.getParent())) {
      Files.move(moved, elsewhere);
      Files.createSymbolicLink(moved, elsewhere);
      for (List<String> command :
          List.of(
              List.of("replay", "--out", folder.resolve("again").toString(), run.toString()),
              List.of("merge", folder.resolve("merged").toString(), run.toString()))) {
        CapturedCommand refused = CapturedCommand.tslmap(command.toArray(String[]::new));
        assertEquals(1, refused.status(), command + refused.out());
        assertTrue(
            refused.err().contains(moved + ", found a link to " + elsewhere),
            command + refused.err());
      }
      Files.delete(moved);
      Files.move(elsewhere, moved);
    }
  }

  /** Nobody may ever write to it. */
  @Test
  @Timeout(120)
  void aPipeInPlaceOfAFileOfARunIsNotWaitedFor() throws IOException, InterruptedException {
    Path run = folder.resolve("run");
    programs.tslmap("run", "--quiet", "--out", run.toString(), "--", counts);
    for (Path file : List.of(new RunFolder(run).profile(), new RunFolder(run).description())) {
      Path aside = Files.move(file, folder.resolve("aside"));
      programs.run(Map.of(), List.of("mkfifo", file.toString()));
      CapturedCommand report = CapturedCommand.tslmap("report", run.toString());
      assertEquals(file.endsWith("run.json") ? 0 : 1, report.status(), report.err());
      CapturedCommand list = CapturedCommand.tslmap("list", folder.toString());
      assertEquals(0, list.status(), list.err());
      Files.delete(file);
      Files.move(aside, file);
    }
  }
}
