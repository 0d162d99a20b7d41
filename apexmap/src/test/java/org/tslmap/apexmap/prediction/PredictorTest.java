package org.tslmap.apexmap.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.tslmap.apexmap.AccessCost;
import org.tslmap.apexmap.CoreCosts;
import org.tslmap.apexmap.Dependence;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.OutsideSurfaceException;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.ChainLink;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.InstructionKind;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.LoopForest;
import org.tslmap.locality.profile.Operations;
import org.tslmap.locality.profile.ProcessProfile;

class PredictorTest {

  private static final MetricParameters PARAMETERS = MetricParameters.defaults();

  /**
   * A machine with one cache of 2^12 words, where an access costs 1 ns. Beyond, a line costs 20 ns
   * (40 ns when visits wait for one another), a store as much again, an update three times a load.
   */
  private static final AccessCost COST = PredictorTest::cost;

  private static final Predictor PREDICTOR = new Predictor(COST, PARAMETERS);

  private static double cost(ProbePoint point, Operation operation, Dependence dependence) {
    if (point.words() < 1 << 9
        || point.words() > 1 << 18
        || point.length() > 1 << 12
        || point.stride() > 512
        || point.alpha() < 0.01) {
      throw new OutsideSurfaceException("not measured: " + point);
    }
    double miss = Math.max(0, Math.min(1, Math.log(point.words() / 4096.0) / Math.log(4)));
    double lines = Math.max(1.0 / point.length(), Math.min(1, point.stride() / 8.0));
    double line = dependence == Dependence.DEPENDENT ? 40 : 20;
    double factor =
        switch (operation) {
          case READ -> 1;
          case WRITE -> 2;
          case UPDATE -> 3;
        };
    return Math.max(1, miss * lines * line * factor);
  }

  private static LocalityProfile sum() {
    ScoredProgram program = new ScoredProgram(PARAMETERS);
    for (int i = 0; i < 1 << 19; i++) {
      program.load("sum", 1, i);
    }
    return program.profile();
  }

  private static ScoredProgram randomLoads(String function) {
    ScoredProgram program = new ScoredProgram(PARAMETERS);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 1 << 20; i++) {
      program.load(function, 5, random.nextLong(1 << 18));
    }
    return program;
  }

  private static LocalityProfile randomUpdates() {
    ScoredProgram program = new ScoredProgram(PARAMETERS);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 1 << 20; i++) {
      long word = random.nextLong(1 << 18);
      program.load("update", 5, word);
      program.store("update", 5, word);
    }
    return program.profile();
  }

  @Test
  void aStreamCostsALineForEveryEightWords() {
    Prediction prediction = PREDICTOR.predict(sum());
    assertEquals(20 / 8.0, prediction.nanosecondsPerAccess(Method.MIXTURE), 0.05);
    assertEquals(1 << 19, prediction.accesses());
  }

  @Test
  void randomLoadsAndStoresOfTheSameWordsAreUpdates() {
    Prediction prediction = PREDICTOR.predict(randomUpdates());
    GroupTime group = prediction.functions().get(0).groups().get(0);
    assertEquals(Operation.UPDATE, group.group().operation());
    assertEquals(1 << 21, group.group().accesses());
    assertEquals(60, prediction.nanosecondsPerAccess(Method.MIXTURE), 3);
  }

  @Test
  void loadsThatWaitForOneAnotherCostMore() {
    ScoredProgram program = randomLoads("chase");
    LocalityProfile profile = program.profile();
    Predictor dependent = new Predictor(COST, CoreCosts.NONE, PARAMETERS, function -> true);
    assertEquals(20, PREDICTOR.predict(profile).nanosecondsPerAccess(Method.MIXTURE), 1);
    assertEquals(40, dependent.predict(profile).nanosecondsPerAccess(Method.MIXTURE), 2);
  }

  @Test
  void missesThatWaitCostMoreByTheirShare() {
    ScoredProgram program = randomLoads("chase");
    program.depends("chase", 5, new LoadDependence(900_000, 1_000_000, 250_000, 250_000, 250_000));
    Prediction prediction = PREDICTOR.predict(program.profile());
    // a quarter at 40 ns, the rest at 20 ns
    assertEquals(25, prediction.nanosecondsPerAccess(Method.MIXTURE), 1.25);
  }

  @Test
  void missesThatAreFetchedAheadDoNotWait() {
    ScoredProgram program = randomLoads("gather");
    // of a million lines that come from beyond the cache, few were not fetched ahead
    program.depends("gather", 5, new LoadDependence(1000, 1000, 1000, 1000, 1000));
    Prediction prediction = PREDICTOR.predict(program.profile());
    assertEquals(20, prediction.nanosecondsPerAccess(Method.MIXTURE), 1);
  }

  @Test
  void hitsWaitByTheirOwnShare() {
    ScoredProgram program = new ScoredProgram(PARAMETERS);
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 1 << 20; i++) {
      program.load("gather", 5, i % 4 == 0 ? random.nextLong(1 << 18) : (1 << 20) + i % 64);
    }
    program.depends("gather", 5, new LoadDependence(1 << 18, 1 << 18, 1 << 18, 1 << 18, 1 << 18));
    // a hit takes 4 ns if it waits
    AccessCost waiting =
        (point, operation, dependence) ->
            Math.max(
                dependence == Dependence.DEPENDENT ? 4 : 1, cost(point, operation, dependence));
    Prediction prediction = new Predictor(waiting, PARAMETERS).predict(program.profile());
    // a quarter at 40 ns, the rest at 1 ns for three and 4 ns for one
    assertEquals(10 + 0.75 * 1.75, prediction.nanosecondsPerAccess(Method.MIXTURE), 0.75);
  }

  @Test
  void missesThatDoNotWaitNeedNoDependentVisits() {
    ScoredProgram program = randomLoads("gather");
    program.depends("gather", 5, new LoadDependence(0, 1_000_000, 0, 0, 0));
    AccessCost independent =
        (point, operation, dependence) -> {
          if (dependence == Dependence.DEPENDENT) {
            throw new OutsideSurfaceException("not measured: " + point);
          }
          return cost(point, operation, dependence);
        };
    Prediction prediction = new Predictor(independent, PARAMETERS).predict(program.profile());
    assertEquals(20, prediction.nanosecondsPerAccess(Method.MIXTURE), 1);
  }

  /** Nanoseconds of a miss, of chains of misses on a core that looks 100 instructions ahead. */
  private static double chains(long chained, long instructions, long blocked) {
    return trees(chained, chained, instructions, blocked);
  }

  private static double trees(long chained, long deeper, long instructions, long blocked) {
    ScoredProgram program = randomLoads("chase");
    program.depends("chase", 5, new LoadDependence(chained, 1_000_000, chained, deeper, blocked));
    return new Predictor(COST, looksAhead(100), PARAMETERS)
        .predict(with(program.profile(), integers(instructions)))
        .nanosecondsPerAccess(Method.MIXTURE);
  }

  private static InstructionCounts integers(long instructions) {
    long[] numbers = new long[InstructionCounts.NUMBERS];
    numbers[InstructionKind.INTEGER.ordinal()] = instructions;
    return new InstructionCounts(numbers);
  }

  private static CoreCosts looksAhead(double instructions) {
    return new CoreCosts(0.001, Map.of(), Map.of(), 0, 1, instructions, 0, Map.of());
  }

  @Test
  void missesOverlapAsFarAsTheCoreLooksAhead() {
    assertEquals(20, trees(0, 0, 50_000_000, 0), 1, "50 instructions apart: two, each 40 ns");
    assertEquals(0.75 * 40, trees(0, 0, 75_000_000, 0), 1.5, "75 apart");
    assertEquals(40, trees(0, 0, 200_000_000, 0), 2, "no other one is found");
    assertEquals(20, trees(0, 0, 1_000_000, 0), 1, "as fast as independent visits");
  }

  @Test
  void instructionsOfOtherLoopsDoNotKeepMissesApart() {
    ScoredProgram program = randomLoads("both");
    for (int i = 0; i < 3 << 20; i++) {
      program.load("both", 9, (1 << 20) + i % 64);
    }
    program.depends("both", 5, new LoadDependence(0, 1 << 20, 0, 0, 0));
    LocalityProfile profile = with(program.profile(), integers(200L << 20));
    Predictor predictor = new Predictor(COST, looksAhead(100), PARAMETERS);
    assertEquals(
        (40 + 3) / 4.0, predictor.predict(profile).nanosecondsPerAccess(Method.MIXTURE), 0.5);

    ProcessProfile process = profile.mainProcess();
    LoopForest loops = new LoopForest(List.of(loop(0x400), loop(0x500)), List.of(0, 1));
    LocalityProfile known =
        new LocalityProfile("test", List.of(process.with(loops, process.waiting())));
    // 50 instructions for each of its accesses, all of which miss
    assertEquals(
        (20 + 3) / 4.0, predictor.predict(known).nanosecondsPerAccess(Method.MIXTURE), 0.3);

    // as many as each loop has: 100 for each of its accesses
    LocalityProfile counted = counted(known, integers(100L << 20), integers(100L << 20));
    assertEquals(
        (40 + 3) / 4.0, predictor.predict(counted).nanosecondsPerAccess(Method.MIXTURE), 0.5);
  }

  @Test
  void whatWasOnlyCountedIsLeftOut() {
    ScoredProgram program = randomLoads("scored");
    double scored = PREDICTOR.predict(program.profile()).seconds(Method.MIXTURE);
    program.counts("counted", 1_000_000);
    Prediction prediction = PREDICTOR.predict(program.profile());
    assertEquals(scored, prediction.seconds(Method.MIXTURE), 1e-9);
    assertTrue(
        prediction.notes().stream().anyMatch(n -> n.startsWith("1,000,000 accesses are left out")),
        prediction.notes().toString());
  }

  @Test
  void loopsThatAreTooLongToLookBeyondRunOneAfterTheOther() {
    ScoredProgram program = randomLoads("both");
    for (int i = 0; i < 3 << 20; i++) {
      program.load("both", 9, (1 << 20) + i % 64);
    }
    ProcessProfile process = with(program.profile(), integers(60L << 20)).mainProcess();
    CodeLoop inner = new CodeLoop(0, 0, 0x500, 0, 0, true, 3 << 20);
    LoopForest loops = new LoopForest(List.of(loop(0x400), inner), List.of(0, 1));
    LocalityProfile profile =
        counted(
            new LocalityProfile("test", List.of(process.with(loops, process.waiting()))),
            integers(10L << 20),
            integers(50L << 20));
    double together = combined(profile, 100);
    assertEquals(together, combined(profile, 51), 1e-9, "50 instructions each time");
    assertEquals(together + 0.25e-9 * (50 << 20), combined(profile, 49), 0.5e-3);
  }

  /** With a core that takes 0.25 ns for an instruction, and looks so many ahead. */
  private static double combined(LocalityProfile profile, double window) {
    CoreCosts core = new CoreCosts(0.25, Map.of(), Map.of(), 0, 1, window, 0, Map.of());
    return new Predictor(COST, core, PARAMETERS).predict(profile).seconds(Method.COMBINED);
  }

  /** A profile whose loops executed these instructions themselves. */
  private static LocalityProfile counted(LocalityProfile profile, InstructionCounts... ofLoops) {
    ProcessProfile process = profile.mainProcess();
    return new LocalityProfile(
        "test",
        List.of(process.with(new Operations(process.operations().functions(), List.of(ofLoops)))));
  }

  private static CodeLoop loop(long head) {
    return new CodeLoop(0, -1, head, 0, 0, true, 1 << 20);
  }

  @Test
  void asManyChainsOfMissesOverlapAsTheCoreLooksAhead() {
    assertEquals(40, chains(999_999, 5_000_000, 0), 2, "one chain");
    // four misses of 15 instructions: 60 of the 100 that the core looks ahead
    assertEquals(0.6 * 40, chains(750_000, 15_000_000, 0), 1.2);
    assertEquals(20, chains(750_000, 5_000_000, 0), 1, "as fast as without chains");
    assertEquals(20 + 0.75 * 20, chains(750_000, 5_000_000, 750_000), 1.7, "all at branches");
    assertEquals(20 + 0.25 * 20, chains(750_000, 5_000_000, 250_000), 1.2, "some of them");
  }

  @Test
  void missesOfTheSameDepthOverlap() {
    assertEquals(40, chains(750_000, 40_000_000, 0), 2, "four, one after the other");
    assertEquals(2 * 40 / 4.0, trees(750_000, 250_000, 40_000_000, 0), 1, "three wait for one");
    assertEquals(3 * 40 / 4.0, trees(750_000, 500_000, 40_000_000, 0), 1.5, "two, then one");
  }

  @Test
  void accessesToTheCacheAreAdded() {
    ScoredProgram program = new ScoredProgram(PARAMETERS);
    for (int i = 0; i < 1 << 18; i++) {
      program.load("sum", 1, i);
      program.load("sum", 2, (1 << 20) + i % 64);
    }
    Prediction prediction = PREDICTOR.predict(program.profile());
    // 20 / 8 ns for the first, 1 ns for the second
    assertEquals(3.5 / 2, prediction.nanosecondsPerAccess(Method.MIXTURE), 0.05);
  }

  @Test
  void functionsAddUpAndTheSlowestIsFirst() {
    ScoredProgram program = new ScoredProgram(PARAMETERS);
    for (int i = 0; i < 1 << 18; i++) {
      program.load("near", 1, (1 << 20) + i % 64);
    }
    for (int i = 0; i < 1 << 18; i++) {
      program.load("far", 2, i);
    }
    Prediction prediction = PREDICTOR.predict(program.profile());
    assertEquals("far", prediction.functions().get(0).function().name());
    assertEquals(
        prediction.seconds(Method.MIXTURE),
        prediction.functions().stream().mapToDouble(f -> f.seconds().get(Method.MIXTURE)).sum(),
        1e-15);
    assertEquals(
        1 << 18, 1e9 * prediction.functions().get(1).seconds().get(Method.MIXTURE), 1e3, "1 ns");
  }

  @Test
  void aRunLargerThanTheSurfaceIsSaidToBe() {
    Prediction prediction = PREDICTOR.predict(sum());
    assertEquals(1 << 18, prediction.point().words());
    assertTrue(prediction.notes().get(0).contains("4 MiB"), prediction.notes().toString());
  }

  /** The profile of {@link #sum}, in which so many instructions were executed. */
  private static LocalityProfile computing(long additions, long chained) {
    long[] kinds = new long[InstructionKind.values().length];
    kinds[InstructionKind.FLOATING.ordinal()] = additions;
    long[] chain = new long[ChainLink.values().length];
    chain[ChainLink.FLOATING.ordinal()] = chained;
    return with(sum(), InstructionCounts.of(kinds, chain));
  }

  /** The profile of a process, whose first function executed these instructions. */
  private static LocalityProfile with(LocalityProfile profile, InstructionCounts counts) {
    ProcessProfile process = profile.mainProcess();
    return new LocalityProfile(
        "test",
        List.of(process.with(new Operations(List.of(new Operations.OfFunction(0, counts))))));
  }

  @Test
  void pagesAreTouchedForTheFirstTimeOnce() {
    CoreCosts core = new CoreCosts(1e-9, Map.of(), Map.of(), 0, 1, 100, 1500, Map.of());
    Predictor predictor = new Predictor(COST, core, PARAMETERS);
    LocalityProfile profile = computing(1, 0);
    double pages = profile.merged().footprint().line() / 64.0;
    Prediction prediction = predictor.predict(profile);
    assertEquals(1500e-9 * pages, prediction.pageSeconds(), 1e-12);
    assertEquals(
        prediction.seconds(Method.MIXTURE) + 1500e-9 * pages,
        prediction.seconds(Method.COMBINED),
        1e-6);

    ScoredProgram part = new ScoredProgram(PARAMETERS);
    part.load("sum", 1, 0);
    assertEquals(
        0,
        predictor.predict(part.profile("--tsl-fn=sum")).pageSeconds(),
        "who touched its page first is not known");
  }

  @Test
  void computationIsFeltWhenItIsLonger() {
    CoreCosts core =
        new CoreCosts(
            0.25,
            Map.of(InstructionKind.FLOATING.key(), 0.5),
            Map.of(ChainLink.FLOATING.key(), 4.0),
            5,
            1,
            100,
            0,
            Map.of());
    Predictor predictor = new Predictor(COST, core, PARAMETERS);
    long accesses = 1 << 19;
    double memory = PREDICTOR.predict(sum()).seconds(Method.MIXTURE);

    Prediction little = predictor.predict(computing(accesses, 0));
    assertEquals(0.5e-9 * accesses, little.coreSeconds().orElseThrow(), 1e-12);
    assertEquals(memory, little.seconds(Method.COMBINED), 0.02 * memory);

    Prediction chained = predictor.predict(computing(accesses, accesses));
    assertEquals(4e-9 * accesses, chained.coreSeconds().orElseThrow(), 1e-12);
    assertEquals(4e-9 * accesses, chained.seconds(Method.COMBINED), 1e-12);
    assertEquals(
        Bound.COMPUTE,
        Verdict.of(chained.memory(), chained.coreSeconds(), 0, OptionalDouble.empty()).bound());

    Prediction unknown = predictor.predict(sum());
    assertTrue(unknown.coreSeconds().isEmpty());
    assertTrue(unknown.notes().toString().contains("no counts of instructions"));
    Prediction unmeasured = PREDICTOR.predict(computing(accesses, 0));
    assertTrue(unmeasured.notes().toString().contains("without the core"));
  }

  @Test
  void whatCannotBePredictedIsRefused() {
    Predictor other = new Predictor(COST, PARAMETERS.withN(1 << 10));
    assertThrows(IllegalArgumentException.class, () -> other.predict(sum()));
    LocalityProfile empty = new ScoredProgram(PARAMETERS).profile();
    assertThrows(IllegalArgumentException.class, () -> PREDICTOR.predict(empty));
    assertThrows(
        IllegalArgumentException.class, () -> PREDICTOR.predict(sum()).seconds(Method.SET_MEAN));
    Predictor nothing =
        new Predictor(
            (point, operation, dependence) -> {
              throw new OutsideSurfaceException("nothing was measured");
            },
            PARAMETERS);
    assertThrows(OutsideSurfaceException.class, () -> nothing.predict(sum()));
  }
}
