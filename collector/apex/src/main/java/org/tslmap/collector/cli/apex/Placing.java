package org.tslmap.collector.cli.apex;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.apexmap.placement.Dictionary;
import org.tslmap.apexmap.placement.Mixture;
import org.tslmap.apexmap.placement.OwnSurface;
import org.tslmap.apexmap.placement.PatternShares;
import org.tslmap.apexmap.placement.ScorePlane;
import org.tslmap.apexmap.placement.SinglePoint;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.ScoredStream;

/** Places runs and functions without a surface; what is computed for one run serves the next. */
final class Placing {

  private static final long LEAST_WORDS = 1 << 9;
  private static final long MOST_WORDS = 1 << 25;

  private final Optional<Long> words;
  private final Map<MetricParameters, Dictionary> dictionaries = new HashMap<>();
  private final Map<Long, Map<MetricParameters, ScorePlane>> planes = new HashMap<>();

  /**
   * A run or a function at its place.
   *
   * @param name of the function, or "whole"
   * @param point by its scores
   * @param mixture by its histograms
   */
  record Placed(String name, SinglePoint point, Mixture mixture) {}

  /**
   * Places on planes of one M, or of each run's own.
   *
   * @param words a power of two, or nothing
   */
  Placing(Optional<Long> words) {
    this.words = words;
  }

  /** The whole, then the functions with most accesses. */
  List<Placed> place(RunInput run, int functions) {
    ScoredStream stream = run.profile().merged();
    MetricParameters parameters = stream.parameters();
    Dictionary dictionary =
        dictionaries.computeIfAbsent(
            parameters,
            p ->
                Dictionary.of(
                    point -> point.words() >= LEAST_WORDS && point.words() <= MOST_WORDS,
                    new PatternShares(p)));
    List<Placed> places = new ArrayList<>();
    places.add(
        new Placed(
            "whole",
            point(stream, stream.histograms()),
            Mixture.of(stream.histograms(), dictionary)));
    for (FunctionProfile function : scored(stream, functions)) {
      places.add(
          new Placed(
              function.function().name(),
              point(stream, function.histograms()),
              Mixture.of(function.histograms(), dictionary)));
    }
    return places;
  }

  /** Functions that were only counted have no place. */
  private static List<FunctionProfile> scored(ScoredStream stream, int functions) {
    return stream.functions().stream()
        .filter(function -> function.histograms().tellScores())
        .limit(functions)
        .toList();
  }

  /** The point of a whole run. */
  SinglePoint point(RunInput run) {
    ScoredStream stream = run.profile().merged();
    return point(stream, stream.histograms());
  }

  private SinglePoint point(ScoredStream stream, Histograms histograms) {
    MetricParameters parameters = stream.parameters();
    long plane = words.orElse(holding(stream));
    return planes
        .computeIfAbsent(plane, m -> new HashMap<>())
        .computeIfAbsent(parameters, p -> ScorePlane.of(plane, p))
        .place(
            histograms.word().temporalLocality(parameters.n()),
            histograms.word().spatialLocality());
  }

  /** The least power of two that holds the footprint, in 8-byte words. */
  private static long holding(ScoredStream stream) {
    long touched = OwnSurface.touchedWords(stream);
    long least = Long.highestOneBit(2 * touched - 1);
    return Math.min(MOST_WORDS, Math.max(LEAST_WORDS, least));
  }
}
