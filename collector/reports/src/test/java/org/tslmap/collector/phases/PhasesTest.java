package org.tslmap.collector.phases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.TimeLine;
import org.tslmap.locality.profile.TimeLine.Point;
import org.tslmap.locality.profile.TimeLine.Series;
import org.tslmap.locality.profile.TimeLine.Window;

class PhasesTest {

  private static final int WINDOW = 1000;

  /** Share of function 0's accesses to object 1 in each window; function 1 has the rest. */
  private static TimeLine line(double[] shares, String... marks) {
    double[] earns = new double[shares.length];
    java.util.Arrays.fill(earns, 0.5);
    return line(shares, earns, marks);
  }

  private static TimeLine line(double[] shares, double[] temporal, String... marks) {
    List<Window> windows = new ArrayList<>();
    List<Point> one = new ArrayList<>();
    List<Point> two = new ArrayList<>();
    for (int w = 0; w < shares.length; w++) {
      windows.add(new Window((long) w * WINDOW, WINDOW, marks.length > 0 ? marks[w] : ""));
      long ofOne = Math.round(WINDOW * shares[w]);
      if (ofOne > 0) {
        one.add(new Point(w, ofOne, 1, ofOne * temporal[w], 0));
      }
      if (ofOne < WINDOW) {
        two.add(new Point(w, WINDOW - ofOne, 2, 0, WINDOW - ofOne));
      }
    }
    return new TimeLine(windows, List.of(new Series(0, 1, one), new Series(1, 2, two)));
  }

  @Test
  void aTimeLineWithoutWindowsHasNoPhases() {
    assertEquals(List.of(), Phases.find(TimeLine.NONE).list());
    assertEquals("", Phases.find(TimeLine.NONE).pattern());
  }

  @Test
  void oneBehaviourIsOnePhase() {
    assertEquals(
        List.of(new Phase(0, "A", 0, 4, 0, 4000, false)),
        Phases.find(line(new double[] {1, 1, 1, 1})).list());
  }

  @Test
  void recurringBehaviourIsOfOneKind() {
    Phases phases = Phases.find(line(new double[] {1, 1, 1, 0, 0, 1, 1, 0, 0, 0}));
    assertEquals("A B A B", phases.pattern());
    assertEquals(List.of("A", "B"), phases.kinds());
    assertEquals(
        List.of(
            new Phase(0, "A", 0, 3, 0, 3000, false),
            new Phase(1, "B", 3, 2, 3000, 2000, false),
            new Phase(0, "A", 5, 2, 5000, 2000, false),
            new Phase(1, "B", 7, 3, 7000, 3000, false)),
        phases.list());
    assertEquals(List.of(new PhaseShare(0, 1, 5000, 5, 2500, 0)), phases.pairsOfKind(0));
    assertEquals(
        List.of(new PhaseShare(1, -1, 3000, 6, 0, 3000)), phases.functions(phases.list().get(3)));
    assertEquals(List.of(new PhaseShare(-1, 2, 5000, 10, 0, 5000)), phases.objectsOfKind(1));
  }

  /** As code that a program makes while it runs, and that of a stripped library. */
  @Test
  void codeWithoutANameIsCalledAfterItsFile() {
    assertEquals(
        List.of("code of no file 100 %", "code of libfast.so 100 %"),
        PhaseTitles.of(
            Phases.find(line(new double[] {1, 1, 1, 0, 0, 0})),
            List.of(
                new FunctionInfo("???", "", "", 0),
                new FunctionInfo("???", "/opt/fast/libfast.so", "", 0))));
  }

  @Test
  void aWindowOfBothPhasesIsNoPhase() {
    assertEquals(
        List.of(
            new Phase(0, "A", 0, 3, 0, 3000, false), new Phase(1, "B", 3, 5, 3000, 5000, false)),
        Phases.find(line(new double[] {1, 1, 1, 0.4, 0, 0, 0, 0})).list());
  }

  /** Two windows in three are next to another phase, and one in three is of both. */
  @Test
  void changesThatComeOftenAreNoNoise() {
    double[] shares = new double[17];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = List.of(1.0, 1.0, 0.7, 0.0, 0.0, 0.3).get(i % 6);
    }
    assertEquals("A B A B A B", Phases.find(line(shares)).pattern());
  }

  /** Start, then twenty turns of a loop of two steps, then an end: three and not forty-two. */
  @Test
  void theStepsOfALoopAreOnePhase() {
    double[] shares = new double[100];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = i < 10 ? 1 : i >= 90 ? 0 : i / 2 % 2 == 0 ? 0.3 : 0.7;
    }
    assertEquals("A B C", Phases.find(line(shares)).pattern());
  }

  @Test
  void whatIsShortBesideTheRestIsNoPhase() {
    double[] shares = new double[1000];
    java.util.Arrays.fill(shares, 10, 1000, 1);
    shares[500] = 0;
    assertEquals("A B", Phases.find(line(shares)).pattern());
  }

  @Test
  void aChangeOfLocalityAloneIsAChange() {
    double[] same = {1, 1, 1, 1, 1, 1};
    assertEquals("A B", Phases.find(line(same, new double[] {.1, .1, .1, .8, .8, .8})).pattern());
    assertEquals("A", Phases.find(line(same, new double[] {.5, .5, .5, .52, .52, .52})).pattern());
  }

  @Test
  void slowDriftIsNoChange() {
    double[] shares = new double[200];
    double[] temporal = new double[200];
    for (int i = 0; i < 200; i++) {
      shares[i] = 1;
      temporal[i] = 0.2 + 0.6 * i / 200;
    }
    assertEquals("A", Phases.find(line(shares, temporal)).pattern());
  }

  @Test
  void marksTakePrecedence() {
    Phases phases =
        Phases.find(
            line(
                new double[] {1, 1, 1, 1, 0, 0, 0, 0},
                "",
                "",
                "solve",
                "solve",
                "solve",
                "",
                "",
                ""));
    assertEquals(
        List.of(
            new Phase(0, "A", 0, 2, 0, 2000, false),
            new Phase(1, "solve", 2, 3, 2000, 3000, true),
            new Phase(2, "B", 5, 3, 5000, 3000, false)),
        phases.list());
  }

  @Test
  void whatComesBackAfterAMarkedPhaseIsOfTheSameKind() {
    double[] same = {1, 1, 0, 0, 1, 1};
    assertEquals("A solve A", Phases.find(line(same, "", "", "solve", "solve", "", "")).pattern());
    assertEquals("B A B", Phases.find(line(same, "", "", "A", "A", "", "")).pattern());
  }

  @Test
  void aLongTimeLineIsCutInTime() {
    double[] shares = new double[9001];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = i < 4500 ? 1 : 0;
    }
    assertEquals("A B", Phases.find(line(shares)).pattern());
  }

  /** Noise of 2 % around two behaviours: cuts are found where they are, within a window. */
  @Property(tries = 100)
  void noiseIsNoChange(
      @ForAll @IntRange(min = 3, max = 60) int first,
      @ForAll @IntRange(min = 3, max = 60) int second,
      @ForAll long seed) {
    Random random = new Random(seed);
    double[] shares = new double[first + second];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = (i < first ? 0.8 : 0.2) + 0.02 * random.nextDouble();
    }
    Phases phases = Phases.find(line(shares));
    assertEquals("A B", phases.pattern());
    assertEquals(first, phases.list().get(0).windows());
  }

  /** Whatever the time line, phases follow one another and their pairs add up to the whole. */
  @Property(tries = 100)
  void phasesCoverTheTimeLine(@ForAll @IntRange(min = 1, max = 80) int windows, @ForAll long seed) {
    Random random = new Random(seed);
    double[] shares = random.doubles(windows).toArray();
    Phases phases = Phases.find(line(shares));
    int next = 0;
    long accesses = 0;
    long inPairs = 0;
    for (Phase phase : phases.list()) {
      assertEquals(next, phase.firstWindow());
      next = phase.endWindow();
      accesses += phase.accesses();
      inPairs += phases.pairs(phase).stream().mapToLong(PhaseShare::accesses).sum();
    }
    assertEquals(windows, next);
    assertEquals((long) windows * WINDOW, accesses);
    assertEquals(accesses, inPairs);
    long inKinds = 0;
    for (int kind = 0; kind < phases.kinds().size(); kind++) {
      inKinds += phases.functionsOfKind(kind).stream().mapToLong(PhaseShare::accesses).sum();
    }
    assertEquals(accesses, inKinds);
    for (int i = 1; i < phases.list().size(); i++) {
      assertTrue(phases.list().get(i).kind() != phases.list().get(i - 1).kind());
    }
  }
}
