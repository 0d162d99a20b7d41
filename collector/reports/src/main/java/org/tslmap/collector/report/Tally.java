package org.tslmap.collector.report;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.ScoreErrors;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.StrideShare;

/** Accesses added together: loads, stores, histograms, and the commonest signed strides. */
final class Tally {

  private final Histograms histograms;
  private final Map<Long, Long> strides = new HashMap<>();
  private long loads;
  private long stores;
  private long untold;
  private long unrecordedLoads;
  private Optional<Footprint> footprint = Optional.empty();
  private Optional<LoadDependence> dependence = Optional.empty();
  private Optional<ScoreErrors> errors = Optional.empty();

  Tally(MetricParameters parameters) {
    histograms = Histograms.empty(parameters);
  }

  /** Adds accesses of both kinds. */
  Tally add(long moreLoads, long moreStores, Histograms more) {
    loads += moreLoads;
    stores += moreStores;
    histograms.add(more);
    return this;
  }

  /** Adds the accesses of a site. */
  Tally add(SiteProfile site) {
    addDependence(site.dependence());
    return add(site.kind(), site.accesses(), site.accesses() - site.recorded(), site.histograms());
  }

  /** Adds accesses of one kind to a data object. */
  Tally add(AccessKind kind, DataAccess access) {
    addDependence(access.dependence());
    return add(kind, access.accesses(), access.accesses() - access.recorded(), access.histograms());
  }

  private Tally add(AccessKind kind, long accesses, long unrecorded, Histograms more) {
    unrecordedLoads += kind == AccessKind.LOAD ? unrecorded : 0;
    return kind == AccessKind.LOAD ? add(accesses, 0, more) : add(0, accesses, more);
  }

  /** Says of loads among its accesses that they were only counted. */
  void addUnrecordedLoads(long counted) {
    unrecordedLoads += counted;
  }

  /** Loads that were recorded, where sites are known: only of these it is known which waited. */
  long recordedLoads() {
    return loads - unrecordedLoads;
  }

  /** Says how many of its loads waited for others, if that is known. */
  Tally addDependence(Optional<LoadDependence> more) {
    more.ifPresent(
        counts -> dependence = Optional.of(dependence.orElse(LoadDependence.NONE).plus(counts)));
    return this;
  }

  /** How many of its loads waited for others, if that is known. */
  Optional<LoadDependence> dependence() {
    return dependence;
  }

  /** Adds accesses of which it is not known whether they are loads or stores. */
  Tally add(long accesses, Histograms more) {
    untold += accesses;
    histograms.add(more);
    return this;
  }

  /** Adds everything of another. */
  Tally add(Tally other) {
    add(other.loads, other.stores, other.histograms);
    untold += other.untold;
    unrecordedLoads += other.unrecordedLoads;
    addDependence(other.dependence);
    other.strides.forEach((bytes, count) -> strides.merge(bytes, count, Long::sum));
    other.footprint.ifPresent(this::addFootprint);
    other.errors.ifPresent(more -> addErrors(more, 1));
    return this;
  }

  /** Says how far off the scores of so many of its accesses may be. */
  void addErrors(ScoreErrors more, long accesses) {
    errors = Optional.of(errors.orElse(ScoreErrors.NONE).plus(more, accesses));
  }

  /** How far off its scores may be, where they are estimated. */
  Optional<ScoreErrors> errors() {
    return errors.map(sum -> sum.over(accesses()));
  }

  /** Adds distinct words and lines of a memory that is none of those before. */
  void addFootprint(Footprint more) {
    footprint = Optional.of(footprint.map(own -> own.plus(more)).orElse(more));
  }

  /** Says how many distinct words and lines it has, or that it is not known. */
  void setFootprint(Optional<Footprint> whole) {
    footprint = whole;
  }

  /** Distinct words and lines, where they are known. */
  Optional<Footprint> footprint() {
    return footprint;
  }

  /** Adds steps from one access to the next one of the same site in the same data object. */
  Tally addStrides(List<StrideShare> steps) {
    steps.forEach(step -> strides.merge(step.bytes(), step.count(), Long::sum));
    return this;
  }

  long loads() {
    return loads;
  }

  long stores() {
    return stores;
  }

  long accesses() {
    return loads + stores + untold;
  }

  /** Accesses that were recorded: strides and dependent loads are among them. */
  long recorded() {
    return accesses() - histograms.counted() - histograms.estimated();
  }

  Histograms histograms() {
    return histograms;
  }

  /** The commonest steps, commonest first, at most five. */
  List<StrideShare> strides() {
    return strides.entrySet().stream()
        .map(step -> new StrideShare(step.getKey(), step.getValue()))
        .sorted(
            Comparator.comparingLong(StrideShare::count)
                .reversed()
                .thenComparingLong(step -> Math.abs(step.bytes()))
                .thenComparingLong(StrideShare::bytes))
        .limit(5)
        .toList();
  }
}
