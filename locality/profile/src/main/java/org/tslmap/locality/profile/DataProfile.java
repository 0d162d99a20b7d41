package org.tslmap.locality.profile;

import java.util.Objects;
import org.tslmap.locality.Histograms;

/**
 * All accesses to one data object, in context.
 *
 * @param object which one; of several processes with instances added up, and without an address
 *     unless it is the same in all of them
 * @param loads how often it was read
 * @param stores how often it was written
 * @param histograms reuse distances and strides of these accesses
 */
public record DataProfile(DataObject object, long loads, long stores, Histograms histograms) {

  /** Nothing may be missing. */
  public DataProfile {
    Objects.requireNonNull(object, "object");
    Objects.requireNonNull(histograms, "histograms");
  }

  /** Loads and stores. */
  public long accesses() {
    return loads + stores;
  }
}
