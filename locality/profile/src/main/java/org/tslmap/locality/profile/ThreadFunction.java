package org.tslmap.locality.profile;

import java.util.Objects;
import org.tslmap.locality.Histograms;

/**
 * What one thread did in one function.
 *
 * @param thread the thread's number
 * @param function index into the process's functions
 * @param loads its loads
 * @param stores its stores
 * @param histograms reuse distances and strides of these, in context
 */
public record ThreadFunction(
    int thread, int function, long loads, long stores, Histograms histograms) {

  /** Nothing may be missing. */
  public ThreadFunction {
    Objects.requireNonNull(histograms, "histograms");
  }
}
