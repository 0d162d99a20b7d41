package org.tslmap.locality.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** MPI ranks are grouped, missed and compared. */
class RanksTest {

  private static final ProcessEnd OK = ProcessEnd.exited(0);

  @Test
  void whatARankStartsBelongsToIt() {
    ProcessProfile zero = Profiles.rank(0, 10, 1, OK);
    ProcessProfile one = Profiles.rank(1, 11, 1, OK);
    ProcessProfile child = Profiles.rank(1, 12, 11, OK);
    LocalityProfile profile = new LocalityProfile("t", List.of(one, zero, child), 2);
    assertTrue(profile.complete());
    assertEquals(zero, profile.mainProcess(), "the lowest rank stands for the run");
    assertEquals(
        List.of(new RankProfile(0, List.of(zero)), new RankProfile(1, List.of(one, child))),
        profile.ranks());
    RankProfile second = profile.ranks().get(1);
    assertEquals(one, second.main());
    assertEquals(224, second.scored().totals().accesses());
    assertEquals(224, profile.imbalance().max());
    assertEquals(1, profile.imbalance().maxRank());
  }

  @Test
  void missingAndDeadRanksMakeTheRunIncomplete() {
    LocalityProfile profile =
        new LocalityProfile(
            "t",
            List.of(
                Profiles.rank(0, 10, 1, OK),
                Profiles.rank(2, 12, 1, ProcessEnd.signalled(9)),
                Profiles.rank(3, 13, 1, ProcessEnd.cut("the connection closed"))),
            5);
    assertFalse(profile.complete());
    assertEquals(List.of(1, 4), profile.missingRanks());
    assertEquals(
        List.of(
            "process 13 (rank 3): the connection closed",
            "rank 1 is missing: it never connected",
            "rank 4 is missing: it never connected",
            "rank 2 died: signal 9 ended it (process 12 on here)"),
        profile.problems());
  }

  @Test
  void aSignalEndsAProgramWithoutRanksForGood() {
    ProcessProfile process = Profiles.rank(0, 10, 1, ProcessEnd.signalled(9));
    assertTrue(
        new LocalityProfile("t", List.of(process)).complete(),
        "a job's only program that has a number from Slurm is no parallel program");
    assertFalse(new LocalityProfile("t", List.of(process), 1).complete());
  }

  @Test
  void functionsAreComparedOverRanks() {
    LocalityProfile profile =
        new LocalityProfile("t", List.of(Profiles.rank(0, 10, 1, OK), Profiles.rank(1, 11, 1, OK)));
    assertEquals(
        new AccessImbalance(2, 0, 64, 64, 0, 64, 0),
        profile.functionImbalances().get(new FunctionInfo("fill", "/bin/fill", "fill.c", 9)));
    LocalityProfile one = new LocalityProfile("t", List.of(Profiles.rank(0, 10, 1, OK)));
    assertThrows(IllegalArgumentException.class, one::imbalance);
  }

  @Test
  void imbalanceIsThatOfTheFormula() {
    assertEquals(
        new AccessImbalance(4, (40 - 25.0) / 40 * 4 / 3, 25, 40, 7, 10, 3),
        AccessImbalance.of(new int[] {1, 3, 5, 7}, new long[] {20, 10, 30, 40}));
    assertEquals(0, AccessImbalance.of(new int[] {0, 1}, new long[] {0, 0}).imbalance());
  }

  @Property
  void imbalanceIs1WhenOneRankDoesEverything(
      @ForAll @IntRange(min = 2, max = 100) int ranks, @ForAll @LongRange(min = 1) long accesses) {
    long[] counts = new long[ranks];
    counts[ranks / 2] = accesses;
    AccessImbalance row = AccessImbalance.of(IntStream.range(0, ranks).toArray(), counts);
    assertEquals(1, row.imbalance(), 1e-12);
    assertEquals(ranks / 2, row.maxRank());
  }

  @Property
  void imbalanceLiesBetween0And1(
      @ForAll @Size(min = 2, max = 20) List<@LongRange(max = 1L << 47) Long> accesses) {
    long[] counts = accesses.stream().mapToLong(Long::longValue).toArray();
    AccessImbalance row = AccessImbalance.of(IntStream.range(0, counts.length).toArray(), counts);
    assertTrue(row.imbalance() >= 0 && row.imbalance() <= 1 + 1e-12, "" + row);
    assertEquals(Arrays.stream(counts).distinct().count() == 1, row.max() == row.min(), "" + row);
  }
}
