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
  static final double PLANNED = 0.9;

  /** Up to this part of the budget the functions of a run may stay. */
  static final double STAYING = 0.98;

  /** By which part others must be worth more for the functions to change. */
  static final double CLEAR_GAIN = 0.1;

  /** The share of accesses by which the set of functions may still change. */
  public static final double MOST_CHANGE = 0.01;

  /** How far scores of functions may still move. */
  public static final double MOST_DRIFT = 0.02;

  /** A function that is counted is recorded for so many accesses the first time, */
  private static final long USUALLY_OBSERVED = 1L << 17;

  /** or for less, but not for less than these, if observing takes too much; */
  static final long LEAST_OBSERVED = 1L << 14;

  /** and for one in so many of its accesses in stretches over the whole run, */
  private static final long USUALLY_AGAIN = 64;

  /** or fewer, but not fewer than these, if observing takes more than this part of what is left; */
  private static final long LEAST_AGAIN = 1024;

  /** or so many times fewer than in a run that was over the budget although little was recorded: */
  private static final long COARSER = 16;

  /** with one in so many there are no stretches in runs of less than 2^34 accesses. */
  private static final long NO_STRETCHES = 1L << 20;

  /** After so many runs over the budget all functions are counted, with few stretches, */
  private static final int OFTEN_OVER = 2;

  /** and after so many there are none. */
  private static final int TOO_OFTEN_OVER = 3;

  private static final double OBSERVING_PART = 0.25;

  /**
   * What the picked functions leave of the budget is spent on longer stretches of all others, if
   * some of them waste this share of their accesses; one in so many at most.
   */
  private static final double WASTES = 0.01;

  private static final long MOST_AGAIN = 4;

  /**
   * Of functions that make less than this share of all accesses the tool mostly records nothing.
   */
  private static final double SELDOM = 1.0 / 4096;

  /** And those that make less than this share are in no stretch. */
  private static final double OFTEN = 1.0 / 256;

  /** Functions change at the end of epochs of so many recorded accesses. */
  private static final long EPOCH = 1L << 20;

  private final double none;
  private final double limit;
  private final long made;
  private final Map<String, Candidate> candidates = new HashMap<>();
  private final List<MeasuredRun> runs = new ArrayList<>();
  private final List<Iteration> iterations = new ArrayList<>();
  private CostModel model;
  private long observed = USUALLY_OBSERVED;
  private long again = USUALLY_AGAIN;
  private Set<String> chosen = Set.of();
  private Set<String> before = Set.of();

  /** By which factor the model is too low for the last run, in what that took above counting. */
  private double tooLow = 1;

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
  }

  /** How many accesses of each counted function are recorded the first time; 0: none at all. */
  public long observed() {
    return observed;
  }

  /** And one in so many in stretches over the whole run. */
  public long again() {
    return again;
  }

  private double observing() {
    return candidates.values().stream().mapToDouble(this::observing).sum();
  }

  /** What may be spent on recording, seconds. */
  private double left() {
    return (PLANNED * limit - model.countingSeconds(made)) / tooLow - model.startingSeconds();
  }

  /** What a run takes in which recording functions costs so much by the model, seconds. */
  private double seconds(double functions) {
    return model.countingSeconds(made) + tooLow * (model.startingSeconds() + functions);
  }

  /** What a run takes in which as little is recorded of each function as can be, seconds. */
  public double least() {
    return seconds(
        candidates.values().stream()
            .mapToDouble(function -> observing(function, LEAST_OBSERVED, LEAST_AGAIN))
            .sum());
  }

  /** What it takes to record parts of what a function does, seconds. */
  private double observing(Candidate function) {
    return observing(function, observed, again);
  }

  private double observing(Candidate function, long observed, long again) {
    long accesses = function.accesses();
    if (observed == 0) {
      return 0;
    }
    if (accesses < Math.max(SELDOM * made, observed) && !wasRecorded(function)) {
      return 0;
    }
    double epoch = (double) EPOCH * accesses / made;
    double stretches = accesses < OFTEN * made ? 0 : (double) accesses / again;
    return model.recordingSeconds(
        function.name(), Math.min(accesses, observed + Math.round(epoch + stretches)));
  }

  /** Functions that make many accesses for some time are recorded, too. */
  private boolean wasRecorded(Candidate function) {
    return runs.get(runs.size() - 1).recorded().containsKey(function.name());
  }

  /**
   * Picks the functions of the next run, by name. Those of the last one stay if they keep to the
   * budget and others are not clearly worth more; the more runs there were, the more clearly. After
   * a run over the budget less is recorded than in that one, and never more again.
   */
  public Set<String> next() {
    before = chosen;
    if (iterations.stream().noneMatch(this::wasOver)) {
      plan();
    } else if (wasOver(lastRun())) {
      recordLess();
    }
    return chosen;
  }

  private void plan() {
    observed = USUALLY_OBSERVED;
    again = USUALLY_AGAIN;
    observeFor(OBSERVING_PART * left(), LEAST_AGAIN);
    pick();
    while (again > MOST_AGAIN && wastes() && predicted(again / 2) <= PLANNED * limit) {
      again /= 2;
    }
  }

  /**
   * Functions leave first; where too few are left to, stretches get fewer than is usual. Where that
   * was not enough, all functions are counted, since a few stretches of each say more of the whole
   * than all accesses of some.
   */
  private void recordLess() {
    long over = iterations.stream().filter(this::wasOver).count();
    if (over >= OFTEN_OVER) {
      observed = over < TOO_OFTEN_OVER ? LEAST_OBSERVED : 0;
      again = Math.max(LEAST_AGAIN, again);
      chosen = Choice.of(picked(), model, 0, before);
      return;
    }
    long coarsest = Math.min(NO_STRETCHES, Math.max(LEAST_AGAIN, COARSER * again));
    observeFor(OBSERVING_PART * left(), Math.max(LEAST_AGAIN, again));
    chosen = choice(picked());
    observeFor(left() - picked().stream().mapToDouble(this::recording).sum(), coarsest);
  }

  /** Records less of what is counted until it takes at most so many seconds, or is at its least. */
  private void observeFor(double seconds, long coarsest) {
    while (observing() > seconds && (observed > LEAST_OBSERVED || again < coarsest)) {
      observed = Math.max(LEAST_OBSERVED, observed / 2);
      again = Math.min(coarsest, again * 2);
    }
  }

  /** Whether a function that is counted wastes accesses. */
  private boolean wastes() {
    return counted().stream().anyMatch(function -> function.waste() >= WASTES);
  }

  private void pick() {
    List<Candidate> all = List.copyOf(candidates.values());
    if (iterations.isEmpty()) {
      chosen = choice(all);
    } else if (predicted() > STAYING * limit) {
      chosen = choice(picked());
    } else {
      Set<String> best = iterations.size() == 1 ? choice(all) : before;
      double needed = (1 + CLEAR_GAIN) * Choice.worth(all, model, before);
      chosen = Choice.worth(all, model, best) > needed ? best : before;
    }
  }

  private Set<String> choice(List<Candidate> functions) {
    return Choice.of(functions, model, left() - observing(), before);
  }

  private List<Candidate> picked() {
    return candidates.values().stream().filter(known -> chosen.contains(known.name())).toList();
  }

  private Iteration lastRun() {
    return iterations.get(iterations.size() - 1);
  }

  /** Whether a run did not keep to the budget, or would not if it were repeated. */
  private boolean wasOver(Iteration run) {
    return run.measured() > STAYING * limit;
  }

  /** What the picked functions will take, seconds. */
  public double predicted() {
    return predicted(again);
  }

  /** The same if one in so many accesses of the others is recorded, seconds. */
  private double predicted(long again) {
    return seconds(
        candidates.values().stream()
            .mapToDouble(
                function ->
                    chosen.contains(function.name())
                        ? recording(function)
                        : observing(function, observed, again))
            .sum());
  }

  /** What it takes to record all that a function does, seconds. */
  private double recording(Candidate function) {
    return model.recordingSeconds(function.name(), function.accesses());
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
    tooLow = 1;
    double counting = model.countingSeconds(run.made());
    tooLow = Math.max(1, (run.seconds() - counting) / Math.max(1e-9, predicted() - counting));
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
    Iteration last = lastRun();
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
