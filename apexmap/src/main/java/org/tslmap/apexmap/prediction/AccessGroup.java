package org.tslmap.apexmap.prediction;

import java.util.Objects;
import org.tslmap.apexmap.Operation;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.profile.FunctionInfo;

/**
 * Accesses of one place of a function that are placed together.
 *
 * @param function whose they are
 * @param place where in it they are, see {@link CodePlaces}
 * @param operation what they do; of an update, both the load and the store are in it
 * @param accesses how many
 * @param histograms their reuse distances and strides; of updates, those of the loads, for the
 *     stores follow on the same words
 * @param dependence how many of their loads waited for others
 */
public record AccessGroup(
    FunctionInfo function,
    long place,
    Operation operation,
    long accesses,
    Histograms histograms,
    LoadDependence dependence) {

  /** Nothing may be missing. */
  public AccessGroup {
    Objects.requireNonNull(function, "function");
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(histograms, "histograms");
    Objects.requireNonNull(dependence, "dependence");
  }
}
