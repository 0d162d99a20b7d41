package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.StateHistory;
import org.tslmap.locality.profile.View;

/** Harmless functions are found, written as a filter file, and left out of a replay. */
class FilterEndToEndTest {
  private static final String GET = "Set::get(int, int) const";
  private static final String PROBE = "probe(unsigned long)";

  /** What functions of the program itself have in a list of JSON. */
  private static JsonNode function(JsonNode functions, String name) {
    return StreamSupport.stream(functions.spliterator(), false)
        .filter(one -> one.get("function").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static FunctionProfile function(ProcessProfile process, String name) {
    return process.functionProfiles().stream()
        .filter(one -> one.function().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @EmptyFolder private Path folder;

  private TestPrograms.Result filter(String... arguments) throws IOException, InterruptedException {
    String[] all = new String[arguments.length + 1];
    all[0] = "filter";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return new TestPrograms(folder).tslmap(all);
  }

  @Test
  void harmlessFunctionsAreFoundWrittenAndLeftOut() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    Path program = programs.compileWith("g++", "filtered.cc", "-O1");
    AttributedRun run = AttributedRun.of(folder, List.of(), List.of(program.toString()));
    String place = run.folder().toString();
    Path file = folder.resolve("written.filter");

    TestPrograms.Result advice = filter("--format", "json", "--write", file.toString(), place);
    assertEquals(0, advice.status(), advice.err());
    JsonNode said = new ObjectMapper().readTree(advice.out());
    JsonNode get = function(said.get("functions"), GET);
    assertEquals("count harmless", get.get("verdict").asText() + " " + get.get("reason").asText());
    assertEquals(600 * 999, get.get("calls").asLong());
    long accesses = function(run.main(), GET).accesses();
    assertEquals(accesses, get.get("accesses").asLong());
    assertTrue(get.get("savedBytes").asLong() > 0);
    assertTrue(said.get("countedShare").asDouble() >= get.get("share").asDouble());
    JsonNode probe = function(said.get("functions"), PROBE);
    assertEquals("keep", probe.get("verdict").asText());
    assertTrue(probe.get("reason").asText().startsWith("wastes "), "" + probe);
    JsonNode main = function(said.get("functions"), "main");
    assertEquals("few calls", main.get("reason").asText());
    String text = Files.readString(file);
    assertTrue(
        text.contains("\n  EXCLUDE MANGLED _ZNK3Set3getEii # " + GET + ": 599,400 calls, "), text);
    assertFalse(text.contains("probe"), text);
    drift(file, place);
    replay(run, accesses);
    recordedWithTheFilter(program, file);
    refusals(run);
  }

  /** Also where the code that allocates them is only counted. */
  @Test
  void blocksHaveTheNamesOfARunInWhichAllIsRecorded() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    List<String> program =
        List.of(programs.compileWith("g++", "counted-allocation.cc", "-O1").toString());
    Path file = folder.resolve("only.filter");
    Files.writeString(
        file,
        """
        SCOREP_REGION_NAMES_BEGIN
          EXCLUDE *
          INCLUDE go_over(*
        SCOREP_REGION_NAMES_END
        """);
    Map<String, Long> blocks = blocks(AttributedRun.of(folder, List.of(), program));
    assertEquals(3, blocks.size(), blocks::toString);
    for (String name : List.of("values = calloc in make", "elements = malloc in wrapped")) {
      assertEquals(
          List.of(3L * 50_000),
          blocks.entrySet().stream()
              .filter(block -> block.getKey().startsWith(name))
              .map(Map.Entry::getValue)
              .toList(),
          blocks::toString);
    }
    List<String> options = List.of("--trace", "full", "--filter", file.toString());
    AttributedRun counted = AttributedRun.of(folder, options, program);
    assertEquals(blocks, blocks(counted));
    List<String> later = new ArrayList<>(options);
    later.addAll(List.of("--count-after", "65536"));
    AttributedRun recordedFirst = AttributedRun.of(folder, later, program);
    double recorded = function(recordedFirst.main(), "main").histograms().scoredShare();
    assertTrue(recorded > 0 && recorded < 1, "blocks of recorded and of counted code: " + recorded);
    assertEquals(blocks, blocks(recordedFirst));
    String again = counted.folder() + "-again";
    TestPrograms.Result replay =
        programs.tslmap("replay", "--out", again, counted.folder().toString());
    assertEquals(0, replay.status(), replay.err());
    assertEquals(
        -1,
        Files.mismatch(
            counted.folder().resolve("profile.json"), Path.of(again).resolve("profile.json")));
  }

  /** What the recorded function loads from heap blocks, by their names. */
  private static Map<String, Long> blocks(AttributedRun run) {
    Map<String, Long> loads = new TreeMap<>();
    for (DataObject object : run.main().attribution().objects()) {
      if (object.kind() == DataClass.HEAP) {
        long made = AttributedRun.loads(run.main(), "go_over(long const*, int)", object::equals);
        if (made > 0) {
          loads.put(object.name(), made);
        }
      }
    }
    return loads;
  }

  /** Of the code that runs later it is only estimated how often it misses. */
  @Test
  void codeThatWasNeverRecordedIsNoHotspot() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    String program = programs.compile("later-code.c").toString();
    Path file = folder.resolve("probe.filter");
    Files.writeString(
        file, "SCOREP_REGION_NAMES_BEGIN\n  EXCLUDE probe\nSCOREP_REGION_NAMES_END\n");
    AttributedRun run =
        AttributedRun.of(
            folder,
            List.of("--trace", "none", "--filter", file.toString(), "--count-after", "65536"),
            List.of(program));
    assertTrue(
        AttributedRun.loads(run.main(), "probe", object -> object.kind() == DataClass.UNKNOWN)
            >= 2_000_000);
    String hotspots = programs.tslmap("hotspots", run.folder().toString()).out();
    assertTrue(hotspots.contains("random probes: probe, table = calloc in main"), hotspots);
    assertFalse(hotspots.contains("unknown"), hotspots);
  }

  private void drift(Path file, String place) throws IOException, InterruptedException {
    TestPrograms.Result tested = filter("--test", file.toString(), "--format", "json", place);
    assertEquals(0, tested.status(), tested.err());
    assertEquals("", tested.err());
    JsonNode drift = new ObjectMapper().readTree(tested.out()).get("drift");
    for (String score : List.of("wordTl", "wordSl", "lineTl", "lineSl")) {
      assertEquals(0, drift.get("whole").get(score + "Drift").asDouble(), 0.005, score);
    }
    // Alone, what is left shows another program: the reason why counts stand for the rest.
    assertTrue(Math.abs(drift.get("stream").get("wordSlDrift").asDouble()) > 0.02, "" + drift);
    JsonNode probe = function(drift.get("functions"), PROBE);
    assertFalse(probe.get("contextLost").asBoolean(), "" + probe);
    assertTrue(
        StreamSupport.stream(drift.get("functions").spliterator(), false)
            .noneMatch(one -> one.get("function").asText().equals(GET)));
  }

  private void replay(AttributedRun run, long accesses) throws IOException, InterruptedException {
    Path only = folder.resolve("only.filter");
    Files.writeString(
        only,
        """
        SCOREP_REGION_NAMES_BEGIN
          EXCLUDE Set::get(*
          EXCLUDE void nothing(int, int)
        SCOREP_REGION_NAMES_END
        """);
    Path out = folder.resolve("kept");
    TestPrograms.Result replayed =
        new TestPrograms(folder)
            .tslmap(
                "replay", "--filter", only.toString(), "--out", out.toString(), "" + run.folder());
    assertEquals(0, replayed.status(), replayed.err());
    assertTrue(
        replayed
            .err()
            .contains(
                only
                    + ": nothing that ran matches line 3: void nothing(int, int);"
                    + " escape blanks: void\\ nothing(int,\\ int)"),
        replayed.err());
    ProcessProfile kept = ProfileJson.read(out.resolve("profile.json")).mainProcess();
    assertEquals(run.main().totals().accesses(), kept.totals().accesses());
    assertEquals(accesses, kept.totals().counted());
    assertEquals(List.of("--tsl-filter=" + only), kept.filters());
    assertEquals(View.PARTIAL, kept.view());
    assertEquals(function(run.main(), PROBE).loads(), function(kept, PROBE).loads());
  }

  /** A run with the filter has the histograms of a full run that is replayed with it. */
  private void recordedWithTheFilter(Path program, Path filter)
      throws IOException, InterruptedException {
    Path replayed = folder.resolve("filtered-replay");
    TestPrograms programs = new TestPrograms(folder);
    Path full = folder.resolve("filtered-full");
    Path live = folder.resolve("filtered-live");
    assertEquals(
        0, programs.tslmap("run", "--quiet", "--out", "" + full, "--", "" + program).status());
    TestPrograms.Result run =
        programs.tslmap(
            "run", "--quiet", "--filter", "" + filter, "--out", "" + live, "--", "" + program);
    assertEquals(0, run.status(), run.err());
    assertEquals(
        0,
        programs
            .tslmap("replay", "--quiet", "--filter", "" + filter, "--out", "" + replayed, "" + full)
            .status());
    ProcessProfile recorded = ProfileJson.read(live.resolve("profile.json")).mainProcess();
    ProcessProfile scored = ProfileJson.read(replayed.resolve("profile.json")).mainProcess();
    // A replay of selected code does not tell which loads wait.
    assertEquals(recorded.sites(), scored.withDependenceOf(recorded).sites());
    assertTrue(recorded.sites().stream().anyMatch(site -> site.dependence().isPresent()));
    assertEquals(recorded.threads(), scored.threads());
    assertEquals(recorded.windows(), scored.windows());
    assertEquals(
        StateHistory.byFunction(List.of(recorded)), StateHistory.byFunction(List.of(scored)));
    String said = new TestPrograms(folder).tslmap("report", "" + live).out();
    assertTrue(
        said.contains(GET + ": counted from the beginning (--tsl-filter=" + filter + ", line "),
        said);
    assertEquals(recorded.totals().counted(), scored.totals().counted());
    assertTrue(recorded.totals().counted() > 0);
    assertTrue(recorded.end().complete(), recorded.end().incompleteReason());
  }

  private void refusals(AttributedRun run) throws IOException, InterruptedException {
    Path wrong = folder.resolve("wrong.filter");
    String place = run.folder().toString();
    refused(2, "expected a filter file, but found none that can be read: " + wrong, wrong, place);
    Files.writeString(wrong, "SCOREP_REGION_NAMES_BEGIN\nEXCUDE f\nSCOREP_REGION_NAMES_END\n");
    refused(
        2,
        wrong
            + ", line 2: expected EXCLUDE, INCLUDE or SCOREP_REGION_NAMES_END, but found \"EXCUDE\"",
        wrong,
        place);
    Files.writeString(wrong, "SCOREP_REGION_NAMES_BEGIN EXCLUDE * SCOREP_REGION_NAMES_END\n");
    refused(1, wrong + " excludes every function of the run", wrong, place);
    refused(1, "--test expects a run with a trace", wrong, place + "/profile.json");
  }

  private void refused(int status, String message, Path file, String run)
      throws IOException, InterruptedException {
    TestPrograms.Result result = filter("--test", file.toString(), run);
    assertEquals(status, result.status(), result.err());
    assertTrue(result.err().contains(message), result.err());
    assertEquals("", result.out());
  }
}
