package org.tslmap.locality.profile;

import java.util.Objects;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Histograms;

/**
 * What one thread did.
 *
 * @param id the thread's number in its process
 * @param loads its loads
 * @param stores its stores
 * @param footprint distinct words and lines it touched
 * @param histograms its reuse distances and strides
 */
public record ThreadProfile(
    int id, long loads, long stores, Footprint footprint, Histograms histograms) {

  /** Nothing may be missing. */
  public ThreadProfile {
    Objects.requireNonNull(footprint, "footprint");
    Objects.requireNonNull(histograms, "histograms");
  }
}
