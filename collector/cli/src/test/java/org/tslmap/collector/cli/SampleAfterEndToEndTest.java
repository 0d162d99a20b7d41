package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.collector.cli.TestPrograms.Result;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.SiteProfile;

/** Runs that are sampled when they get long, beside those of which each access is scored. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SampleAfterEndToEndTest {
  private static final long AFTER = 2_097_152;

  private Path folder;
  private TestPrograms programs;
  private String repeated;

  @BeforeAll
  void compile(@EmptyFolder Path temporary) throws IOException, InterruptedException {
    folder = temporary;
    programs = new TestPrograms(folder);
    repeated = programs.compile("repeated.c").toString();
    assertEquals(7, measure("off", "--quiet --sample=off").status());
    Result late = measure("late", "--sample-after " + AFTER);
    assertEquals(7, late.status(), late.err());
    assertTrue(late.err().contains("tslmap run --sample=off"), late.err());
  }

  private Result measure(String out, String options, String... arguments)
      throws IOException, InterruptedException {
    return programs.measure(out, options, repeated, arguments);
  }

  private LocalityProfile profile(String run) throws IOException {
    return ProfileJson.read(folder.resolve(run).resolve("profile.json"));
  }

  private ProcessProfile process(String run) throws IOException {
    return profile(run).processes().get(0);
  }

  @Test
  void ofShortRunsAllIsScoredAndStored() throws IOException, InterruptedException {
    assertEquals(7, measure("usual", "--quiet").status());
    ProcessProfile usual = process("usual");
    ProcessProfile off = process("off");
    assertTrue(usual.options().contains("--tsl-sample-after=16777216"), usual.options().toString());
    assertEquals(Optional.empty(), usual.sampling());
    assertEquals(off.totals(), usual.totals());
    assertEquals(off.sites(), usual.sites());
    assertEquals(off.windows(), usual.windows());
    assertEquals(off.attribution(), usual.attribution());
    assertEquals(off.operations(), usual.operations());
    Result replay = programs.tslmap("replay", "--quiet", "--out", "again", "usual");
    assertEquals(0, replay.status(), replay.err());
    assertEquals(usual.attribution(), process("again").attribution());
  }

  /** Of most instructions too few accesses are followed: others to the same object say more. */
  @Test
  void aTableIsNotTouchedForTheFirstTimeWhereFreshMemoryIs()
      throws IOException, InterruptedException {
    String fields = programs.compile("fields.c").toString();
    Result run = programs.measure("copied", "--quiet --sample-after 1048576", fields);
    assertEquals(0, run.status(), run.err());
    ProcessProfile process = process("copied");
    long cold = 0;
    long all = 0;
    for (DataAccess access : process.attribution().accesses()) {
      SiteProfile site = process.sites().get(access.site());
      DataObject object = process.attribution().objects().get(access.object());
      if (object.name().equals("table") && process.functionOf(site).name().equals("copy")) {
        all += access.accesses();
        cold += access.histograms().line().cold();
      }
    }
    assertEquals(512 * 300, all);
    assertTrue(cold < 0.01 * all, cold + " first touches");
  }

  @Test
  void ofLongRunsTheFirstAccessesAreScoredAndStored() throws IOException, InterruptedException {
    ProcessProfile off = process("off");
    ProcessProfile late = process("late");
    Sampling sampling = late.sampling().orElseThrow();
    assertEquals("auto", sampling.mode());
    assertTrue(
        sampling.exactAccesses() >= AFTER && sampling.exactAccesses() < AFTER + (1 << 18),
        sampling.toString());
    assertEquals(sampling.exactAccesses(), late.totals().storedAccesses());
    assertEquals(off.totals().loads(), late.totals().loads());
    assertEquals(off.totals().stores(), late.totals().stores());
    for (Granularity granularity : off.parameters().granularities()) {
      assertEquals(
          off.histograms().at(granularity).temporalLocality(1 << 23),
          late.histograms().at(granularity).temporalLocality(1 << 23),
          Math.max(0.02, sampling.whole().temporal(granularity)));
      assertEquals(
          off.histograms().at(granularity).spatialLocality(),
          late.histograms().at(granularity).spatialLocality(),
          Math.max(0.02, sampling.whole().spatial(granularity)));
    }
    String report = programs.tslmap("report", "late").out();
    assertTrue(
        report.contains(
            "\nstored      %,d accesses of them, as long as all were scored\n"
                .formatted(sampling.exactAccesses())),
        report);
    String phases = programs.tslmap("report", "late", "--table", "phases").out();
    assertTrue(phases.contains("so there are no phases; measure with --sample=off"), phases);
    String phase = programs.tslmap("report", "late", "--phase", "A").out();
    assertTrue(phase.contains("so there are no phases; measure with --sample=off"), phase);
    Result hotspots = programs.tslmap("hotspots", "late", "--phase", "A");
    assertEquals(1, hotspots.status());
    assertTrue(
        hotspots
            .err()
            .contains(
                "late: expected accesses of phase A in the stored trace, found none; of phases it has"
                    + " those that the program marked (tslmap.h)"),
        hotspots.err());
  }

  /** Of the first accesses, which are all scored, no score is an estimate. */
  @Test
  void aPartOfWhatWasScoredIsNoSample() throws IOException, InterruptedException {
    String part = programs.tslmap("report", "late", "--fn", "sweep").out();
    assertTrue(part.contains("the program made more"), part);
    assertFalse(part.contains("95 % intervals"), part);
    assertTrue(programs.tslmap("report", "late").out().contains("95 % intervals"));
  }

  /** What is said of a merged run is true of the process that was sampled and of the other. */
  @Test
  void mergedWithAFullRunItSaysWhichPartWasSampled() throws IOException, InterruptedException {
    Result merge = programs.tslmap("merge", "both", "late", "off");
    assertEquals(0, merge.status(), merge.err());
    Sampling sampling = process("late").sampling().orElseThrow();
    String report = programs.tslmap("report", "both").out();
    String share = Sampling.share(profile("both").processes()).orElseThrow();
    assertTrue(
        report.contains(
            "note: sampled: %s (1 of 2 processes sampled); totals are exact".formatted(share)),
        report);
    assertEquals(1, report.split("note: sampled", -1).length - 1, report);
    assertTrue(
        report.contains(
            "\nsampled     in 1 of 2 processes %,d accesses scored in bursts, and the first %,d all; the others there are counted"
                .formatted(sampling.scoredAccesses(), sampling.exactAccesses())),
        report);
  }

  @Test
  void remediesAreNotTriedButHotspotsAreListed() throws IOException, InterruptedException {
    Result tried = programs.tslmap("hotspots", "late", "--try", "all", "--least", "0");
    assertEquals(1, tried.status());
    assertTrue(tried.err().contains("measure again with --sample=off"), tried.err());
    assertTrue(tried.out().contains("\n  1. "), tried.out());
  }

  @Test
  void replayHasWhatIsStored() throws IOException, InterruptedException {
    Result replay = programs.tslmap("replay", "late");
    assertTrue(
        replay
            .err()
            .contains(
                "stops where samples begin: %,d accesses are scored, the program made more"
                    .formatted(process("late").totals().storedAccesses())),
        replay.err());
  }

  private void sample(String out, String program) throws IOException, InterruptedException {
    Result run = programs.measure(out, "--quiet --sample-after " + AFTER, program);
    assertEquals(0, run.status(), run.err());
  }

  /**
   * Few bursts meet a sweep, but the lines that are followed tell which arrays it passes. Each of
   * three has 800,000 stores of one function.
   */
  @Test
  void sweepsOverSeveralArraysAreSharedOut() throws IOException, InterruptedException {
    String sweeps = programs.compile("sweeps.c").toString();
    sample("swept", sweeps);
    ProcessProfile swept = process("swept");
    for (String array : List.of("first", "second", "third")) {
      long accesses =
          swept.attribution().accesses().stream()
              .filter(row -> swept.attribution().objects().get(row.object()).name().equals(array))
              .mapToLong(DataAccess::accesses)
              .sum();
      assertEquals(1, accesses / 800_000.0, 0.25, array);
    }
    // A call of work is twice as long as a burst. Calls are counted all the same.
    assertEquals(120, calls(swept, "clear"));
    assertEquals(120, calls(swept, "work"));
    assertEquals(1, calls(swept, "main"));
  }

  /** Four loads missed at first, and of all others few are seen: these are not said to miss. */
  @Test
  void fewLoadsDoNotSpeakForThousands() throws IOException, InterruptedException {
    String rare = programs.compile("rare.c").toString();
    sample("seldom", rare);
    ProcessProfile process = process("seldom");
    List<SiteProfile> follow =
        process.sites().stream()
            .filter(site -> process.functionOf(site).name().equals("follow"))
            .filter(site -> site.accesses() == 5001)
            .filter(site -> site.kind() == AccessKind.LOAD)
            .toList();
    assertTrue(follow.size() >= 4, follow.toString());
    for (SiteProfile site : follow) {
      long missed = site.dependence().map(LoadDependence::missed).orElse(0L);
      assertTrue(missed < 500, site.toString());
    }
  }

  /** One place that allocates is one data object, where all is scored and where it is sampled. */
  @Test
  void placesThatAllocateStayTheSame() throws IOException, InterruptedException {
    String program = programs.compile("tail-allocate.c", "-O2").toString();
    sample("tail", program);
    List<DataObject> blocks =
        process("tail").attribution().objects().stream()
            .filter(object -> object.kind() == DataClass.HEAP && object.function().equals("inner"))
            .toList();
    assertEquals(1, blocks.size(), blocks.toString());
    assertEquals(3000, blocks.get(0).instances());
    assertTrue(blocks.get(0).path().get(1).startsWith("outer "), blocks.toString());
  }

  private static long calls(ProcessProfile process, String function) {
    return process.attribution().calls().stream()
        .filter(node -> node.function() >= 0)
        .filter(node -> process.functions().get(node.function()).name().equals(function))
        .mapToLong(CallNode::calls)
        .sum();
  }

  /** Loads and branches of what is sampled are as those before. */
  @Test
  void loadsAndBranchesAreToldOfAll() throws IOException {
    LoadDependence all = dependence(process("off"));
    LoadDependence told = dependence(process("late"));
    assertTrue(all.missed() > 100_000, all.toString());
    assertEquals(1, (double) told.missed() / all.missed(), 0.15, all + " " + told);
    InstructionCounts branches = process("off").operations().whole();
    InstructionCounts sampled = process("late").operations().whole();
    assertEquals(branches.conditional(), sampled.conditional());
    double conditional = branches.conditional().orElseThrow();
    assertEquals(
        branches.mispredicted().orElseThrow() / conditional,
        sampled.mispredicted().orElseThrow() / conditional,
        0.01);
  }

  private static LoadDependence dependence(ProcessProfile process) {
    return process.sites().stream()
        .map(SiteProfile::dependence)
        .flatMap(Optional::stream)
        .reduce(LoadDependence.NONE, LoadDependence::plus);
  }

  /** What is told from samples changes where it differs by more than its errors. */
  @Test
  void errorsAreNoChanges() throws IOException, InterruptedException {
    String seed = "--valgrind-option=--tsl-sample-seed=7";
    assertEquals(7, measure("seed", "--quiet --sample-after " + AFTER + " " + seed).status());
    double difference =
        process("late").histograms().word().temporalLocality(1 << 23)
            - process("seed").histograms().word().temporalLocality(1 << 23);
    assertTrue(difference != 0, "other bursts, other estimates");
    Result compared = programs.tslmap("compare", "late", "seed");
    assertEquals(0, compared.status(), compared.err());
    assertTrue(
        compared.out().contains("change where they differ by more than their errors"),
        compared.out());
    for (String function : List.of("sweep ", "scatter ")) {
      assertTrue(
          compared.out().lines().noneMatch(line -> line.startsWith(function)), compared.out());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--count-after 1000000 --skip-fn scatter",
        "--trace full --fn sweep",
        "--trace-limit 1G",
        "--region table",
        "--simulate 32K:8",
        "--granularity word,line,page",
        "--wide words",
        "--engine java --attribute code",
        "--start-after 1M"
      })
  void optionsThatNeedAllAccessesHaveThem(String options) throws IOException, InterruptedException {
    String out = "all" + options.replaceAll("\\W+", "-");
    assertEquals(7, measure(out, "--quiet " + options, "8").status());
    ProcessProfile all = process(out);
    assertEquals(Optional.empty(), all.sampling());
    assertTrue(
        all.options().stream().noneMatch(option -> option.startsWith("--tsl-sample")),
        all.options().toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--sample-after 5 | --sample-after expects 1048576 or more, but found 5",
        "--sample-after 1M | --sample-after expects 1048576 or more, but found 1000000",
        "--sample-after 2000000 --sample=off | --sample-after: with --sample=off there are no samples",
        "--sample-after 2000000 --budget=3x | with --budget=3x the budget says when samples begin",
        "--sample-after 2000000 --trace full | --sample-after: with --trace full all accesses are recorded",
        "--pause-after 2000000 --region table | recording never pauses with --region",
        "--pause-after 2000000 --plots | --pause-after: with --plots all accesses are recorded"
      })
  void whatHasNoSamplesIsRefused(String options, String message)
      throws IOException, InterruptedException {
    Result refused = measure("refused", options);
    assertTrue(refused.status() != 0 && refused.out().isEmpty(), refused.out());
    assertTrue(refused.err().contains(message), refused.err());
  }
}
