package org.tslmap.locality.profile;

import java.util.Objects;
import org.tslmap.locality.Histograms;

/**
 * What one function's own instructions did, in context: scored against the history of all accesses.
 *
 * @param function which function
 * @param loads its loads
 * @param stores its stores
 * @param histograms its reuse distances and strides
 */
public record FunctionProfile(
    FunctionInfo function, long loads, long stores, Histograms histograms) {

  /** Nothing may be missing. */
  public FunctionProfile {
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(histograms, "histograms");
  }

  /** Loads and stores together. */
  public long accesses() {
    return loads + stores;
  }
}
