package org.tslmap.collector.refine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Finds the functions to record by turns: the model says which can be paid for, a run with these
 * says what they took, and the model learns from it.
 */
public final class Refinement {

  /** The part of the budget that is planned with; the rest is for what the model does not know. */
  static final double PLANNED = 0.95;

  /** Up to this part of the budget the functions of a run may stay. */
  static final double STAYING = 0.98;

  /** By which part others must be worth more for the functions to change. */
  static final double CLEAR_GAIN = 0.1;

  /** The share of accesses by which the set of functions may still change. */
  public static final double MOST_CHANGE = 0.01;

  /** How far scores of functions may still move. */
  public static final double MOST_DRIFT = 0.02;

  /** A function that is counted is recorded at first, for this part of all accesses at most, */
  private static final double OBSERVED_PART = 0.001;

  /** or for so many if that is more; */
  private static final long USUALLY_OBSERVED = 1L << 17;

  /** for less, but not for less than these, if it takes more than this part of what is left. */
  public static final long LEAST_OBSERVED = 1L << 14;

  private static final double OBSERVING_PART = 0.25;

  /**
   * What the picked functions leave of the budget is spent on recording all others for longer, if
   * some of them waste this share of their accesses.
   */
  private static final double WASTES = 0.01;

  private static final int LONGER = 2;

  /** Functions change at the end of epochs of so many recorded accesses. */
  private static final long EPOCH = 1L << 20;

  private final double none;
  private final double limit;
  private final long made;
  private final Map<String, Candidate> candidates = new HashMap<>();
  private final List<MeasuredRun> runs = new ArrayList<>();
  private final List<Iteration> iterations = new ArrayList<>();
  private CostModel model;
  private long observed;
  private Set<String> chosen = Set.of();
  private Set<String> before = Set.of();

  /**
   * Begins.
   *
   * @param none processor time under Valgrind without a tool, seconds
   * @param limit processor time that a run may take, seconds
   * @param counted the run in which everything was counted
   * @param functions all functions, with what is known of their waste
   */
  public Refinement(double none, double limit, MeasuredRun counted, List<Candidate> functions) {
    this.none = none;
    this.limit = limit;
    this.made = counted.made();
    functions.forEach(function -> candidates.put(function.name(), function));
    runs.add(counted);
    model = CostModel.of(none, runs);
    observed = usuallyObserved();
  }

  private long usuallyObserved() {
    return Math.max(USUALLY_OBSERVED, Math.round(OBSERVED_PART * made));
  }

  /** How many accesses of each function are recorded before it is counted. */
  public long observed() {
    return observed;
  }

  private double observing() {
    return candidates.values().stream().mapToDouble(this::observing).sum();
  }

  /** What may be spent on recording, seconds. */
  private double left() {
    return PLANNED * limit - base();
  }

  /** What a run takes in which of each function next to nothing is recorded, seconds. */
  private double base() {
    long functions = candidates.values().stream().filter(one -> one.accesses() > 0).count();
    return model.countingSeconds(made) + model.startingSeconds(functions);
  }

  /** What a run takes in which each function is recorded for as short as it can be, seconds. */
  public double least() {
    return base()
        + candidates.values().stream()
            .mapToDouble(function -> observing(function, LEAST_OBSERVED))
            .sum();
  }

  /** What it takes to record a function before it is counted, seconds. */
  private double observing(Candidate function) {
    return observing(function, observed);
  }

  private double observing(Candidate function, long observed) {
    double epoch = made == 0 ? 0 : (double) EPOCH * function.accesses() / made;
    long accesses = Math.min(function.accesses(), observed + Math.round(epoch));
    return model.recordingSeconds(function.name(), accesses);
  }

  /**
   * Picks the functions of the next run, by name. Those of the last one stay if they keep to the
   * budget and others are not clearly worth more; the more runs there were, the more clearly. If
   * they do not keep to it, some of them leave, and none join, whose costs are less well known.
   */
  public Set<String> next() {
    before = chosen;
    long lately = observed;
    observed = usuallyObserved();
    while (observed > LEAST_OBSERVED && observing() > OBSERVING_PART * left()) {
      observed = Math.max(LEAST_OBSERVED, observed / 2);
    }
    pick();
    long most = iterations.isEmpty() || fits() ? largestThatWastes() : lately / LONGER;
    while (observed <= most && predicted(LONGER * observed) <= PLANNED * limit) {
      observed *= LONGER;
    }
    return chosen;
  }

  private long largestThatWastes() {
    return counted().stream()
        .filter(function -> function.waste() >= WASTES)
        .mapToLong(Candidate::accesses)
        .max()
        .orElse(0);
  }

  private void pick() {
    List<Candidate> all = List.copyOf(candidates.values());
    if (iterations.isEmpty()) {
      chosen = choice(all);
    } else if (!fits()) {
      chosen = choice(all.stream().filter(known -> before.contains(known.name())).toList());
    } else {
      Set<String> best = iterations.size() == 1 ? choice(all) : before;
      double needed = (1 + CLEAR_GAIN) * Choice.worth(all, model, before);
      chosen = Choice.worth(all, model, best) > needed ? best : before;
    }
  }

  private Set<String> choice(List<Candidate> functions) {
    return Choice.of(functions, model, left() - observing(), before);
  }

  /** Whether the last run kept to the budget, and will again. */
  private boolean fits() {
    double measured = iterations.get(iterations.size() - 1).measured();
    return Math.max(measured, predicted()) <= STAYING * limit;
  }

  /** What the picked functions will take, seconds. */
  public double predicted() {
    return predicted(observed);
  }

  /** The same if so many accesses of each of the others are recorded, seconds. */
  private double predicted(long others) {
    return base()
        + candidates.values().stream()
            .mapToDouble(
                function ->
                    chosen.contains(function.name())
                        ? model.recordingSeconds(function.name(), function.accesses())
                        : observing(function, others))
            .sum();
  }

  /** The functions that are counted, the most accesses first. */
  public List<Candidate> counted() {
    return candidates.values().stream()
        .filter(candidate -> !chosen.contains(candidate.name()))
        .sorted(
            Comparator.comparingLong(Candidate::accesses).reversed().thenComparing(Candidate::name))
        .toList();
  }

  /** Functions that the last two runs have both recorded. */
  public Set<String> keptFunctions() {
    Set<String> kept = new HashSet<>(chosen);
    kept.retainAll(before);
    return kept;
  }

  /**
   * Takes what a run with the picked functions took.
   *
   * @param waste shares of wasted accesses that it found, by function
   * @param drift the largest change of a score since the run before; empty in the first
   */
  public Iteration add(MeasuredRun run, Map<String, Double> waste, OptionalDouble drift) {
    double predicted = predicted();
    runs.add(run);
    model = CostModel.of(none, runs);
    for (String name : chosen) {
      if (waste.containsKey(name)) {
        candidates.computeIfPresent(name, (n, known) -> known.withWaste(waste.get(name)));
      }
    }
    Iteration iteration =
        new Iteration(
            iterations.size() + 1,
            chosen.size(),
            run.made() == 0 ? 0 : (double) run.allRecorded() / run.made(),
            predicted,
            run.seconds(),
            run.seconds() / none,
            iterations.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(changed()),
            drift);
    iterations.add(iteration);
    return iteration;
  }

  private double changed() {
    double accesses = 0;
    for (Candidate candidate : candidates.values()) {
      if (chosen.contains(candidate.name()) != before.contains(candidate.name())) {
        accesses += candidate.accesses();
      }
    }
    return made == 0 ? 0 : accesses / made;
  }

  /** What is missing for an end, one phrase each; none when the functions have settled. */
  public List<String> missing() {
    if (iterations.isEmpty()) {
      return List.of("no run was made");
    }
    Iteration last = iterations.get(iterations.size() - 1);
    List<String> missing = new ArrayList<>();
    if (last.measured() > limit) {
      missing.add(
          text("the last run took %.2f s, and the budget is %.2f s", last.measured(), limit));
    }
    if (last.changed().isEmpty()) {
      missing.add("there is no second run to compare with");
    } else if (last.changed().getAsDouble() >= MOST_CHANGE) {
      missing.add(
          text(
              "functions with %.1f %% of the accesses joined or left, expected less than %.0f %%",
              100 * last.changed().getAsDouble(), 100 * MOST_CHANGE));
    }
    if (last.drift().isPresent() && last.drift().getAsDouble() > MOST_DRIFT) {
      missing.add(
          text(
              "a score moved by %.3f since the run before, expected at most %.2f",
              last.drift().getAsDouble(), MOST_DRIFT));
    }
    return missing;
  }

  private static String text(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
