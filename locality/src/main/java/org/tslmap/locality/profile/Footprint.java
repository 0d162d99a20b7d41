package org.tslmap.locality.profile;

import org.tslmap.locality.Granularity;

/**
 * How much distinct memory was touched.
 *
 * @param word distinct words
 * @param line distinct lines
 */
public record Footprint(long word, long line) {

  /** Nothing touched. */
  public static final Footprint NONE = new Footprint(0, 0);

  /** Distinct words or lines. */
  public long at(Granularity granularity) {
    return granularity == Granularity.WORD ? word : line;
  }

  /** Whether it can be that of a part of what has another. */
  boolean fitsIn(Footprint other) {
    return word <= other.word && line <= other.line;
  }

  /** The footprint of two separate memories. */
  public Footprint plus(Footprint other) {
    return new Footprint(word + other.word, line + other.line);
  }
}
