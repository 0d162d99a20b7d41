package org.tslmap.collector.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.cli.TestPrograms.Result;
import org.tslmap.locality.profile.AccessImbalance;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.RankProfile;

/**
 * Ranks of a real MPI program whose imbalance is counted by hand: in fill rank r makes 1000 (r + 1)
 * stores and one load (its return), in first_only rank 0 alone makes 51 accesses.
 */
class MpiEndToEndTest {

  private static final List<String> NARROWED = List.of("--fn", "fill", "--fn", "first_only");

  @EmptyFolder private Path folder;

  private String compile(String compiler) throws IOException, InterruptedException {
    assumeTrue(
        Installation.find(compiler).isPresent(),
        compiler + " is not installed (Debian: libopenmpi-dev, libmpich-dev)");
    return new TestPrograms(folder).compileWith(compiler, "ring.c").toString();
  }

  private Result run(int ranks, String launcher, String out, List<String> rest)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("run", "--mpi", Integer.toString(ranks)));
    arguments.addAll(List.of("--mpi-launcher", launcher, "--out", out));
    arguments.addAll(NARROWED);
    arguments.add("--");
    arguments.addAll(rest);
    return new TestPrograms(folder).tslmap(arguments.toArray(String[]::new));
  }

  private LocalityProfile profile(String run) throws IOException {
    return ProfileJson.read(folder.resolve(run + "/profile.json"));
  }

  private static AccessImbalance imbalance(LocalityProfile profile, String function) {
    return profile.functionImbalances().entrySet().stream()
        .filter(row -> row.getKey().name().equals(function))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private static List<Integer> ranks(LocalityProfile profile) {
    return profile.ranks().stream().map(RankProfile::rank).toList();
  }

  @ParameterizedTest
  @CsvSource({"mpicc.openmpi,mpirun.openmpi", "mpicc.mpich,mpiexec.mpich"})
  void twoRanksAreMeasuredSideBySide(String compiler, String launcher)
      throws IOException, InterruptedException {
    Result run = run(2, launcher, "two", List.of(compile(compiler)));
    assertEquals(0, run.status(), run.err());
    assertTrue(run.err().contains("2 ranks added together"), run.err());
    assertFalse(run.err().contains("no function of that name"), "rank 0 ran first_only");
    LocalityProfile profile = profile("two");
    assertTrue(profile.complete());
    assertEquals(2, profile.expectedRanks());
    assertEquals(List.of(0, 1), ranks(profile));
    assertEquals(3000 + 50 + 3, profile.merged().totals().accesses());
    assertEquals(
        new AccessImbalance(2, 500.0 / 2001 * 2, 1501, 2001, 1, 1001, 0),
        imbalance(profile, "fill"));
    assertEquals(new AccessImbalance(2, 1, 25.5, 51, 0, 0, 1), imbalance(profile, "first_only"));
    String advice = CapturedCommand.tslmap("advise", "" + folder.resolve("two")).out();
    assertTrue(
        advice.contains(
            "   25.0%  imbalance over 2 ranks: fill (ring.c:13) makes 2.00 k accesses in rank 1, 1.50 k on"),
        advice);
    String beside =
        CapturedCommand.tslmap("advise", "--reference", "0", "" + folder.resolve("two")).out();
    assertTrue(
        beside.contains(
            "rank 1, with 66% of the accesses, beside rank 0: accesses 1.05 k -> 2.00 k"),
        beside);
    draw("two");
    for (int rank = 0; rank < 2; rank++) {
      Path picture = folder.resolve("two/plots/address-time-rank" + rank + ".png");
      assertTrue(Files.size(picture) > 1000, picture.toString());
    }
    Result replay = new TestPrograms(folder).tslmap("replay", "--quiet", "--out", "again", "two");
    assertEquals(0, replay.status(), replay.err());
    assertEquals(-1, Files.mismatch(folder.resolve("two/profile.json"), again()));
  }

  private void draw(String run) throws IOException, InterruptedException {
    Result plot = new TestPrograms(folder).tslmap("plot", run, "--kind", "address-time");
    assertEquals(0, plot.status(), plot.err());
  }

  private Path again() {
    return folder.resolve("again/profile.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"abort", "kill"})
  void aRankThatDiesIsNamedAndTheOthersAreKept(String how)
      throws IOException, InterruptedException {
    Result run = run(2, "mpirun.openmpi", "dead", List.of(compile("mpicc.openmpi"), how));
    assertEquals(how.equals("abort") ? 128 + 6 : 128 + 9, run.status(), run.err());
    assertTrue(run.err().contains("the measurement is incomplete: rank 1 died"), run.err());
    LocalityProfile profile = profile("dead");
    assertFalse(profile.complete());
    assertEquals(List.of(0, 1), ranks(profile));
    assertEquals(
        List.of(1052L, 2001L),
        profile.ranks().stream().map(rank -> rank.scored().totals().accesses()).toList(),
        "what both did until then");
  }

  /** The launcher's functions are no rank's. */
  @Test
  void theLauncherIsMeasuredBesideItsRanks() throws IOException, InterruptedException {
    TestPrograms programs = new TestPrograms(folder);
    String line =
        "run --trace-children --trace none --attribute code --out launched -- mpiexec.mpich -n 2 "
            + compile("mpicc.mpich");
    // Adding up the tables of seven processes would take longer than all of this.
    Result run = programs.tslmapIn(List.of(), List.of(line.split(" ")));
    assertEquals(0, run.status(), run.err());
    assertEquals(List.of(0, 1), ranks(profile("launched")));
    Result report = programs.tslmap("report", "launched", "--format", "json", "--top", "100000");
    assertEquals(0, report.status(), report.err());
    Result ranks = programs.tslmap("report", "launched", "--top", "100000");
    assertEquals(0, ranks.status(), ranks.err());
  }

  @Test
  void oneRankHasNothingToCompareWith() throws IOException, InterruptedException {
    Result run = run(1, "mpirun.openmpi", "one", List.of(compile("mpicc.openmpi")));
    assertEquals(0, run.status(), run.err());
    assertEquals(List.of(0), ranks(profile("one")));
    draw("one");
    assertTrue(Files.exists(folder.resolve("one/plots/address-time-rank0.png")));
    Result report = new TestPrograms(folder).tslmap("report", "one", "--format", "json");
    assertFalse(report.out().contains("\"imbalance\""), "one rank has nothing to compare with");
  }

  /** Two collectors stand for two nodes: ranks 0 and 1 go to one, 2 and 3 to the other. */
  @Test
  void ranksOfTwoCollectorsAreMergedIntoOneRun() throws Exception {
    TestPrograms programs = new TestPrograms(folder);
    String ring = compile("mpicc.openmpi");
    Process first = collect("north");
    Process second = collect("south");
    try (BufferedReader northErrors = first.errorReader(StandardCharsets.UTF_8);
        BufferedReader southErrors = second.errorReader(StandardCharsets.UTF_8)) {
      List<String> command =
          new ArrayList<>(MpiLauncher.find(Optional.of("mpirun.openmpi")).prefix(2, List.of()));
      if (!command.contains("--oversubscribe")) {
        command.add(1, "--oversubscribe");
      }
      command.addAll(valgrind(listening(northErrors), ring));
      command.addAll(List.of(":", "-n", "2"));
      command.addAll(valgrind(listening(southErrors), ring));
      Result run = programs.run(Map.of(), command);
      assertEquals(0, run.status(), run.err());
      assertEquals(0, first.waitFor(), northErrors.lines().toList().toString());
      assertEquals(0, second.waitFor(), southErrors.lines().toList().toString());
    } finally {
      first.destroy();
      second.destroy();
    }
    Result merge = programs.tslmap("merge", "--ranks", "4", "all", "north", "south");
    assertEquals(0, merge.status(), merge.err());
    assertTrue(merge.out().contains("4 ranks added together"), merge.out());
    LocalityProfile all = profile("all");
    assertEquals(List.of(0, 1, 2, 3), ranks(all));
    assertEquals(
        new AccessImbalance(4, 1500.0 / 4001 * 4 / 3, 2501, 4001, 3, 1001, 0),
        imbalance(all, "fill"));
    draw("all");
    for (int rank = 0; rank < 4; rank++) {
      assertTrue(Files.exists(folder.resolve("all/plots/address-time-rank" + rank + ".png")));
    }
    Result fewer = programs.tslmap("merge", "--ranks", "5", "fewer", "north", "south");
    assertEquals(1, fewer.status());
    assertTrue(fewer.err().contains("rank 4 is missing: it never connected"), fewer.err());
    RunFolders.delete(folder.resolve("north"));
    Result replay = programs.tslmap("replay", "--quiet", "--out", "again", "all");
    assertEquals(0, replay.status(), "the merged run stands on its own: " + replay.err());
    assertEquals(-1, Files.mismatch(folder.resolve("all/profile.json"), again()));
  }

  private Process collect(String out) throws IOException {
    return new TestPrograms(folder)
        .startTslmap("collect", "--listen", "127.0.0.1:0", "--processes", "2", "--out", out);
  }

  private static String listening(BufferedReader errors) throws IOException {
    String first = errors.readLine();
    return first.substring("listening on ".length(), first.indexOf(';'));
  }

  private static List<String> valgrind(String address, String program) {
    return List.of(
        "env",
        "VALGRIND_LIB=" + TestPrograms.valgrindLib(),
        TestPrograms.valgrind(),
        "--tool=tslmap",
        "--quiet",
        "--tsl-out=socket",
        "--tsl-connect=" + address,
        "--tsl-fn=fill",
        "--tsl-fn=first_only",
        program);
  }
}
