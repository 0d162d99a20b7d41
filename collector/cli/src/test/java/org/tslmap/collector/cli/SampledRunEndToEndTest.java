package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.collector.cli.TestPrograms.Result;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.Grouping;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.Operations;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.ScoreErrors;
import org.tslmap.locality.profile.SiteProfile;

/** {@code tslmap run --sample}, beside exact runs of the same program. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SampledRunEndToEndTest {
  private static final double NEAR = 0.02;

  /** However the sign before the numbers is encoded. */
  private static final Pattern INTERVAL =
      Pattern.compile("\"tlInterval\" : \\[ 0\\.\\d+, [01]\\.\\d+ ]");

  private static final Pattern INTERVALS =
      Pattern.compile(" TL \\S+\\d\\.\\d{4} SL \\S+\\d\\.\\d{4}");

  private Path folder;
  private TestPrograms programs;
  private String repeated;

  @BeforeAll
  void compile(@EmptyFolder Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    programs = new TestPrograms(folder);
    repeated = programs.compile("repeated.c").toString();
  }

  private Result measure(String out, String options, String... arguments)
      throws IOException, InterruptedException {
    return programs.measure(out, options, repeated, arguments);
  }

  private ProcessProfile process(String run) throws IOException {
    return ProfileJson.read(folder.resolve(run).resolve("profile.json")).processes().get(0);
  }

  private static void assertNear(ProcessProfile exact, ProcessProfile sampled) {
    assertEquals(exact.parameters(), sampled.parameters());
    assertEquals(exact.totals().loads(), sampled.totals().loads());
    assertEquals(exact.totals().stores(), sampled.totals().stores());
    assertEquals(exact.totals().toolAccesses(), sampled.totals().toolAccesses());
    Sampling sampling = sampled.sampling().orElseThrow();
    assertTrue(sampling.scoredAccesses() < exact.totals().accesses() / 5, sampling.toString());
    long n = exact.parameters().n();
    for (Granularity granularity : MetricParameters.defaults().granularities()) {
      LocalityHistogram of = exact.histograms().at(granularity);
      LocalityHistogram part = sampled.histograms().at(granularity);
      assertEquals(of.accesses(), part.accesses());
      assertEquals(
          of.temporalLocality(n),
          part.temporalLocality(n),
          Math.max(NEAR, sampling.whole().temporal(granularity)));
      assertEquals(
          of.spatialLocality(),
          part.spatialLocality(),
          Math.max(NEAR, sampling.whole().spatial(granularity)));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "whole | auto | --top 3",
        "rate | 0.05 | --top 3",
        "parameters | auto | --word 4 --line 32 --window 8 --imax 64 --n 4096 --history process",
        "fn | auto | --fn sweep",
        "region | auto | --region table",
        "toggle | auto | --toggle scatter",
        "skip | auto | --skip-fn scatter",
      })
  void countsAreExactAndScoresNear(String name, String rate, String options)
      throws IOException, InterruptedException {
    Result exact = measure(name + "-exact", options + " --trace none --attribute code");
    Result sampled = measure(name, options + " --sample=" + rate);
    assertEquals(7, exact.status(), exact.err());
    assertEquals(7, sampled.status(), sampled.err());
    assertEquals(exact.out(), sampled.out());
    assertNear(process(name + "-exact"), process(name));
    assertTrue(sampled.err().contains("note: sampled: 1 of "), sampled.err());
    // Where many accesses were only counted, the whole has no scores and no intervals.
    assertEquals(
        process(name).histograms().tellScores(),
        INTERVALS.matcher(sampled.err()).find(),
        sampled.err());
    assertTrue(sampled.err().contains("kept in " + name), sampled.err());
    try (Stream<Path> files = Files.list(folder.resolve(name))) {
      assertEquals(
          List.of("profile.json", "run.json"),
          files.map(file -> file.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void dataAndPathsAreThoseOfAnExactRun() throws IOException, InterruptedException {
    assertEquals(7, measure("all-exact", "--quiet --trace none").status());
    assertEquals(7, measure("all", "--quiet --sample=auto").status());
    ProcessProfile exact = process("all-exact");
    ProcessProfile sampled = process("all");
    assertNear(exact, sampled);
    for (String name : List.of("a", "table")) {
      LocalityHistogram of = ofObject(exact, name);
      LocalityHistogram part = ofObject(sampled, name);
      // Each is used by instructions of its own, so that even its accesses are known.
      assertEquals(1, (double) part.accesses() / of.accesses(), 0.01, name);
      assertEquals(of.temporalLocality(1 << 23), part.temporalLocality(1 << 23), NEAR, name);
      assertEquals(of.spatialLocality(), part.spatialLocality(), NEAR, name);
      Footprint all = footprintOf(exact, name);
      Footprint estimate = footprintOf(sampled, name);
      assertEquals(1, (double) estimate.line() / all.line(), 0.05, name);
      assertEquals(1, (double) estimate.word() / all.word(), 0.1, name);
    }
    LocalityHistogram path = ofFunction(sampled, "scatter");
    assertEquals(
        1, (double) path.accesses() / ofFunction(exact, "scatter").accesses(), 0.001, "scatter");
    // What was called before the first burst is not called again by each of them.
    assertEquals(1, callsOf(exact, "main"));
    assertEquals(1, callsOf(sampled, "main"));
  }

  private static long callsOf(ProcessProfile process, String name) {
    return process.attribution().calls().stream()
        .filter(node -> node.function() >= 0)
        .filter(node -> process.functions().get(node.function()).name().equals(name))
        .mapToLong(CallNode::calls)
        .sum();
  }

  private static Footprint footprintOf(ProcessProfile process, String name) {
    Attribution data = process.attribution();
    return data.footprints().of(Grouping.OBJECT).stream()
        .filter(
            part ->
                data.objects().get(data.accesses().get(part.access()).object()).name().equals(name))
        .findFirst()
        .orElseThrow()
        .footprint();
  }

  private static LocalityHistogram ofObject(ProcessProfile process, String name) {
    LocalityHistogram sum = new LocalityHistogram(process.parameters().imax());
    process.attribution().accesses().stream()
        .filter(access -> process.attribution().objects().get(access.object()).name().equals(name))
        .forEach(access -> sum.add(access.histograms().word()));
    return sum;
  }

  private static LocalityHistogram ofFunction(ProcessProfile process, String name) {
    LocalityHistogram sum = new LocalityHistogram(process.parameters().imax());
    process.attribution().calls().stream()
        .filter(node -> node.function() >= 0)
        .filter(node -> process.functions().get(node.function()).name().equals(name))
        .forEach(node -> sum.add(node.histograms().word()));
    return sum;
  }

  @Test
  void aStretchIsTheToolsOwn() throws IOException, InterruptedException {
    Result run = measure("stretch", "--sample=auto --start-after 1M --stop-after 3M");
    assertEquals(7, run.status(), run.err());
    ProcessProfile part = process("stretch");
    long from = part.stretch().orElseThrow().before().orElseThrow();
    assertTrue(from >= 1_000_000 && from < 1_000_100, "begins with a block: " + from);
    long accesses = part.totals().accesses();
    assertTrue(accesses >= 3_000_000 && accesses < 3_000_100, "ends with a block: " + accesses);
    assertTrue(part.sampling().orElseThrow().whole().bursts() > 1);
  }

  /** What is counted in pauses is what recorded code would have told. */
  @Test
  void recordingPausesInLongRuns() throws IOException, InterruptedException {
    Result whole = measure("not-paused", "--sample=auto --pause-after 0", "900");
    Result parts = measure("paused", "--sample=auto --pause-after 16777216", "900");
    assertEquals(7, parts.status(), parts.err());
    assertEquals(whole.out(), parts.out());
    ProcessProfile all = process("not-paused");
    ProcessProfile some = process("paused");
    assertEquals(0, all.sampling().orElseThrow().pausedAccesses());
    Sampling sampling = some.sampling().orElseThrow();
    long accesses = all.totals().accesses();
    assertTrue(
        sampling.pausedAccesses() > 1 << 20 && sampling.pausedAccesses() < accesses,
        sampling.toString());
    assertEquals(all.totals().loads(), some.totals().loads());
    assertEquals(all.totals().stores(), some.totals().stores());
    assertEquals(
        all.sites().stream().map(SiteProfile::accesses).toList(),
        some.sites().stream().map(SiteProfile::accesses).toList());
    for (String function : List.of("sweep", "scatter")) {
      assertEquals(instructions(all, function), instructions(some, function));
    }
    for (Granularity granularity : all.parameters().granularities()) {
      ScoreErrors errors = sampling.whole();
      assertEquals(
          all.histograms().at(granularity).temporalLocality(1 << 23),
          some.histograms().at(granularity).temporalLocality(1 << 23),
          errors.temporal(granularity));
      assertEquals(
          all.histograms().at(granularity).spatialLocality(),
          some.histograms().at(granularity).spatialLocality(),
          errors.spatial(granularity));
    }
    String report = programs.tslmap("report", "paused").out();
    assertTrue(
        report.contains(
            "\npaused      recording paused for %,d accesses, which are only counted: memory that was"
                    .formatted(sampling.pausedAccesses())
                + " touched only meanwhile is not in the footprint\n"),
        report);
  }

  /** All but mispredicted branches, which are estimates. */
  private static List<InstructionCounts> instructions(ProcessProfile process, String name) {
    return process.operations().functions().stream()
        .filter(part -> process.functions().get(part.function()).name().equals(name))
        .map(Operations.OfFunction::counts)
        .map(counts -> counts.withBranches(counts.conditional().orElseThrow(), 0))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "--sample=0.05 --pause-after 5, with --sample=auto or --budget",
    "--sample=auto --pause-after -1, expected a number of accesses such as 20M",
    "--sample=auto --pause-after 5 --stop-after 9, recording never pauses with --stop-after"
  })
  void recordingPausesOnlyWhereItCan(String options, String message)
      throws IOException, InterruptedException {
    Result refused = measure("refused", options);
    assertTrue(refused.status() != 0 && refused.out().isEmpty(), refused.out());
    assertTrue(refused.err().contains(message), refused.err());
  }

  @Test
  void otherCommandsShowTheRunOrSayWhatIsNotThere() throws IOException, InterruptedException {
    assertEquals(7, measure("shown", "--quiet --sample=auto").status());
    String report = programs.tslmap("report", "shown").out();
    assertTrue(report.contains("note: sampled: 1 of "), report);
    assertTrue(INTERVALS.matcher(report).find(), report);
    String data = programs.tslmap("report", "shown", "--table", "data").out();
    assertTrue(data.contains("table"), data);
    String table = programs.tslmap("report", "shown", "--table", "data", "--format", "json").out();
    assertTrue(INTERVAL.matcher(table).find(), table);
    String hotspots = programs.tslmap("hotspots", "shown").out();
    assertTrue(hotspots.contains("sampled   1 of "), hotspots);
    assertFalse(hotspots.contains("threads share"), hotspots);
    Result pages = programs.tslmap("view", "--export", "pages", "shown");
    assertEquals(0, pages.status(), pages.err());
    String list = programs.tslmap("list", ".").out();
    assertTrue(list.lines().anyMatch(line -> line.startsWith("shown ")), list);
    Result plot = programs.tslmap("plot", "shown");
    assertEquals(0, plot.status(), plot.err());
    assertTrue(Files.exists(folder.resolve("shown/plots/scores.png")));
    assertTrue(plot.err().contains("address-time is not drawn"), plot.err());
    Result replay = programs.tslmap("replay", "shown");
    assertEquals(1, replay.status());
    assertEquals(1, replay.err().lines().count(), replay.err());
    assertTrue(replay.err().contains("expected a stored trace"), replay.err());
  }

  /** Threads that begin when no longer all accesses are scored. */
  @Test
  void burstsShowWhatThreadsShare() throws IOException, InterruptedException {
    String program = programs.compile("late-sharing.c", "-pthread").toString();
    Result run =
        programs.tslmap("run", "--quiet", "--sample=auto", "--out", "shares", "--", program);
    assertEquals(0, run.status(), run.err());
    String hotspots = programs.tslmap("hotspots", "shares").out();
    assertTrue(hotspots.contains("false sharing: count, counters"), hotspots);
    assertTrue(hotspots.contains(" scored; of what threads share only a part is seen; "), hotspots);
    String sharing = programs.tslmap("report", "--table", "sharing", "shares").out();
    assertTrue(sharing.contains("these are the transfers between them"), sharing);
  }

  @Test
  void aShortProgramIsScoredWhole() throws IOException, InterruptedException {
    Result run = programs.tslmap("run", "--sample=0.02", "--out", "short", "--", "/bin/true");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.err().contains("so few accesses that all are scored"), run.err());
  }

  @Test
  void aBudgetPicksWhatIsScored() throws IOException, InterruptedException {
    Result small = measure("small", "--budget=1x");
    assertEquals(7, small.status(), small.err());
    assertTrue(small.err().contains("; budget 1x: about "), small.err());
    Sampling part = process("small").sampling().orElseThrow();
    assertEquals("budget", part.mode());
    assertEquals("1x", part.budget().orElseThrow().asked());
    assertEquals(1, part.exactAccesses() >> 20, "one look at the pace is enough: " + part);
    Result large = measure("large", "--budget=10000x --attribute code");
    assertEquals(7, large.status(), large.err());
    assertTrue(large.err().contains("all accesses scored"), large.err());
    assertFalse(large.err().contains("scored in bursts"), large.err());
    assertFalse(INTERVALS.matcher(large.err()).find(), large.err());
    ProcessProfile all = process("large");
    assertEquals(all.totals().accesses(), all.sampling().orElseThrow().exactAccesses());
    measure("large-exact", "--trace none --attribute code");
    for (Granularity granularity : MetricParameters.defaults().granularities()) {
      // Where the stack begins makes a few accesses differ.
      LocalityHistogram exact = process("large-exact").histograms().at(granularity);
      LocalityHistogram same = all.histograms().at(granularity);
      assertEquals(exact.accesses(), same.accesses());
      assertTrue(Math.abs(exact.cold() - same.cold()) < 10, exact.cold() + " " + same.cold());
      assertEquals(exact.spatialLocality(), same.spatialLocality(), 1e-4);
    }
  }

  @Test
  void endsAreThoseOfTheProgram() throws IOException, InterruptedException {
    Result term = measure("term", "--sample=auto", "k");
    assertEquals(128 + 15, term.status(), term.err());
    assertTrue(term.err().contains("tslmap: signal 15 ended the program"), term.err());
    assertEquals(15, process("term").end().signal());

    Result replaced = measure("replaced", "--sample=auto", "b");
    assertEquals(0, replaced.status(), replaced.err());
    String said = "replaced itself by /bin/true (exec), which was not measured";
    assertEquals(1, replaced.err().split("/bin/true", -1).length - 1, replaced.err());
    assertTrue(replaced.err().contains(said), replaced.err());
    Result both = measure("both", "--sample=auto --trace-children", "b");
    assertTrue(both.err().contains("2 processes added together"), both.err());

    Result killed = measure("killed", "--sample=auto", "kx");
    assertEquals(128 + 9, killed.status(), killed.err());
    assertTrue(killed.err().contains("so only its first accesses are kept"), killed.err());
    assertTrue(process("killed").totals().accesses() >= 1 << 20, killed.err());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--sample=auto --view | --view needs all accesses, and with --sample=auto only a part",
        "--sample=auto --trace-limit 5M | --trace-limit needs all accesses",
        "--sample=0.01 --trace full | --trace full needs all accesses, and with --sample=0.01",
        "--sample=auto --engine java | --engine java needs all accesses",
        "--sample=0.5 | the share of accesses to score, 0.0001 to 0.1, found '0.5'",
        "--sample=auto --budget=3x | --budget=3x picks what is scored, and so does --sample=auto",
        "--budget=3x --view | --view needs all accesses, and with --budget=3x",
        "--budget=3 | times Valgrind without a tool, such as 3x, or seconds, such as 60s",
        "--budget=0.5x | at least 1, found '0.5x'",
        "--sample=some | expected off, auto or the share",
      })
  void whatNeedsAllAccessesIsRefused(String options, String message)
      throws IOException, InterruptedException {
    Result run = measure("refused", options);
    assertEquals(2, run.status());
    assertTrue(run.err().contains(message), run.err());
    assertFalse(Files.exists(folder.resolve("refused")));
  }
}
