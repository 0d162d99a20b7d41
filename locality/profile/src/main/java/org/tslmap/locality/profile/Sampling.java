package org.tslmap.locality.profile;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * That only a part of a process's accesses was scored. All are counted; histograms are estimates
 * that add up to the counts.
 *
 * @param mode "auto", "rate" where the user gave one, or "budget"
 * @param rate accesses in bursts divided by all
 * @param scoredAccesses accesses in bursts
 * @param exactAccesses the first accesses, which were all scored
 * @param pausedAccesses those made while recording paused, which were only counted
 * @param whole errors of the process's scores
 * @param functions errors of each function's, in the process's order
 * @param objects errors of each data object's, likewise; empty where there are none
 * @param calls errors of each call path's own ones, likewise
 * @param budget what the run was to cost; empty where nothing was said
 */
public record Sampling(
    String mode,
    double rate,
    long scoredAccesses,
    long exactAccesses,
    long pausedAccesses,
    ScoreErrors whole,
    List<ScoreErrors> functions,
    List<ScoreErrors> objects,
    List<ScoreErrors> calls,
    Optional<Budget> budget) {

  /**
   * What a run may cost, and does.
   *
   * @param asked as the user said it: times Valgrind without a tool, or seconds
   * @param pace processor time, divided by an estimate of that without a tool
   * @param seconds what the process took
   */
  public record Budget(String asked, double pace, double seconds) {

    /** As in "budget 3x: about 2.7 times the time without a tool, 12.3 s". */
    public String describe() {
      return String.format(
          Locale.ROOT,
          "budget %s: about %.1f times the time without a tool, %.1f s",
          asked,
          pace,
          seconds);
    }
  }

  /** Keeps the list unmodifiable. */
  public Sampling {
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(whole, "whole");
    functions = List.copyOf(functions);
    objects = List.copyOf(objects);
    calls = List.copyOf(calls);
  }

  /** The same with other functions and call paths. */
  Sampling with(List<ScoreErrors> ofFunctions, List<ScoreErrors> ofCalls) {
    return new Sampling(
        mode,
        rate,
        scoredAccesses,
        exactAccesses,
        pausedAccesses,
        whole,
        ofFunctions,
        objects,
        ofCalls,
        budget);
  }

  /** Whether only a part of the accesses of some of these processes was scored. */
  public static boolean isIn(List<ProcessProfile> processes) {
    return processes.stream().anyMatch(process -> process.sampling().isPresent());
  }

  /**
   * As in "1 of 34 accesses scored", or "88 % of the accesses scored" from half of them on, of all
   * of some processes; empty if all accesses are.
   */
  public static Optional<String> share(List<ProcessProfile> processes) {
    long all = 0;
    long scored = 0;
    for (ProcessProfile process : processes) {
      long accesses = process.totals().accesses();
      all += accesses;
      scored +=
          process
              .sampling()
              .map(part -> Math.min(accesses, part.exactAccesses + part.scoredAccesses))
              .orElse(accesses);
    }
    if (scored == all) {
      return Optional.empty();
    }
    return Optional.of(
        scored >= all / 2.0
            ? "%d %% of the accesses scored"
                .formatted(Math.min(99, Math.round(100.0 * scored / all)))
            : String.format(
                Locale.ROOT,
                "1 of %,d accesses scored",
                Math.round((double) all / Math.max(1, scored))));
  }

  /**
   * That of processes that are added together: all accesses of one that was not sampled are exact,
   * and several have no errors of parts. Empty if none was.
   */
  public static Optional<Sampling> of(List<ProcessProfile> processes) {
    List<Sampling> parts =
        processes.stream().flatMap(process -> process.sampling().stream()).toList();
    if (processes.size() == 1 || parts.isEmpty()) {
      return parts.stream().findFirst();
    }
    long all = processes.stream().mapToLong(process -> process.totals().accesses()).sum();
    long scored = parts.stream().mapToLong(Sampling::scoredAccesses).sum();
    return Optional.of(
        new Sampling(
            parts.get(0).mode,
            (double) scored / Math.max(1, all),
            scored,
            processes.stream()
                .mapToLong(
                    process ->
                        process
                            .sampling()
                            .map(Sampling::exactAccesses)
                            .orElse(process.totals().accesses()))
                .sum(),
            parts.stream().mapToLong(Sampling::pausedAccesses).sum(),
            errors(processes).orElse(ScoreErrors.NONE),
            List.of(),
            List.of(),
            List.of(),
            parts.get(0).budget));
  }

  /** Errors of the scores of processes that are added together; empty if all are exact. */
  public static Optional<ScoreErrors> errors(List<ProcessProfile> processes) {
    if (share(processes).isEmpty()) {
      return Optional.empty();
    }
    ScoreErrors sum = ScoreErrors.NONE;
    long accesses = 0;
    for (ProcessProfile process : processes) {
      long own = process.totals().accesses();
      ScoreErrors errors = process.sampling().map(Sampling::whole).orElse(ScoreErrors.NONE);
      sum = sum.plus(errors, own);
      accesses += own;
    }
    return Optional.of(sum.over(accesses));
  }

  /** The same by function; empty if all are exact. */
  public static Map<FunctionInfo, ScoreErrors> functionErrors(List<ProcessProfile> processes) {
    if (share(processes).isEmpty()) {
      return Map.of();
    }
    Map<FunctionInfo, ScoreErrors> errors = new HashMap<>();
    Map<FunctionInfo, Long> accesses = new HashMap<>();
    for (ProcessProfile process : processes) {
      long[] own = new long[process.functions().size()];
      for (SiteProfile site : process.sites()) {
        own[site.function()] += site.accesses();
      }
      for (int i = 0; i < own.length; i++) {
        FunctionInfo function = process.functions().get(i);
        accesses.merge(function, own[i], Long::sum);
        if (process.sampling().isPresent()) {
          errors.merge(
              function,
              ScoreErrors.NONE.plus(process.sampling().get().functions().get(i), own[i]),
              (sum, more) -> sum.plus(more, 1));
        }
      }
    }
    errors.replaceAll((function, sum) -> sum.over(accesses.get(function)));
    return errors;
  }
}
