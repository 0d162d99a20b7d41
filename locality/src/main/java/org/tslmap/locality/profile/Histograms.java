package org.tslmap.locality.profile;

import java.util.Objects;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;

/**
 * The same accesses counted at both granularities.
 *
 * @param word counts at word granularity
 * @param line counts at line granularity
 */
public record Histograms(LocalityHistogram word, LocalityHistogram line) {

  /** Nothing may be missing. */
  public Histograms {
    Objects.requireNonNull(word, "word");
    Objects.requireNonNull(line, "line");
  }

  /** Two empty histograms. */
  public static Histograms empty(MetricParameters parameters) {
    return new Histograms(
        new LocalityHistogram(parameters.imax()), new LocalityHistogram(parameters.imax()));
  }

  /** The histogram at one granularity. */
  public LocalityHistogram at(Granularity granularity) {
    return granularity == Granularity.WORD ? word : line;
  }

  /** Adds the other's counts to these. */
  public void add(Histograms other) {
    word.add(other.word);
    line.add(other.line);
  }
}
