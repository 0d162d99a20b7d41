package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.collector.session.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Help is helpful, and wrong usage is told apart from a failed measurement. */
class CommandLineTest {

  @TempDir private Path folder;

  @Test
  void theVersionIsOneLine() {
    CapturedCommand version = CapturedCommand.tslmap("--version");
    assertEquals(0, version.status());
    assertTrue(version.out().matches("tslmap .+\\R"), version.out());
  }

  @Test
  void theCompletionScriptKnowsTheCommands() {
    CapturedCommand script = CapturedCommand.tslmap("generate-completion");
    assertEquals(0, script.status());
    assertTrue(script.out().contains("--trace-limit"), "options of run");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run | Missing required parameter: 'program args'",
        "list nowhere | expected a folder that holds runs, found no folder nowhere",
        "data | expected what to look for, addr ADDRESS or name NAME",
        "data nowhere | tslmap report --table data shows all data",
        "run --word 12 -- true | word must be a power of two in 1..4096, but is 12",
        "run --window 65 -- true | window must be in 1..64, but is 65",
        "run --engine fast -- true | expected one of auto, java, native, avx512, avx2, portable",
        "run --trace some -- true | expected one of [full, none]",
        "run --trace-limit many -- true | expected a size such as 500M or 20G, from 1 byte on, but found 'many'",
        "run --memory 0 -- true | expected a size such as 500M or 20G, from 1 byte on, but found '0'",
        "run --history core -- true | expected one of [thread, process]",
        "run --top -1 -- true | --top expects a number that is not negative, but found -1",
        "run --inclusive -- true | name the functions whose calls to follow with --fn NAME",
        "run --mpi 0 -- true | --mpi expects a number of ranks from 1 on, but found 0",
        "run --mpi-option --bind-to=none -- true | say how many ranks there are with --mpi N",
        "filter --top -1 | --top expects a number that is not negative, but found -1",
        "merge out | Missing required parameter: 'RUN'",
        "merge --ranks -1 out run | --ranks expects a number that is not negative",
        "collect --ranks -1 | not negative",
        "collect --listen 7878 | expected an address HOST:PORT",
        "collect --processes -1 | not negative",
        "data x nome y | expected addr or name before 'y', but found 'nome'",
        "report x --format xml | expected one of [text, json, csv, callgrind]",
        "report x --top -5 | --top expects a number that is not negative",
        "report x --share 101 | --share expects percent, 0 to 100, but found 101.0",
        "report x --cache 0K | expected a size such as 500M or 20G, from 1 byte on, but found '0K'",
        "report x --table callers | --table callers needs a function: --of NAME",
        "report x --table data --of f | --of is for --table callers, callees, sites and windows",
        "report x --table lines --phase A | --phase is for --table functions, data and matrix",
        "report x --source f --format csv | --source prints text and no table",
        "report x --table data --format callgrind | --format callgrind holds everything",
        "demo --size 1 | --size expects 2 to 1000, but found 1",
        "measure | there is no command 'measure'",
      })
  void wrongUsageIsCode2AndSaysWhatIsExpected(String line, String expected) {
    CapturedCommand wrong = CapturedCommand.tslmap(line.split(" "));
    assertEquals(2, wrong.status(), wrong.err());
    assertTrue(wrong.err().contains(expected.strip()), wrong.err());
    assertTrue(wrong.err().contains("Try: tslmap"), wrong.err());
    assertTrue(wrong.err().lines().count() <= 4, "not the whole help: " + wrong.err());
    assertEquals("", wrong.out());
  }

  @Test
  void aMissingProgramIsNotFoundAsInAShell() {
    CapturedCommand missing = CapturedCommand.tslmap("run", "--", "no-such-program-here");
    assertEquals(127, missing.status());
    assertEquals(
        "tslmap: there is no program no-such-program-here here or on the PATH\n", missing.err());
  }

  @Test
  void aMissingLauncherSaysWhatToInstall() {
    CapturedCommand missing =
        CapturedCommand.tslmap(
            "run", "--mpi", "2", "--mpi-launcher", "no-such-launcher", "--", "/bin/true");
    assertEquals(1, missing.status());
    assertTrue(missing.err().contains("expected the MPI launcher no-such-launcher"), missing.err());
  }

  @Test
  void aFileThatIsNoProgramIsNotExecuted() throws IOException {
    Path file = Files.writeString(folder.resolve("data"), "data");
    CapturedCommand wrong = CapturedCommand.tslmap("run", "--", file.toString());
    assertEquals(126, wrong.status());
    assertTrue(wrong.err().contains("is no executable file"), wrong.err());
  }

  @Test
  void aProgramOf32BitsIsRefusedWithTheReason() throws IOException {
    Path program = Files.write(folder.resolve("old"), new byte[] {0x7F, 'E', 'L', 'F', 1, 1, 1});
    assertTrue(program.toFile().setExecutable(true));
    CapturedCommand run = CapturedCommand.tslmap("run", "--", program.toString());
    assertEquals(126, run.status());
    assertTrue(run.err().contains("32-bit"), run.err());
  }

  @Test
  void aScriptWithoutItsInterpreterIsNotExecuted() throws IOException {
    Path script = Files.writeString(folder.resolve("script"), "#! /no/such/shell -e\n");
    assertTrue(script.toFile().setExecutable(true));
    CapturedCommand run = CapturedCommand.tslmap("run", "--", script.toString());
    assertEquals(126, run.status());
    assertTrue(run.err().contains("asks for the interpreter /no/such/shell,"), run.err());
  }

  @Test
  void aCollectorThatCannotListenLeavesNoFolder() {
    Path out = folder.resolve("out");
    CapturedCommand collect =
        CapturedCommand.tslmap(
            "collect", "--listen", "unix:" + folder.resolve("no/socket"), "--out", out.toString());
    assertEquals(1, collect.status(), collect.err());
    assertFalse(Files.exists(out));
  }

  @Test
  void aRunIsNeverOverwritten() throws IOException {
    Files.writeString(folder.resolve("run.json"), "{}");
    CapturedCommand again =
        CapturedCommand.tslmap("run", "--out", folder.toString(), "--", "/bin/true");
    assertEquals(1, again.status());
    assertTrue(again.err().contains("holds a run already"), again.err());
  }

  @Test
  void whatCannotBeOpenedIsOneLine() throws IOException {
    CapturedCommand missing = CapturedCommand.tslmap("report", folder.resolve("x").toString());
    assertEquals(1, missing.status());
    assertEquals("tslmap: " + folder.resolve("x") + ": no such file or folder\n", missing.err());

    CapturedCommand empty = CapturedCommand.tslmap("report", folder.toString());
    assertEquals(1, empty.status());
    assertTrue(empty.err().contains("is no finished run"), empty.err());

    Path foreign = Files.writeString(folder.resolve("foreign"), "hello");
    CapturedCommand wrong = CapturedCommand.tslmap("report", foreign.toString());
    assertEquals(1, wrong.status());
    assertEquals(1, wrong.err().lines().count(), wrong.err());
    assertFalse(wrong.err().contains("internal error"), wrong.err());
  }

  @Test
  void aFolderWithoutRunsIsNoError() {
    CapturedCommand list = CapturedCommand.tslmap("list", folder.toString());
    assertEquals(0, list.status());
    assertTrue(list.out().startsWith("no runs in " + folder), list.out());
  }

  @Test
  void theCommandThatShowsARunCanBePasted() {
    assertEquals("kept in a/b-1 (tslmap report a/b-1)", RunFolders.kept(Path.of("a/b-1")));
    assertEquals(
        "kept in it's 5% (tslmap report 'it'\\''s 5%')", RunFolders.kept(Path.of("it's 5%")));
  }

  @Test
  void whatIsMistypedIsNamedWithWhatIsNear() {
    CapturedCommand near = CapturedCommand.tslmap("reprot");
    assertEquals(2, near.status());
    assertEquals(
        "tslmap: there is no command 'reprot'\nDid you mean report?\nTry: tslmap --help\n",
        near.err());
    assertEquals(
        "tslmap: there is no command 'xyz'\nTry: tslmap --help\n",
        CapturedCommand.tslmap("xyz").err());
    String option = CapturedCommand.tslmap("report", "--tabel", "data").err();
    assertTrue(option.contains("Unknown option: '--tabel'"), option);
    assertTrue(option.contains("Did you mean --table?"), option);
    String number = CapturedCommand.tslmap("run", "--mpi", "two", "--", "true").err();
    assertTrue(number.contains("'--mpi': expected a whole number, found 'two'"), number);
  }

  @Test
  void otherModulesAddCommands() {
    CapturedCommand greet = CapturedCommand.tslmap("greet");
    assertEquals(0, greet.status());
    assertEquals("hello\n", greet.out());
  }

  /** Named in META-INF/services of the tests. */
  public static final class GreetProvider implements SubcommandProvider {
    @Override
    public Object command() {
      return new Greet();
    }
  }

  @Command(name = "greet")
  static final class Greet implements Callable<Integer> {
    @Spec private CommandSpec command;

    @Override
    public Integer call() {
      command.commandLine().getOut().println("hello");
      return 0;
    }
  }

  @Test
  void theProgressLineShowsTheRateSinceTheLastOne() {
    Progress before = new Progress(1, 0, 1_000_000, 1_000_000_000L, 0, 0, 0);
    Progress now = new Progress(1, 0, 4_000_000, 1_500_000_000L, 0.25, 0.5, 0);
    assertEquals(
        "tslmap: 4.00 M accesses, 6.00 M/s, TL 0.250, SL 0.500", ProgressLine.text(before, now));
    Progress two = new Progress(1, 1, 4_000_000, 1_500_000_000L, 0.25, 0.5, 0);
    assertTrue(ProgressLine.text(now, two).endsWith(", 1 of 2 processes running"));
  }

  @ParameterizedTest
  @CsvSource({"4096,4096", "3K,3072", "500M,524288000", "2gib,2147483648", "1T,1099511627776"})
  void sizesHaveBinaryMultiples(String text, long bytes) {
    assertEquals(bytes, new ByteSize().convert(text));
  }
}
