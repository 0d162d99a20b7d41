package org.tslmap.collector.wire;

import java.util.List;

/**
 * In a sampled stream, accesses to lines that are followed all the time and whose last access is
 * long ago. Of a site that has many, only some are there.
 *
 * @param position event words sent before
 * @param picks in program order
 */
public record Picks(long position, List<Pick> picks) implements PlacedFrame {

  /** Keeps the list unmodifiable. */
  public Picks {
    picks = List.copyOf(picks);
  }

  /**
   * One access.
   *
   * @param words followed words touched since the last access to its word, -1 for the first
   * @param lines the same of lines
   * @param isLong bit 0: the word's last access is long ago; bit 1: the line's
   * @param standsFor so many, itself among them
   * @param runs runs of neighbouring followed lines, divided by their number
   */
  public record Pick(
      long address,
      int thread,
      int site,
      int words,
      int lines,
      int isLong,
      int standsFor,
      float runs) {}
}
