package org.tslmap.locality.profile;

import java.util.Objects;
import org.tslmap.locality.Histograms;

/**
 * What happened in one time window of a process.
 *
 * @param first number of the window's first access in its process, from 0
 * @param accesses accesses in the window
 * @param histograms their reuse distances and strides
 */
public record WindowProfile(long first, long accesses, Histograms histograms) {

  /** Nothing may be missing. */
  public WindowProfile {
    Objects.requireNonNull(histograms, "histograms");
  }
}
