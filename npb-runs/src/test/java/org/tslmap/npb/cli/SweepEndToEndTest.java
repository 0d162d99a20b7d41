package org.tslmap.npb.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.apexmap.Machine;

/**
 * Sweeps over real benchmarks of the smallest class, and over tiny programs where those are slow.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SweepEndToEndTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Bytes of a line. */
  private static final int LINE = 64;

  /** Accesses of the function that a filter excludes: its stores, and its return. */
  private static final long COUNTED = 400_001;

  private Path folder;
  private Tslmap sweep;

  @BeforeAll
  void sweepTwoBenchmarks(@TempDir Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    sweep =
        tslmap(
            "sweep --benchmarks is,ep --repeat 2 --trace size --functions is:find_my_seed --out two");
  }

  private Tslmap tslmap(String arguments) throws IOException, InterruptedException {
    return Tslmap.run(folder, ("npb " + arguments).split(" "));
  }

  private JsonNode table(String sweep, String name) throws IOException, InterruptedException {
    Tslmap table = tslmap("table " + sweep + " --format json --no-plots");
    assertEquals(0, table.status(), table.all());
    return JSON.readTree(table.out()).path("tables").path(name).path("rows");
  }

  private Path script(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void everyRunOfRealBenchmarksGoesWell() {
    assertEquals(0, sweep.status(), sweep.all());
    assertTrue(sweep.out().contains("7 of 7 runs went well"), sweep.all());
    assertTrue(sweep.err().contains("7 of 7: "), sweep.all());
  }

  @Test
  void scoresAreThoseOfTheRunFolder() throws IOException, InterruptedException {
    JsonNode row = table("two", "scores").get(0);
    Tslmap report = Tslmap.run(folder, "report", "two/runs/is.S.serial.store", "--format", "json");
    JsonNode run = JSON.readTree(report.out());
    assertEquals("is.S.serial", row.path("program").asText());
    assertEquals(run.path("totals").path("accesses").asLong(), row.path("accesses").asLong());
    assertEquals(run.path("word").path("tl").asDouble(), row.path("wordTl").asDouble(), 1e-12);
    assertEquals(run.path("line").path("sl").asDouble(), row.path("lineSl").asDouble(), 1e-12);
  }

  @Test
  void aFunctionAloneIsAPartOfTheWhole() throws IOException, InterruptedException {
    JsonNode rows = table("two", "functions");
    assertEquals(1, rows.size());
    long alone = rows.get(0).path("accesses").asLong();
    assertTrue(alone > 0 && alone < table("two", "scores").get(0).path("accesses").asLong());
  }

  @Test
  void traceTableCountsCodeAndTrace() throws IOException, InterruptedException {
    JsonNode whole = table("two", "trace").get(0);
    JsonNode function = table("two", "trace").get(1);
    assertEquals("find_my_seed", function.path("function").asText());
    assertTrue(
        function.path("codeLines").asInt() > 3
            && function.path("codeLines").asInt() < whole.path("codeLines").asInt());
    assertTrue(whole.path("traceBytes").asLong() > 0);
    assertFalse(Files.exists(folder.resolve("two/runs/is.S.serial.store/trace")), "only its size");
  }

  @Test
  void overheadHasTimeAndMemoryOfEachWay() throws IOException, InterruptedException {
    JsonNode rows = table("two", "overhead");
    assertEquals(6, rows.size());
    for (JsonNode row : rows) {
      assertTrue(row.path("seconds").asDouble() > 0, row.toString());
      assertTrue(row.path("peakBytes").asLong() > 1 << 20, row.toString());
    }
    assertEquals(1, rows.get(0).path("slowdown").asDouble());
    assertTrue(rows.get(2).path("collectorPeakBytes").asLong() > 1 << 20, "the collector's");
  }

  @Test
  void doneRunsAreNotRepeated() throws IOException, InterruptedException {
    Path result = folder.resolve("two/results/is.S.serial.native.json");
    byte[] before = Files.readAllBytes(result);
    Tslmap again =
        tslmap(
            "sweep --benchmarks is,ep --repeat 2 --trace size --functions is:find_my_seed --out two");
    assertEquals(0, again.status(), again.all());
    assertTrue(again.err().contains("7 of 7 runs are done already"), again.all());
    assertArrayEquals(before, Files.readAllBytes(result));
  }

  @Test
  void picturesAndPredictions() throws IOException, InterruptedException {
    MadeUpSurface.of(Machine.current()).write(folder.resolve("surface.json"));
    Tslmap table = tslmap("table two --surface surface.json --format json");
    assertEquals(0, table.status(), table.all());
    JsonNode row = JSON.readTree(table.out()).path("tables").path("surface").path("rows").get(0);
    assertTrue(row.path("mixtureSeconds").asDouble() > 0, table.all());
    assertTrue(row.path("measuredSeconds").asDouble() > 0, table.all());
    for (String picture : List.of("plane.png", "surface.png")) {
      assertEquals(1200, ImageIO.read(folder.resolve("two/plots/" + picture).toFile()).getWidth());
    }
  }

  @Test
  void aFilteredSweepCountsAndGoesOnWithItsOwnRules() throws IOException, InterruptedException {
    Path program = folder.resolve("twice");
    Path source =
        Files.writeString(
            folder.resolve("twice.c"),
            """
            static volatile long table[4096];
            __attribute__((noinline)) void often(void)
            {
               for (int i = 0; i < 400000; i++)
                  table[i % 8] = i;
            }
            __attribute__((noinline)) void once(void)
            {
               for (int i = 0; i < 4096; i++)
                  table[i] = i;
            }
            int main(void)
            {
               often();
               once();
               return 0;
            }
            """);
    assertEquals(
        0,
        new ProcessBuilder("gcc", "-O1", "-g", "-o", program.toString(), source.toString())
            .start()
            .waitFor());
    Files.writeString(folder.resolve("programs"), "twice '" + program + "'\ntrue true\n");
    Path rules = folder.resolve("rules");
    String text = "SCOREP_REGION_NAMES_BEGIN\n EXCLUDE often\nSCOREP_REGION_NAMES_END\n";
    Files.writeString(rules, text);
    String start = "sweep --list programs --repeat 1 --trace size --out partial";
    Tslmap done = tslmap(start + " --filter rules");
    assertEquals(0, done.status(), done.all());
    assertEquals(text, Files.readString(folder.resolve("partial/sweep.filter")));

    JsonNode row = table("partial", "scores").get(0);
    assertEquals(COUNTED, row.path("counted").asLong());
    assertTrue(row.path("accesses").asLong() > 404000, row.toString());
    assertTrue(row.path("wordTl").isNull(), row.toString());
    assertTrue(table("partial", "scores").get(1).path("wordTl").isNumber(), "nothing is excluded");
    JsonNode trace = table("partial", "trace").get(0);
    assertEquals(
        row.path("accesses").asLong() - COUNTED,
        Math.round(1000 * trace.path("traceLines").asDouble()));
    Tslmap shown = tslmap("table partial --tables scores");
    assertTrue(shown.out().matches("(?s).*twice\\.serial +[0-9,]+ +400,001 +- .*"), shown.all());
    assertTrue(shown.out().contains("note: partial: "), shown.all());
    assertTrue(Files.exists(folder.resolve("partial/plots/plane.png")));
    Tslmap csv = tslmap("table partial --tables scores --format csv --no-plots");
    assertTrue(csv.out().contains(",400001,,"), csv.all());
    MadeUpSurface.of(Machine.current()).write(folder.resolve("its-surface.json"));
    Tslmap placed =
        tslmap("table partial --surface its-surface.json --tables surface --format json");
    JsonNode places = JSON.readTree(placed.out()).path("tables").path("surface").path("rows");
    JsonNode last = places.get(places.size() - 1);
    assertEquals("twice.serial", last.path("program").asText(), placed.all());
    assertTrue(last.path("failure").asText().contains("counted and not scored"), placed.all());

    Files.delete(folder.resolve("partial/results/twice.serial.store.json"));
    Files.delete(rules);
    Tslmap again = tslmap(start);
    assertEquals(0, again.status(), again.all());
    assertTrue(again.err().contains("goes on with its filter partial/sweep.filter"), again.all());
    assertEquals(COUNTED, table("partial", "scores").get(0).path("counted").asLong());

    Files.writeString(rules, text.replace("often", "once"));
    Tslmap other = tslmap(start + " --filter rules");
    assertEquals(1, other.status(), other.all());
    assertEquals(1, other.err().lines().count(), other.all());
    assertTrue(other.err().contains("the other rules of partial/sweep.filter"), other.all());
  }

  @Test
  void aKilledSweepEndsItsProgramAndGoesOnLater() throws Exception {
    Path go = folder.resolve("go");
    Path pid = folder.resolve("pid");
    assertEquals(
        0, new ProcessBuilder("mkfifo", folder.resolve("never").toString()).start().waitFor());
    Path waits =
        script("waits.sh", "[ -e '%s' ] || { echo $$ > '%s'; exec cat never; }".formatted(go, pid));
    Files.writeString(folder.resolve("list"), "quick /bin/true\nwaits " + waits + "\n");
    Process killed =
        Tslmap.builder(folder, "npb", "sweep", "--list", "list", "--out", "killed")
            .redirectErrorStream(true)
            .start();
    try (BufferedReader lines = killed.inputReader()) {
      assertTrue(lines.readLine().contains("1 of 6: quick.serial, native"));
      Optional<ProcessHandle> program = Optional.empty();
      while (program.isEmpty() && killed.isAlive()) {
        Thread.sleep(10);
        if (Files.exists(pid) && Files.size(pid) > 0) {
          program = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
        }
      }
      killed.destroyForcibly().waitFor();
      program.orElseThrow().onExit().get(60, TimeUnit.SECONDS);
    }
    byte[] first = Files.readAllBytes(folder.resolve("killed/results/quick.serial.native.json"));
    Files.createFile(go);
    Tslmap again = tslmap("sweep --list list --out killed");
    assertEquals(0, again.status(), again.all());
    assertTrue(again.err().contains("1 of 6 runs are done already"), again.all());
    assertTrue(again.out().contains("6 of 6 runs went well"), again.all());
    assertArrayEquals(
        first, Files.readAllBytes(folder.resolve("killed/results/quick.serial.native.json")));
  }

  @Test
  void aBenchmarkThatDoesNotVerifyFailsItsRow() throws IOException, InterruptedException {
    Path bin = Files.createDirectory(folder.resolve("bad"));
    script("bad/is.S.x", "echo ' Verification    =    UNSUCCESSFUL'\n");
    Tslmap bad = tslmap("sweep --npb-dir " + bin + " --out failed");
    assertEquals(1, bad.status(), bad.all());
    assertTrue(bad.out().contains("FAILED   is.S.serial, native: it does not verify"), bad.all());
    assertTrue(bad.out().contains("NOT DONE is.S.serial, score"), bad.all());
    JsonNode row = table("failed", "scores").get(0);
    assertTrue(row.path("accesses").isNull(), row.toString());
    assertTrue(row.path("failure").asText().contains("UNSUCCESSFUL"), row.toString());
  }

  @Test
  void aStatusThatIsNotZeroFailsItsRow() throws IOException, InterruptedException {
    Path wrong = script("wrong.sh", "echo out of cheese >&2; exit 3");
    Files.writeString(folder.resolve("wrong"), "wrong '" + wrong + "'\ntrue true # of the path\n");
    Tslmap failed = tslmap("sweep --list wrong --out wrongs");
    assertEquals(1, failed.status(), failed.all());
    assertTrue(
        failed.out().contains("FAILED   wrong.serial, native: ended with status 3: out of cheese"),
        failed.all());
    assertTrue(failed.out().contains("3 of 6 runs went well"), failed.all());
  }

  @Test
  void anotherNpbFolderWorksTheSame() throws IOException, InterruptedException {
    Path own = Path.of(System.getProperty("tslmap.home"), "npb-runs/target/bin/is.S.serial");
    // Where in a line the stack begins, and with it scores of lines, depends on lengths of paths:
    // of the program, and of the folder of results, which is in the environment.
    int missing = own.toString().length() - folder.resolve("b/is.S.x").toString().length();
    Path bin =
        Files.createDirectory(folder.resolve("b" + "-".repeat(Math.floorMod(missing, LINE))));
    Files.copy(own, bin.resolve("is.S.x"));
    Files.writeString(bin.resolve("README"), "no program");
    Tslmap other = tslmap("sweep --npb-dir " + bin.getFileName() + " --repeat 1 --out its");
    assertEquals(0, other.status(), other.all());
    JsonNode ours = table("two", "scores").get(0);
    JsonNode theirs = table("its", "scores").get(0);
    assertEquals("is.S.serial", theirs.path("program").asText());
    for (String score : List.of("wordTl", "wordSl", "lineTl", "lineSl")) {
      assertEquals(ours.path(score).asDouble(), theirs.path(score).asDouble(), 1e-3, score);
    }
  }

  @Test
  void slurmGetsAScriptThatBashUnderstands() throws IOException, InterruptedException {
    Tslmap dry =
        tslmap("sweep --benchmarks is --out slurm --slurm --dry-run --slurm-option --time=1:00:00");
    assertEquals(0, dry.status(), dry.all());
    assertTrue(dry.out().contains("#SBATCH --array=0-2%1\n"), dry.all());
    assertTrue(dry.out().contains("#SBATCH --time=1:00:00\n"), dry.all());
    Path script = Files.writeString(folder.resolve("job"), dry.out());
    assertEquals(0, new ProcessBuilder("bash", "-n", script.toString()).start().waitFor());
    assertFalse(Files.exists(folder.resolve("slurm")), "a dry run leaves nothing");
  }

  @Test
  void anElementOfAJobArrayDoesOneRunAndCollectSaysWhatIsMissing()
      throws IOException, InterruptedException {
    Path never = script("later.sh", "exit 0");
    Files.writeString(folder.resolve("one"), "later '" + never + "'\n");
    Tslmap all = tslmap("sweep --list one --out elements");
    assertEquals(0, all.status(), all.all());
    Files.delete(folder.resolve("elements/results/later.serial.none.json"));
    Tslmap missing = tslmap("sweep --collect elements");
    assertEquals(1, missing.status(), missing.all());
    assertTrue(missing.out().contains("NOT DONE later.serial, none"), missing.all());
    Tslmap element = tslmap("sweep --out elements --element 1");
    assertEquals(0, element.status(), element.all());
    Tslmap complete = tslmap("sweep --collect elements");
    assertEquals(0, complete.status(), complete.all());
    assertTrue(complete.out().contains("3 of 3 runs went well"), complete.all());
  }

  @Test
  void listNamesWhatIsBuilt() throws IOException, InterruptedException {
    Tslmap list = tslmap("list");
    assertEquals(0, list.status(), list.all());
    assertTrue(list.out().lines().anyMatch(line -> line.matches("is +S.*integer sort.*")));
    assertTrue(list.out().lines().anyMatch(line -> line.matches("bt .* none .*")));
  }

  @Test
  void wrongUsageIsRefused() throws IOException, InterruptedException {
    Files.writeString(folder.resolve("empty"), "# nothing\n");
    Files.writeString(folder.resolve("wrong-rules"), "EXCLUDE f\n");
    for (String arguments :
        List.of(
            "sweep",
            "sweep --out x --classes Q",
            "sweep --out x --benchmarks nosuch",
            "sweep --out x --jobs 0",
            "sweep --out x --functions find_my_seed",
            "sweep --out x --benchmarks ep --functions is:rank",
            "sweep --out x --dry-run",
            "sweep --out x --npb-dir a --list b",
            "sweep --out x --benchmarks ep --filter nosuch",
            "sweep --out x --benchmarks ep --filter wrong-rules",
            "run is --filter nosuch",
            "run bt --variant mpi",
            "run is --threads 2",
            "table two --tables nosuch")) {
      Tslmap refused = tslmap(arguments);
      assertEquals(2, refused.status(), arguments + "\n" + refused.all());
    }
    for (String arguments :
        List.of("sweep --out x --list empty", "sweep --out x --npb-dir two", "table nosuch")) {
      Tslmap failed = tslmap(arguments);
      assertEquals(1, failed.status(), arguments + "\n" + failed.all());
      assertFalse(failed.err().contains("internal error"), failed.all());
    }
  }
}
