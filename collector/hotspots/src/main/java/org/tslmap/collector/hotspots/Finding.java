package org.tslmap.collector.hotspots;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A function's accesses to a data object in one kind of phase, what is wrong with them, and what
 * helps.
 *
 * @param pattern what they do
 * @param function the function's name
 * @param object the data object's name
 * @param phase name of the kind of phase, empty when the time line was not measured
 * @param places source lines as "file.c:12", most accesses first; empty without debug information
 * @param stride the step in bytes, signed; 0 when there is no steady one
 * @param nanoseconds estimated time that mending it could save at best, see {@code
 *     collector/HOTSPOTS.md}; of a note the time that it is about
 * @param waste accesses that earn nothing and could; of a note the accesses it is about
 * @param accesses accesses of this pattern in all phases
 * @param missRatios share of them that misses each cache, in the order of the caches, 0..1
 * @param processes how many processes it was found in
 * @param sentence what happens and what helps, for people
 * @param evidence the numbers behind it, one short sentence each
 * @param trials the remedies that can be tried on a stored trace, the recommended one first
 * @param tried what came of those that were
 * @param together names of all objects that the sentence is about, sorted, if it is about several
 */
public record Finding(
    AccessPattern pattern,
    String function,
    String object,
    String phase,
    List<String> places,
    long stride,
    double nanoseconds,
    double waste,
    long accesses,
    List<Double> missRatios,
    int processes,
    String sentence,
    List<String> evidence,
    List<Trial> trials,
    List<Tried> tried,
    List<String> together) {

  /** Keeps the lists unmodifiable. */
  public Finding {
    Objects.requireNonNull(pattern, "pattern");
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(object, "object");
    Objects.requireNonNull(phase, "phase");
    Objects.requireNonNull(sentence, "sentence");
    places = List.copyOf(places);
    missRatios = List.copyOf(missRatios);
    evidence = List.copyOf(evidence);
    trials = List.copyOf(trials);
    tried = List.copyOf(tried);
    together = List.copyOf(together);
  }

  /** The same with the results of trials. */
  Finding with(List<Tried> results) {
    return new Finding(
        pattern,
        function,
        object,
        phase,
        places,
        stride,
        nanoseconds,
        waste,
        accesses,
        missRatios,
        processes,
        sentence,
        evidence,
        trials,
        results,
        together);
  }

  /** Why no remedy of it can be tried, for people; empty if one can be, and of notes. */
  public Optional<String> cannotTry() {
    return trials.isEmpty() && !pattern.isNote()
        ? Optional.of(pattern.cannotTry().formatted(Wording.object(object)))
        : Optional.empty();
  }

  /** Whether its remedies were tried, and none helps. */
  boolean isHopeless() {
    return !tried.isEmpty() && tried.stream().noneMatch(Tried::helps);
  }

  /** Its part in a phase. */
  Finding in(String otherPhase, double part) {
    return new Finding(
        pattern,
        function,
        object,
        otherPhase,
        places,
        stride,
        part * nanoseconds,
        part * waste,
        accesses,
        missRatios,
        processes,
        sentence,
        evidence,
        trials,
        tried,
        together);
  }
}
