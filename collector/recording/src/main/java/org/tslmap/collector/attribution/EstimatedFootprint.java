package org.tslmap.collector.attribution;

import java.util.List;
import java.util.stream.IntStream;
import org.tslmap.locality.profile.Footprint;

/**
 * A footprint that may be an estimate.
 *
 * @param footprint distinct words and lines
 * @param oneOf 1 if these are exact; otherwise they are estimated from one of so many stretches of
 *     memory
 */
public record EstimatedFootprint(Footprint footprint, long oneOf) {

  /**
   * Of triples: words and lines that were found in one of 2^level stretches of memory, and level.
   */
  static List<EstimatedFootprint> ofTriples(long[] triples) {
    return IntStream.range(0, triples.length / 3)
        .mapToObj(i -> of(triples[3 * i], triples[3 * i + 1], (int) triples[3 * i + 2]))
        .toList();
  }

  /** Of what was found in one of 2^level stretches of memory. */
  static EstimatedFootprint of(long words, long lines, int level) {
    return new EstimatedFootprint(new Footprint(words << level, lines << level), 1L << level);
  }
}
