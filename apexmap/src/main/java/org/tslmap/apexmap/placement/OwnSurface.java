package org.tslmap.apexmap.placement;

import java.util.Collection;
import org.tslmap.apexmap.Surface;
import org.tslmap.locality.profile.ScoredStream;

/**
 * On which surface a program stands: costs depend on how much memory it uses, so a program whose
 * data fits a cache says nothing on the surface of a memory that does not.
 */
public final class OwnSurface {
  private static final int WORD = 8;

  private OwnSurface() {}

  /** Words of 8 bytes that a program touches, at least 1. */
  public static long touchedWords(ScoredStream program) {
    return Math.max(1, program.footprint().word() * program.parameters().word() / WORD);
  }

  /**
   * The M of the surface that a program stands on: of those that were measured like one, the least
   * that holds what it touches, or else the largest.
   *
   * @param measured surfaces, of which at least one is like the other
   * @param like its stride and setting count
   */
  public static long words(Collection<Surface> measured, Surface like, ScoredStream program) {
    long touched = touchedWords(program);
    long least = Long.MAX_VALUE;
    long largest = like.words();
    for (Surface surface : measured) {
      if (surface.stride() == like.stride()
          && surface.setting().equals(like.setting())
          && Long.bitCount(surface.words()) == 1) {
        largest = Math.max(largest, surface.words());
        least = surface.words() >= touched ? Math.min(least, surface.words()) : least;
      }
    }
    return least == Long.MAX_VALUE ? largest : least;
  }
}
