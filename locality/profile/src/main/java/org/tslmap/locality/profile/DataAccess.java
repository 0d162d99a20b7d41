package org.tslmap.locality.profile;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LoadDependence;

/**
 * What one access site did to one data object, summed over threads. All of them add up to the whole
 * process, and whether they are loads or stores is the site's kind.
 *
 * @param site index into the process's sites
 * @param object index into {@link Attribution#objects}
 * @param accesses how often
 * @param histograms reuse distances and strides, in context
 * @param strides the commonest signed steps from one of these accesses to the next, at most five,
 *     commonest first
 * @param dependence how many of these loads waited for others; empty for stores, and where it was
 *     not measured
 */
public record DataAccess(
    int site,
    int object,
    long accesses,
    Histograms histograms,
    List<StrideShare> strides,
    Optional<LoadDependence> dependence) {

  /** Nothing may be missing. */
  public DataAccess {
    Objects.requireNonNull(histograms, "histograms");
    strides = List.copyOf(strides);
    Objects.requireNonNull(dependence, "dependence");
  }

  /** The same accesses with other reuse distances and strides. */
  public DataAccess with(Histograms other) {
    return new DataAccess(site, object, accesses, other, strides, dependence);
  }

  /** Accesses that were recorded, not only counted: strides and dependent loads are of these. */
  public long recorded() {
    return accesses - histograms.counted() - histograms.estimated();
  }
}
