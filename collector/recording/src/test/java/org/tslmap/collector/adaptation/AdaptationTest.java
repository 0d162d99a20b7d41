package org.tslmap.collector.adaptation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tslmap.collector.attribution.ContextTrial;
import org.tslmap.collector.attribution.FunctionActivity;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.wire.Epoch;
import org.tslmap.collector.wire.EpochAnswer;
import org.tslmap.collector.wire.FunctionState.State;

class AdaptationTest {
  private static final AdaptationRule HARMLESS =
      new AdaptationRule(AdaptationRule.Kind.HARMLESS, 0, List.of());

  private static final Map<Integer, Long> TRIED =
      Map.of(1, 1_000L, 2, 1_000L, 3, 1_000L, 7, 1_000L);

  private static FunctionWork work(
      int function, long recorded, long counted, double waiting, long calls, double movement) {
    return new FunctionWork(
        "f" + function,
        new FunctionActivity(function, recorded, waiting, calls, movement, false),
        counted,
        0);
  }

  /** Decides, and has every trial show that nothing is lost. */
  private static EpochAnswer decide(Adaptation adaptation, Epoch epoch, List<FunctionWork> work) {
    EpochAnswer answer = adaptation.decide(epoch, work, Optional.empty());
    return adaptation.candidates().isEmpty()
        ? answer
        : adaptation.decide(
            epoch, work, Optional.of(new ContextTrial.Drift(0, Map.of(), Set.of(), TRIED)));
  }

  private static FunctionWork steady(int function, long recorded, long counted) {
    return work(function, recorded, counted, 0, 1000, 0.001);
  }

  @ParameterizedTest
  @CsvSource({
    "1000000, 0, 1000, 0.001, true",
    "99999, 0, 1000, 0.001, false",
    "1000000, 0, 10, 0.001, true",
    "1000000, 0, 9, 0.001, false",
    "1000000, 9999, 1000, 0.001, true",
    "1000000, 10001, 1000, 0.001, false",
    "1000000, 0, 1000, 0.011, false",
    "1000000, 0, 1000, Infinity, false",
  })
  void harmlessFunctionsAreCounted(
      long accesses, double waiting, long calls, double movement, boolean counted) {
    EpochAnswer answer =
        decide(
            new Adaptation(HARMLESS),
            new Epoch(0, 0, 1 << 20),
            List.of(work(7, accesses, 0, waiting, calls, movement)));
    assertEquals(
        counted ? List.of(new EpochAnswer.Change(7, State.COUNTED, "harmless")) : List.of(),
        answer.changes());
  }

  @Test
  void functionsThatAreKeptSharedOrWithoutNameAreRecorded() {
    AdaptationRule rule =
        new AdaptationRule(AdaptationRule.Kind.HARMLESS, 0, List.of(new NamePattern("f1")));
    FunctionActivity shared = new FunctionActivity(2, 1_000_000, 0, 1000, 0, true);
    FunctionActivity nameless = new FunctionActivity(3, 1_000_000, 0, 1000, 0, false);
    EpochAnswer answer =
        decide(
            new Adaptation(rule),
            new Epoch(0, 0, 1 << 22),
            List.of(
                steady(1, 1_000_000, 0),
                new FunctionWork("f2", shared, 0, 0),
                new FunctionWork("???", nameless, 0, 0)));
    assertEquals(List.of(), answer.changes());
  }

  @Test
  void theCostliestComesFirst() {
    EpochAnswer answer =
        decide(
            new Adaptation(HARMLESS),
            new Epoch(0, 0, 1 << 20),
            List.of(steady(1, 200_000, 0), steady(2, 500_000, 0), steady(3, 300_000, 0)));
    assertEquals(
        List.of(2, 3, 1), answer.changes().stream().map(EpochAnswer.Change::function).toList());
  }

  @ParameterizedTest
  @CsvSource({"absolute:8, 1", "relative:1, 1", "relative:40, 0"})
  void functionsWithFewAccessesPerCallAreCounted(String text, int counted) {
    AdaptationRule rule = AdaptationRule.parse(text, List.of()).orElseThrow();
    // 6 and 50 accesses per call, on average 28.
    EpochAnswer answer =
        decide(
            new Adaptation(rule),
            new Epoch(0, 0, 1 << 20),
            List.of(work(1, 60_000, 0, 60_000, 10_000, 1), work(2, 500_000, 0, 0, 10_000, 1)));
    assertEquals(counted, answer.changes().size());
    answer.changes().forEach(change -> assertEquals(1, change.function()));
  }

  /** Counted after the first epoch, with half of all accesses; then it makes fewer. */
  @ParameterizedTest
  @CsvSource({
    "0.6, to look again",
    "1.5, to look again",
    "0.4, its share of accesses went from 50.0 % to 20.0 %"
  })
  void aFunctionWhoseShareChangesIsRecordedAgain(double times, String why) {
    Adaptation adaptation = new Adaptation(HARMLESS);
    long million = 1_000_000;
    FunctionWork other = work(2, million, 0, million, 1000, 1);
    decide(adaptation, new Epoch(0, 0, 2 * million), List.of(steady(1, million, 0), other));
    long inEpoch = 5 * million;
    long own = (long) (times * inEpoch / 2);
    EpochAnswer answer =
        decide(
            adaptation,
            new Epoch(0, 1, 2 * million + inEpoch),
            List.of(
                steady(1, million, own), work(2, million + inEpoch - own, 0, million, 1000, 1)));
    assertEquals(List.of(new EpochAnswer.Change(1, State.FULL, why)), answer.changes());
  }

  @Test
  void anotherMixOfFunctionsRestoresAll() {
    Adaptation adaptation = new Adaptation(HARMLESS);
    long million = 1_000_000;
    decide(
        adaptation,
        new Epoch(0, 0, 2 * million),
        List.of(steady(1, million, 0), work(2, million, 0, million, 1000, 1)));
    // Function 1 goes on as before, but another one has taken the place of function 2.
    EpochAnswer answer =
        decide(
            adaptation,
            new Epoch(0, 1, 7 * million),
            List.of(
                steady(1, million, 5 * million / 2),
                work(2, million, 0, million, 1000, 1),
                work(3, 5 * million / 2, 0, million, 1000, 1)));
    assertEquals(
        List.of(new EpochAnswer.Change(1, State.FULL, "the mix of functions changed")),
        answer.changes());
  }

  /** Epochs become longer; counted functions are looked at for a short one now and then. */
  @Test
  void countedFunctionsAreLookedAtEverMoreRarely() {
    Adaptation adaptation = new Adaptation(HARMLESS);
    long made = 1 << 20;
    long recorded = made;
    long counted = 0;
    boolean isCounted = false;
    long lastLook = 0;
    long pause = 0;
    long longest = 0;
    int looks = 0;
    for (int epoch = 0; epoch < 40; epoch++) {
      EpochAnswer answer =
          decide(adaptation, new Epoch(0, epoch, made), List.of(steady(1, recorded, counted)));
      for (EpochAnswer.Change change : answer.changes()) {
        isCounted = change.state() == State.COUNTED;
        if (!isCounted) {
          assertEquals("to look again", change.reason());
          assertEquals(1 << 20, answer.next(), "a look is short");
          assertTrue(made - lastLook >= Math.min(pause, 1 << 26), "not more often");
          pause = made - lastLook;
          lastLook = made;
          looks++;
        }
      }
      longest = Math.max(longest, answer.next());
      made += answer.next();
      recorded += isCounted ? 0 : answer.next();
      counted += isCounted ? answer.next() : 0;
    }
    assertEquals(1 << 26, longest);
    assertTrue(looks > 3, "looks: " + looks);
    assertTrue(recorded < made / 20, "recorded %d of %d".formatted(recorded, made));
  }

  @Test
  void aFunctionThatMissesWhenItIsLookedAtStaysRecorded() {
    Adaptation adaptation = new Adaptation(HARMLESS);
    long made = 1 << 20;
    long recorded = made;
    long counted = 0;
    double waiting = 0;
    boolean isCounted = false;
    boolean wasLookedAt = false;
    for (int epoch = 0; epoch < 20; epoch++) {
      EpochAnswer answer =
          decide(
              adaptation,
              new Epoch(0, epoch, made),
              List.of(work(1, recorded, counted, waiting, 1000, 0.001)));
      for (EpochAnswer.Change change : answer.changes()) {
        isCounted = change.state() == State.COUNTED;
        wasLookedAt |= !isCounted;
      }
      made += answer.next();
      recorded += isCounted ? 0 : answer.next();
      counted += isCounted ? answer.next() : 0;
      waiting += isCounted || !wasLookedAt ? 0 : answer.next() / 2.0;
    }
    assertTrue(wasLookedAt);
    assertFalse(isCounted);
  }

  /** The costliest is refused, and the others are tried without it. */
  @Test
  void functionsWithoutWhichOthersLoseTheirContextAreRecorded() {
    Adaptation adaptation = new Adaptation(HARMLESS);
    List<FunctionWork> work = List.of(steady(1, 600_000, 0), steady(2, 300_000, 0));
    EpochAnswer first = adaptation.decide(new Epoch(0, 0, 1 << 20), work, Optional.empty());
    assertEquals(List.of(), first.changes());
    assertEquals(1 << 20, first.next());
    assertEquals(Set.of(1, 2), adaptation.candidates());
    Adaptation other = new Adaptation(HARMLESS);
    other.decide(new Epoch(0, 0, 1 << 20), work, Optional.empty());
    ContextTrial.Drift drift = new ContextTrial.Drift(0.0041, Map.of(3, 0.5), Set.of(), TRIED);
    List<FunctionWork> more = List.of(steady(1, 1_200_000, 0), steady(2, 600_000, 0));
    assertEquals(
        List.of(), other.decide(new Epoch(0, 1, 2 << 20), more, Optional.of(drift)).changes());
    assertEquals(Set.of(2), other.candidates());
    assertEquals(Map.of(), other.lost());
    EpochAnswer second =
        adaptation.decide(
            new Epoch(0, 1, 2 << 20),
            work,
            Optional.of(new ContextTrial.Drift(0.0039, Map.of(3, 0.03), Set.of(), TRIED)));
    assertEquals(2, second.changes().size());
    assertEquals(Set.of(), adaptation.candidates());
    assertEquals(Map.of(3, 0.03), adaptation.lost());
    assertEquals(Set.of(1, 2), adaptation.accepted());
  }

  /** One that is called once, and whose scores come from what is around the others. */
  @Test
  void functionsThatLoseContextMayBeCountedWithTheOthers() {
    Adaptation adaptation = new Adaptation(HARMLESS);
    FunctionWork loop = work(3, 300_000, 0, 0, 1, 0.001);
    FunctionWork probe = work(4, 300_000, 0, 100_000, 1, 0.001);
    List<FunctionWork> all = List.of(steady(1, 600_000, 0), loop, probe);
    adaptation.decide(new Epoch(0, 0, 1 << 20), all, Optional.empty());
    assertEquals(Set.of(1), adaptation.candidates());
    Optional<ContextTrial.Drift> moved =
        Optional.of(new ContextTrial.Drift(0.01, Map.of(3, 0.02), Set.of(3, 4), TRIED));
    List<FunctionWork> more =
        List.of(
            steady(1, 1_200_000, 0),
            work(3, 600_000, 0, 0, 1, 0.001),
            work(4, 600_000, 0, 200_000, 1, 0.001));
    assertEquals(List.of(), adaptation.decide(new Epoch(0, 1, 2 << 20), more, moved).changes());
    assertEquals(Set.of(1, 3), adaptation.candidates(), "the one that waits is recorded");
    assertEquals(Map.of(), adaptation.refused());
    List<FunctionWork> most =
        List.of(
            steady(1, 1_800_000, 0),
            work(3, 900_000, 0, 0, 1, 0.001),
            work(4, 900_000, 0, 300_000, 1, 0.001));
    adaptation.decide(new Epoch(0, 2, 3 << 20), most, moved);
    assertEquals(Map.of(1, 0.01), adaptation.refused(), "nobody else may go with it");
  }

  /** A trial in which a function did nothing does not count for it, but there is an end to them. */
  @Test
  void functionsThatWereNotTriedAreTriedAgain() {
    Adaptation adaptation = new Adaptation(HARMLESS);
    List<FunctionWork> work = List.of(steady(1, 600_000, 0), steady(2, 300_000, 0));
    adaptation.decide(new Epoch(0, 0, 1 << 20), work, Optional.empty());
    Optional<ContextTrial.Drift> ofOne =
        Optional.of(new ContextTrial.Drift(0, Map.of(), Set.of(), Map.of(1, 1_000L, 2, 999L)));
    List<FunctionWork> more = List.of(steady(1, 900_000, 0), steady(2, 300_000, 0));
    EpochAnswer answer = adaptation.decide(new Epoch(0, 1, 2 << 20), more, ofOne);
    assertEquals(List.of(1), answer.changes().stream().map(EpochAnswer.Change::function).toList());
    int trials = 1;
    while (!adaptation.candidates().isEmpty() && trials < 20) {
      assertEquals(Set.of(1, 2), adaptation.candidates(), "1 is left out of the trial of 2");
      trials++;
      adaptation.decide(new Epoch(0, trials, 2 << 20), more, ofOne);
    }
    assertEquals(9, trials);
  }

  @Test
  void functionsThatAreRefusedAreTriedAgainWithNewOnes() {
    Adaptation adaptation = new Adaptation(HARMLESS);
    Optional<ContextTrial.Drift> refused =
        Optional.of(new ContextTrial.Drift(0.5, Map.of(), Set.of(), TRIED));
    FunctionWork one = steady(1, 600_000, 0);
    adaptation.decide(new Epoch(0, 0, 1 << 20), List.of(one), Optional.empty());
    adaptation.decide(new Epoch(0, 1, 2 << 20), List.of(one), refused);
    assertEquals(Set.of(), adaptation.candidates(), "it rests");
    List<FunctionWork> both = List.of(steady(1, 800_000, 0), steady(2, 400_000, 0));
    adaptation.decide(new Epoch(0, 2, 3 << 20), both, Optional.empty());
    assertEquals(Set.of(1, 2), adaptation.candidates());
    adaptation.decide(new Epoch(0, 3, 4 << 20), both, refused);
    List<FunctionWork> more =
        List.of(steady(1, 900_000, 0), steady(2, 500_000, 0), steady(3, 100_000, 0));
    adaptation.decide(new Epoch(0, 4, 4 << 20), more, Optional.empty());
    assertEquals(Set.of(2, 3), adaptation.candidates(), "3 is too small to wake 1");
  }

  @ParameterizedTest
  @CsvSource({
    "1048576, 100000, false",
    "1048576, 110000, true",
  })
  void functionsWithFewOfAllAccessesAreNotTried(long made, long accesses, boolean tried) {
    Adaptation adaptation = new Adaptation(HARMLESS);
    FunctionWork small = steady(1, accesses, 0);
    adaptation.decide(new Epoch(0, 0, made), List.of(small), Optional.empty());
    assertEquals(tried ? Set.of(1) : Set.of(), adaptation.candidates());
  }

  /** What a program does at its begin is not what it does when a function is counted. */
  @Test
  void theMixOfFunctionsIsThatOfTheLastLongEpoch() {
    Adaptation adaptation = new Adaptation(HARMLESS);
    long million = 1_000_000;
    FunctionWork begin = work(2, 10 * million, 0, 10 * million, 1, 1);
    decide(adaptation, new Epoch(0, 0, 10 * million), List.of(begin));
    FunctionWork settled = steady(1, 5 * million, 0);
    assertEquals(
        1,
        decide(adaptation, new Epoch(0, 1, 15 * million), List.of(settled, begin))
            .changes()
            .size());
    EpochAnswer later =
        decide(
            adaptation,
            new Epoch(0, 2, 20 * million),
            List.of(steady(1, 5 * million, 5 * million), begin));
    assertEquals(List.of(new EpochAnswer.Change(1, State.FULL, "to look again")), later.changes());
  }

  /** After it was looked at, too. */
  @Test
  void aFunctionWhoseShareChangesIsWatchedBeforeItIsCountedAgain() {
    Adaptation adaptation = new Adaptation(HARMLESS);
    long million = 1_000_000;
    decide(adaptation, new Epoch(0, 0, 2 * million), List.of(steady(1, million, 0)));
    decide(adaptation, new Epoch(0, 1, 7 * million), List.of(steady(1, million, 2 * million)));
    decide(
        adaptation, new Epoch(0, 2, 8 * million), List.of(steady(1, 3 * million / 2, 2 * million)));
    // It makes a tenth of the accesses from now on.
    EpochAnswer restored =
        decide(
            adaptation,
            new Epoch(0, 3, 18 * million),
            List.of(steady(1, 3 * million / 2, 3 * million)));
    assertEquals(State.FULL, restored.changes().get(0).state());
    assertTrue(restored.changes().get(0).reason().contains("share"), restored.toString());
  }

  @Test
  void readsTheToolsOptions() {
    assertEquals(Optional.empty(), AdaptationRule.of(List.of("--tsl-heap=yes")));
    assertEquals(
        Optional.of(
            new AdaptationRule(
                AdaptationRule.Kind.ABSOLUTE,
                8,
                List.of(new NamePattern("f"), new NamePattern("g*")))),
        AdaptationRule.of(
            List.of("--tsl-adapt=absolute:8", "--tsl-adapt-keep=f", "--tsl-adapt-keep=g*")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "harm", "absolute", "absolute:0", "absolute:-1", "relative:x", "absolute:1.5"})
  void refusesOtherRules(String text) {
    assertEquals(Optional.empty(), AdaptationRule.parse(text, List.of()));
  }
}
