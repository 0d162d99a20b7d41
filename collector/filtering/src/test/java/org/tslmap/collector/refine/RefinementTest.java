package org.tslmap.collector.refine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Refinements of programs whose costs are known come to an end within the budget. */
class RefinementTest {

  private static final double NONE = 4;

  /** A program whose functions cost other than is typical, and whose times are a little noisy. */
  private static final class Program {
    private final List<Candidate> functions = new ArrayList<>();
    private final Map<String, Double> nanos = new HashMap<>();
    private final Random random;

    Program(int seed, double typical) {
      random = new Random(seed);
      for (int i = 0; i < 40; i++) {
        double size = Math.exp(-i / 6.0);
        String name = "f" + i;
        functions.add(new Candidate(name, (long) (2e8 * size), random.nextDouble() / 5, false));
        nanos.put(name, typical * (0.7 + 0.6 * random.nextDouble()));
      }
    }

    long made() {
      return functions.stream().mapToLong(Candidate::accesses).sum();
    }

    MeasuredRun counted() {
      return new MeasuredRun(made(), Map.of(), NONE + 1 + 1e-9 * made());
    }

    /** What is not recorded as a whole is recorded in parts. */
    MeasuredRun run(Set<String> recorded, Refinement plan) {
      Map<String, Long> accesses = new HashMap<>();
      double seconds =
          counted().seconds() + CostModel.STARTING + CostModel.FUNCTION * functions.size();
      for (Candidate function : functions) {
        long own =
            recorded.contains(function.name())
                ? function.accesses()
                : Math.min(
                    function.accesses(), plan.observed() + function.accesses() / plan.again());
        accesses.put(function.name(), own);
        seconds += 1e-9 * nanos.get(function.name()) * own;
      }
      return new MeasuredRun(
          made(), accesses, seconds * (1 + 0.02 * (2 * random.nextDouble() - 1)));
    }
  }

  private static Refinement refined(Program program, double limit, int runs) {
    Refinement refinement = new Refinement(NONE, limit, program.counted(), program.functions);
    for (int i = 0; i < runs && (i == 0 || !refinement.missing().isEmpty()); i++) {
      Set<String> recorded = refinement.next();
      refinement.add(
          program.run(recorded, refinement),
          Map.of(),
          i == 0 ? OptionalDouble.empty() : OptionalDouble.of(0.001));
    }
    return refinement;
  }

  @Test
  void fourRunsKeepToTheBudgetWhateverAccessesCost() {
    for (double typical : new double[] {35, 60, 95}) {
      for (int seed = 0; seed < 10; seed++) {
        Refinement refinement = refined(new Program(seed, typical), 3 * NONE, 4);
        assertEquals(List.of(), refinement.missing(), typical + " ns, seed " + seed);
      }
    }
  }

  @Test
  void theModelIsNearTheLastRun() {
    Program program = new Program(3, 80);
    Refinement refinement = new Refinement(NONE, 3 * NONE, program.counted(), program.functions);
    Iteration last = null;
    for (int i = 0; i < 4; i++) {
      last =
          refinement.add(
              program.run(refinement.next(), refinement), Map.of(), OptionalDouble.of(0));
    }
    assertEquals(1, last.predicted() / last.measured(), 0.15);
  }

  /** What a function does at first often is not what it does later. */
  @Test
  void whatIsLeftOfTheBudgetIsSpentOnWhatDoesNotFitIntoIt() {
    long large = 1_000_000_000;
    long small = 1_000_000;
    List<Candidate> functions =
        List.of(
            new Candidate("large", large, 0.2, false), new Candidate("small", small, 0.1, false));
    double limit = 3 * NONE;
    Refinement refinement =
        new Refinement(NONE, limit, new MeasuredRun(large + small, Map.of(), NONE + 1), functions);
    assertEquals(Set.of("small"), refinement.next());
    long again = refinement.again();
    assertTrue(again < 64, again + "");
    assertTrue(refinement.predicted() <= 0.95 * limit, refinement.predicted() + "");
    double stretches = 1e-9 * CostModel.TYPICAL_NS * large / again;
    assertTrue(
        refinement.predicted() + stretches > 0.95 * limit,
        "twice as long would not fit: " + refinement.predicted());
  }

  /** Otherwise nothing would be known of the hotspots of what is counted. */
  @Test
  void partsOfWhatIsCountedAreRecordedAndThatIsInTheBudget() {
    Program program = new Program(5, 60);
    Refinement refinement = new Refinement(NONE, 3 * NONE, program.counted(), program.functions);
    Set<String> recorded = refinement.next();
    double whole =
        program.functions.stream()
            .filter(function -> recorded.contains(function.name()))
            .mapToLong(Candidate::accesses)
            .sum();
    double first =
        program.functions.stream()
            .filter(function -> !recorded.contains(function.name()))
            .mapToLong(
                function ->
                    Math.min(
                        function.accesses(),
                        refinement.observed() + function.accesses() / refinement.again()))
            .sum();
    double expected =
        program.counted().seconds()
            + CostModel.STARTING
            + 1e-9 * CostModel.TYPICAL_NS * (whole + first);
    assertTrue(first > 0 && refinement.predicted() >= expected, refinement.predicted() + "");
    assertTrue(refinement.predicted() <= 0.95 * 3 * NONE + 1e-6, refinement.predicted() + "");
  }

  /**
   * What the model knows nothing of, such as translating code for each stretch, costs time, too.
   */
  @Test
  void afterARunOverTheBudgetLessIsRecordedByWhatItTookTooMuch() {
    int over = 0;
    for (double limit : new double[] {9, 10, 11, 12}) {
      for (double ofStretch : new double[] {0.02, 0.05, 0.1}) {
        Program program = new Program(7, 60);
        MeasuredRun counted = program.counted();
        Refinement refinement = new Refinement(NONE, limit, counted, program.functions);
        String plan = "budget " + limit + " s, " + ofStretch + " s a stretch";
        double most = Double.POSITIVE_INFINITY;
        for (int i = 0; i < 4 && (i == 0 || !refinement.missing().isEmpty()); i++) {
          MeasuredRun run = program.run(refinement.next(), refinement);
          double seconds = run.seconds() + ofStretch * stretches(run.made(), refinement.again());
          assertTrue(run.allRecorded() <= most, plan + ": " + run.allRecorded() + ", " + most);
          refinement.add(
              new MeasuredRun(run.made(), run.recorded(), seconds),
              Map.of(),
              i == 0 ? OptionalDouble.empty() : OptionalDouble.of(0.001));
          most = seconds > limit || most < Double.POSITIVE_INFINITY ? run.allRecorded() : most;
          if (seconds > limit) {
            over++;
            most *= (limit - counted.seconds()) / (seconds - counted.seconds());
          }
        }
        assertTrue(
            refinement.missing().stream().noneMatch(what -> what.contains("budget")),
            plan + ": " + refinement.missing());
      }
    }
    assertTrue(over >= 6, over + " runs over the budget");
  }

  /** As the tool has them: there is a stretch each time there are an eighth more accesses. */
  private static int stretches(long made, long again) {
    int stretches = 0;
    for (long at = 0; at < made; at += Math.max(at / 8, again << 14)) {
      stretches++;
    }
    return stretches;
  }

  /** Scores need 10,000 accesses of a function, however little the budget leaves. */
  @Test
  void partsAreSmallerWhereTheBudgetLeavesLittle() {
    Program program = new Program(5, 60);
    double counted =
        program.counted().seconds()
            + CostModel.STARTING
            + CostModel.FUNCTION * program.functions.size();
    Refinement refinement =
        new Refinement(NONE, 1.1 * counted, program.counted(), program.functions);
    refinement.next();
    assertTrue(refinement.observed() >= Refinement.LEAST_OBSERVED);
    assertTrue(refinement.observed() < 1 << 17, refinement.observed() + "");
    assertTrue(refinement.again() > 64, refinement.again() + "");
    assertTrue(refinement.predicted() <= 1.1 * counted, refinement.predicted() + "");
  }

  @Test
  void oneRunHasNothingToCompareWith() {
    Refinement refinement = refined(new Program(1, 60), 3 * NONE, 1);
    assertEquals(List.of("there is no second run to compare with"), refinement.missing());
  }

  @Test
  void whatIsMissingIsSaid() {
    Program program = new Program(2, 60);
    Refinement refinement = new Refinement(NONE, 3 * NONE, program.counted(), program.functions);
    assertEquals(List.of("no run was made"), refinement.missing());
    refinement.add(program.run(refinement.next(), refinement), Map.of(), OptionalDouble.empty());
    refinement.next();
    Iteration second =
        refinement.add(
            new MeasuredRun(program.made(), Map.of("f0", 5L), 13),
            Map.of(),
            OptionalDouble.of(0.5));
    assertTrue(second.changed().getAsDouble() < 0.01, "the same functions");
    assertEquals(
        List.of(
            "the last run took 13.00 s, and the budget is 12.00 s",
            "a score moved by 0.500 since the run before, expected at most 0.02"),
        refinement.missing());
  }
}
