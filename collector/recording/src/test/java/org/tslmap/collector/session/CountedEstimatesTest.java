package org.tslmap.collector.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.selection.Selection;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.SimulatedCache;
import org.tslmap.locality.profile.Accounting;
import org.tslmap.locality.profile.CallNode;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.StrideShare;
import org.tslmap.locality.profile.ThreadFunction;
import org.tslmap.locality.profile.ThreadProfile;
import org.tslmap.locality.profile.View;
import org.tslmap.locality.score.Score;

/** Functions that are recorded for a while and counted for the rest of the time. */
@Timeout(120)
class CountedEstimatesTest {
  @TempDir Path folder;

  private LocalityProfile run(String name, PartlyCountedProgram program) throws Exception {
    try (RecordedRun run = RecordedRun.tcp(folder.resolve(name))) {
      LocalityProfile profile = run.send(program.stream()).finish();
      assertEquals(List.of(), run.notices());
      assertTrue(profile.complete(), "" + profile.problems());
      Accounting accounting = Accounting.of(profile.processes(), profile.merged());
      assertTrue(accounting.agrees(), accounting.line());
      return profile;
    }
  }

  private static PartlyCountedProgram changing(int pid) {
    return new PartlyCountedProgram(pid)
        .phase(true, 2)
        .phase(false, 6)
        .phase(true, 2)
        .phase(false, 6);
  }

  private static FunctionProfile function(ProcessProfile process, String name) {
    return process.functionProfiles().stream()
        .filter(row -> row.function().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void assertScoresNear(Histograms expected, Histograms found, double by) {
    for (Granularity granularity : List.of(Granularity.WORD, Granularity.LINE)) {
      for (Score score : List.of(Score.TL, Score.SL)) {
        assertEquals(
            score.of(expected, granularity, RecordedRun.PARAMETERS),
            score.of(found, granularity, RecordedRun.PARAMETERS),
            by,
            score + " of " + granularity);
      }
    }
  }

  /** Accesses by the data object's name. */
  private static Map<String, Long> objects(ProcessProfile process) {
    Map<String, Long> accesses = new TreeMap<>();
    for (DataAccess access : process.attribution().accesses()) {
      accesses.merge(
          process.attribution().objects().get(access.object()).name(),
          access.accesses(),
          Long::sum);
    }
    return accesses;
  }

  @Test
  void estimatesStandForWhatWasNotRecorded() throws Exception {
    ProcessProfile full =
        run("full", new PartlyCountedProgram(7).phase(true, 16)).processes().get(0);
    LocalityProfile profile = run("part", changing(7));
    ProcessProfile part = profile.processes().get(0);

    assertEquals(View.IN_CONTEXT, full.view());
    assertEquals(View.PARTIAL, part.view());
    assertEquals(full.totals().accesses(), part.totals().accesses());
    assertEquals(full.totals().loads(), part.totals().loads());
    assertEquals(full.totals().stores(), part.totals().stores());
    long counted = 12 * (3L * PartlyCountedProgram.ROUNDS + 25);
    assertEquals(counted, part.totals().counted());
    assertEquals(counted, part.totals().estimated());
    assertEquals(0, part.histograms().counted());
    assertEquals(full.totals().accesses(), part.histograms().word().accesses());
    assertEquals(full.totals().accesses(), part.histograms().line().accesses());

    assertScoresNear(full.histograms(), part.histograms(), 0.005);
    double alone =
        Score.SL.of(
            part.windows().stream()
                .map(window -> window.histograms())
                .reduce(
                    Histograms.empty(RecordedRun.PARAMETERS),
                    (sum, window) -> {
                      sum.add(window);
                      return sum;
                    }),
            Granularity.WORD,
            RecordedRun.PARAMETERS);
    double whole = Score.SL.of(full.histograms(), Granularity.WORD, RecordedRun.PARAMETERS);
    assertTrue(Math.abs(alone - whole) > 0.05, "the recorded stream alone is another program");

    FunctionProfile walk = function(part, "walk");
    assertEquals(0.25, walk.histograms().scoredShare());
    assertScoresNear(function(full, "walk").histograms(), walk.histograms(), 0.005);
    assertEquals(1, function(part, "kept").histograms().scoredShare());
    checkSums(part);
    checkReplay(profile);
  }

  private static void checkSums(ProcessProfile process) {
    checkSums(process, RecordedRun.PARAMETERS);
  }

  private static void checkSums(ProcessProfile process, MetricParameters parameters) {
    Histograms whole = process.histograms();
    Histograms sum = Histograms.empty(parameters);
    process.threads().stream().map(ThreadProfile::histograms).forEach(sum::add);
    assertEquals(whole, sum, "threads");
    Histograms data = Histograms.empty(parameters);
    process.attribution().accesses().stream().map(DataAccess::histograms).forEach(data::add);
    assertEquals(whole, data, "data");
    Histograms calls = Histograms.empty(parameters);
    process.attribution().calls().stream().map(CallNode::histograms).forEach(calls::add);
    assertEquals(whole, calls, "call paths");
    if (process.threads().size() > 1) {
      Histograms functions = Histograms.empty(parameters);
      process.attribution().threadFunctions().stream()
          .map(ThreadFunction::histograms)
          .forEach(functions::add);
      assertEquals(whole, functions, "functions of threads");
    }
  }

  private LocalityProfile replay(String run, MetricParameters parameters) throws Exception {
    return Replay.replay(
        folder.resolve(run),
        parameters,
        EngineChoice.NATIVE,
        AttributionOptions.ALL,
        List.of(),
        process -> Selection.ALL,
        Optional.empty(),
        0,
        1,
        new ArrayList<String>()::add);
  }

  @Test
  void pagesAndSimulatedCachesAreEstimatedToo() throws Exception {
    MetricParameters parameters =
        RecordedRun.PARAMETERS
            .withPage(4096)
            .withCaches(List.of(new SimulatedCache(SimulatedCache.Kind.DATA, 4096, 4, 64)));
    run("full", new PartlyCountedProgram(7).phase(true, 16));
    run("part", changing(7));
    ProcessProfile full = replay("full", parameters).processes().get(0);
    ProcessProfile part = replay("part", parameters).processes().get(0);
    checkSums(part, parameters);
    Histograms expected = full.histograms();
    Histograms found = part.histograms();
    assertEquals(expected.accesses(), found.at(Granularity.PAGE).accesses());
    assertEquals(
        expected.misses().misses(0) / (double) expected.accesses(),
        found.misses().misses(0) / (double) found.accesses(),
        0.005);
    assertTrue(expected.misses().misses(0) > 0.1 * expected.accesses(), "there are misses");
    assertEquals(
        Score.TL.of(expected, Granularity.PAGE, parameters),
        Score.TL.of(found, Granularity.PAGE, parameters),
        0.005);
  }

  private void checkReplay(LocalityProfile profile) throws Exception {
    Path file = folder.resolve("part/profile.json");
    assertEquals(profile, ProfileJson.read(file));
    LocalityProfile replayed = replay("part", RecordedRun.PARAMETERS);
    ProfileJson.write(replayed, folder.resolve("again.json"));
    assertEquals(-1, Files.mismatch(file, folder.resolve("again.json")));
  }

  @Test
  void objectsGetTheirSharesAndRareSitesTheirFunctions() throws Exception {
    ProcessProfile full =
        run("full", new PartlyCountedProgram(7).phase(true, 16)).processes().get(0);
    ProcessProfile part = run("part", changing(7)).processes().get(0);
    Map<String, Long> expected = objects(full);
    Map<String, Long> found = objects(part);
    long rare = 12 * 25; // 100 accesses of the fourth site were recorded
    assertEquals(expected.get("table") - rare, found.get("table"));
    assertEquals(expected.get("heap"), found.get("heap"));

    SiteProfile fourth =
        part.sites().stream().filter(site -> site.instruction() == 0x40_000c).findFirst().get();
    assertEquals(rare, fourth.histograms().estimated());
    assertEquals(100, fourth.recorded());
    Histograms ofFunction = function(part, "walk").histograms();
    Histograms estimate =
        part.attribution().accesses().stream()
            .filter(access -> access.object() == 0)
            .filter(access -> part.sites().get(access.site()).equals(fourth))
            .findFirst()
            .orElseThrow()
            .histograms();
    assertEquals(rare, estimate.accesses());
    assertScoresNear(ofFunction, estimate, 0.01);

    for (DataAccess access : part.attribution().accesses()) {
      long steps = access.strides().stream().mapToLong(StrideShare::count).sum();
      assertTrue(steps <= access.recorded(), "strides are of recorded accesses");
    }
    DataAccess table = part.attribution().accesses().get(0);
    assertEquals(
        table.recorded() - 1, table.strides().stream().mapToLong(StrideShare::count).sum(), 4.0);
  }

  @Test
  void belowTenThousandRecordedAccessesThereIsOnlyANumber() throws Exception {
    ProcessProfile few =
        run("few", new PartlyCountedProgram(7).walk(3_333).kept().phase(false, 1))
            .processes()
            .get(0);
    Histograms walk = function(few, "walk").histograms();
    assertEquals(9_999 + 3, walk.recorded(), "with three accesses of the fourth site");
    assertTrue(walk.estimated() > 0);

    few =
        run("fewer", new PartlyCountedProgram(7).walk(3_332).kept().phase(false, 1))
            .processes()
            .get(0);
    walk = function(few, "walk").histograms();
    assertEquals(9_996 + 3, walk.recorded());
    assertEquals(0, walk.estimated());
    assertEquals(0, few.totals().estimated());
    assertEquals(few.totals().counted(), walk.counted());
    assertFalse(walk.tellScores());
    assertFalse(few.histograms().tellScores());
    checkSums(few);
  }

  /** The third thread's accesses are only counted; those of others stand for them. */
  @Test
  void threadsAddUp() throws Exception {
    PartlyCountedProgram program =
        new PartlyCountedProgram(7).walk(10_000).thread(2).walk(10_000).kept().record(false);
    program.walk(40_000).tell(1).walk(17).tell(2).walk(30_001).tell(3);
    ProcessProfile process = run("threads", program).processes().get(0);
    assertEquals(3, process.threads().size());
    ThreadProfile third = process.threads().get(2);
    assertEquals(0, third.histograms().recorded());
    assertEquals(3 * 30_001L + 30, third.histograms().estimated());
    assertScoresNear(function(process, "walk").histograms(), third.histograms(), 0.01);
    assertEquals(3 * 17, process.threads().get(1).histograms().estimated());
    checkSums(process);
  }

  @Test
  void mergedRunsAddUp() throws Exception {
    long estimated = run("one", changing(7)).merged().histograms().estimated();
    estimated +=
        run("two", new PartlyCountedProgram(8).phase(true, 1).phase(false, 2))
            .merged()
            .histograms()
            .estimated();
    RunMerger merger = new RunMerger();
    merger.add(folder.resolve("one"));
    merger.add(folder.resolve("two"));
    LocalityProfile both = merger.write(folder.resolve("both"), 0);
    assertEquals(estimated, both.merged().histograms().estimated());
    assertEquals(estimated, both.merged().totals().estimated());
    assertEquals(both, ProfileJson.read(folder.resolve("both/profile.json")));
    Accounting accounting = Accounting.of(both.processes(), both.merged());
    assertTrue(accounting.agrees(), accounting.line());
  }
}
