package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.locality.Granularity;

/** Intervals of sampled scores: what is kept of them, and those of processes added together. */
class SamplingTest {

  @TempDir private Path folder;

  private static final ScoreErrors SUM =
      new ScoreErrors(5, 1000, List.of(0.01, 0.003), List.of(0.02, 0.004), 0);
  private static final ScoreErrors FILL =
      new ScoreErrors(2, 9000, List.of(0.5, 0.1), List.of(0.25, 0.1), 0.2);

  private static final Optional<Sampling.Budget> BUDGET =
      Optional.of(new Sampling.Budget("3x", 2.71, 12.3));

  private static ProcessProfile sampled(int pid) {
    ProcessProfile p = Profiles.process(pid, ProcessEnd.exited(0));
    Attribution attribution = AttributionJsonTest.process(pid).attribution();
    return new ProcessProfile(
        p.identity(),
        p.end(),
        p.parameters(),
        p.options(),
        p.totals(),
        p.footprint(),
        p.functions(),
        p.threads(),
        p.sites(),
        p.windows(),
        attribution,
        p.stretch(),
        Optional.of(
            new Sampling(
                "auto",
                0.25,
                28,
                12,
                40,
                SUM,
                List.of(SUM, FILL),
                Collections.nCopies(attribution.objects().size(), FILL),
                Collections.nCopies(attribution.calls().size(), SUM),
                BUDGET)));
  }

  @Test
  void intervalsSurviveTheFile() throws IOException {
    LocalityProfile profile = new LocalityProfile("test", List.of(sampled(7)), 0);
    Path file = folder.resolve("profile.json");
    ProfileJson.write(profile, file);
    assertEquals(profile, ProfileJson.read(file));
  }

  @Test
  void aRowThatIsCutIsAnError() throws IOException {
    Path file = folder.resolve("profile.json");
    ProfileJson.write(new LocalityProfile("test", List.of(sampled(7)), 0), file);
    Files.writeString(file, Files.readString(file).replaceFirst("5,\\s*1000,\\s*0.01,", "5,1000,"));
    ProfileFormatException e =
        assertThrows(ProfileFormatException.class, () -> ProfileJson.read(file));
    assertTrue(e.getMessage().contains("expected 7 numbers for each interval"), e.getMessage());
  }

  @Test
  void exactProcessesMakeTheIntervalOfTheSumNarrower() {
    ProcessProfile exact = Profiles.process(8, ProcessEnd.exited(0));
    assertTrue(Sampling.errors(List.of(exact)).isEmpty());
    assertTrue(Sampling.functionErrors(List.of(exact)).isEmpty());
    // Both have 112 accesses, 48 of them of the function "sum".
    ScoreErrors both = Sampling.errors(List.of(sampled(7), exact)).orElseThrow();
    assertEquals(0.005, both.temporal(Granularity.WORD), 1e-12);
    assertEquals(0.002, both.spatial(Granularity.LINE), 1e-12);
    Map<FunctionInfo, ScoreErrors> functions =
        Sampling.functionErrors(List.of(sampled(7), exact, sampled(9)));
    assertEquals(
        0.02 / 3, functions.get(exact.functions().get(0)).temporal(Granularity.WORD), 1e-12);
    assertEquals(10, functions.get(exact.functions().get(0)).bursts());
    assertEquals(
        0.5 * 2 / 3, functions.get(exact.functions().get(1)).temporal(Granularity.WORD), 1e-12);
  }

  @Test
  void fewBurstsAreTooFewUnlessTheyDoNotMatter() {
    assertFalse(SUM.tooFew());
    assertTrue(FILL.tooFew());
    assertFalse(new ScoreErrors(1, 9000, List.of(0.05, 0.01), List.of(0.01, 0.01), 0).tooFew());
    assertTrue(new ScoreErrors(1, 9000, List.of(0.01, 0.01), List.of(0.06, 0.01), 0).tooFew());
    assertTrue(new ScoreErrors(30, 200, List.of(0.1, 0.1), List.of(0.1, 0.1), 0).tooFew());
  }

  @Test
  void theShareThatWasScoredIsTrue() {
    ProcessProfile exact = Profiles.process(8, ProcessEnd.exited(0));
    // 40 of 112 accesses, and 152 of 224.
    assertEquals(Optional.of("1 of 3 accesses scored"), Sampling.share(List.of(sampled(7))));
    assertEquals(
        Optional.of("68 % of the accesses scored"), Sampling.share(List.of(sampled(7), exact)));
    assertEquals(Optional.empty(), Sampling.share(List.of(exact)));
  }

  @Test
  void intervalsEndAtZeroAndOne() {
    assertArrayEquals(new double[] {0, 0.3}, ScoreErrors.interval(0.1, 0.2), 1e-12);
    assertArrayEquals(new double[] {0.8, 1}, ScoreErrors.interval(0.9, 0.1), 1e-12);
  }
}
