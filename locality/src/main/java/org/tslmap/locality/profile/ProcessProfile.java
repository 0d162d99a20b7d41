package org.tslmap.locality.profile;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;

/**
 * Everything measured of one process. Sites carry all counts; threads and windows are other ways to
 * cut the same accesses.
 *
 * @param identity which process
 * @param end how it ended and whether its stream is whole
 * @param parameters what the metrics were computed with
 * @param options the tool's options that were given
 * @param totals how much was counted
 * @param footprint what the process touched
 * @param functions the functions sites refer to
 * @param threads threads that made an access, in ascending order
 * @param sites access sites, in the tool's order
 * @param windows consecutive time windows
 * @param attribution whose accesses they are: data objects, call paths, functions over time
 * @param stretch what of the process was measured; empty when it was not told to start late or to
 *     stop early
 * @param sampling how exact the scores are; empty if every access was scored
 */
public record ProcessProfile(
    ProcessIdentity identity,
    ProcessEnd end,
    MetricParameters parameters,
    List<String> options,
    AccessTotals totals,
    Footprint footprint,
    List<FunctionInfo> functions,
    List<ThreadProfile> threads,
    List<SiteProfile> sites,
    List<WindowProfile> windows,
    Attribution attribution,
    Optional<Stretch> stretch,
    Optional<Sampling> sampling) {

  /**
   * Checks that sites refer to functions that exist, that sites and threads both add up to the
   * totals, and so do the rows of the attribution, and that footprints agree.
   *
   * @throws IllegalArgumentException saying which part does not fit which
   */
  public ProcessProfile {
    Objects.requireNonNull(identity, "identity");
    Objects.requireNonNull(end, "end");
    Objects.requireNonNull(parameters, "parameters");
    Objects.requireNonNull(totals, "totals");
    Objects.requireNonNull(footprint, "footprint");
    options = List.copyOf(options);
    functions = List.copyOf(functions);
    threads = List.copyOf(threads);
    sites = List.copyOf(sites);
    windows = List.copyOf(windows);
    Objects.requireNonNull(attribution, "attribution");
    Objects.requireNonNull(stretch, "stretch");
    if (sampling.isPresent() && sampling.get().functions().size() != functions.size()) {
      throw new IllegalArgumentException(
          "expected intervals of %d functions, but found those of %d"
              .formatted(functions.size(), sampling.get().functions().size()));
    }
    long loads = 0;
    long stores = 0;
    for (SiteProfile site : sites) {
      if (site.function() < 0 || site.function() >= functions.size()) {
        throw new IllegalArgumentException(
            "a site refers to function %d, but there are %d functions"
                .formatted(site.function(), functions.size()));
      }
      if (site.kind() == AccessKind.LOAD) {
        loads += site.accesses();
      } else {
        stores += site.accesses();
      }
      checkSum(
          "the histogram of the site at 0x" + Long.toHexString(site.instruction()),
          site.histograms().word().accesses(),
          site.accesses());
    }
    checkSum("the loads of all sites", loads, totals.loads());
    checkSum("the stores of all sites", stores, totals.stores());
    checkSum("loads and stores", totals.loads() + totals.stores(), totals.accesses());
    long inThreads = 0;
    for (ThreadProfile thread : threads) {
      inThreads += thread.loads() + thread.stores();
    }
    checkSum("the accesses of all threads", inThreads, totals.accesses());
    if (footprint.of().size() != parameters.granularities().size()) {
      throw new IllegalArgumentException(
          "expected a footprint for each of %s, but found %s"
              .formatted(parameters.granularities(), footprint));
    }
    checkAttribution(attribution, sites, totals);
    checkFootprints(attribution, footprint);
  }

  /** The same process with its accesses attributed otherwise. */
  public ProcessProfile with(Attribution other) {
    return new ProcessProfile(
        identity,
        end,
        parameters,
        options,
        totals,
        footprint,
        functions,
        threads,
        sites,
        windows,
        other,
        stretch,
        sampling);
  }

  /** What all accesses touched is what the reuse histories have, if both are exact. */
  private static void checkFootprints(Attribution attribution, Footprint whole) {
    for (Footprints.Part part : attribution.footprints().of(Grouping.WHOLE)) {
      if (part.oneOf() == 1 && !part.footprint().equals(whole)) {
        throw new IllegalArgumentException(
            "expected data objects to have the footprint of the process, %s, but found %s"
                .formatted(whole, part.footprint()));
      }
    }
    for (Footprints.Path path : attribution.footprints().paths()) {
      if (path.oneOf() == 1
          && !(path.own().fitsIn(path.inclusive()) && path.inclusive().fitsIn(whole))) {
        throw new IllegalArgumentException(
            "expected a call path's own footprint in that with calls in that of the process, %s,"
                    .formatted(whole)
                + " but found %s in %s".formatted(path.own(), path.inclusive()));
      }
    }
  }

  private static void checkAttribution(
      Attribution attribution, List<SiteProfile> sites, AccessTotals totals) {
    if (attribution.hasData()) {
      long[] ofSite = new long[sites.size()];
      for (DataAccess access : attribution.accesses()) {
        if (access.site() < 0
            || access.site() >= sites.size()
            || access.object() < 0
            || access.object() >= attribution.objects().size()) {
          throw new IllegalArgumentException(
              "accesses of site %d to object %d, but there are %d sites and %d objects"
                  .formatted(
                      access.site(), access.object(), sites.size(), attribution.objects().size()));
        }
        ofSite[access.site()] += access.accesses();
      }
      for (int i = 0; i < ofSite.length; i++) {
        checkSum(
            "the accesses to data objects of the site at 0x"
                + Long.toHexString(sites.get(i).instruction()),
            ofSite[i],
            sites.get(i).accesses());
      }
    }
    if (attribution.hasCalls()) {
      for (int i = 0; i < attribution.calls().size(); i++) {
        if (attribution.calls().get(i).parent() >= i) {
          throw new IllegalArgumentException(
              "call path %d has the parent %d, which should come before it"
                  .formatted(i, attribution.calls().get(i).parent()));
        }
      }
      long loads = attribution.calls().stream().mapToLong(CallNode::loads).sum();
      long stores = attribution.calls().stream().mapToLong(CallNode::stores).sum();
      checkSum("the loads of all call paths", loads, totals.loads());
      checkSum("the stores of all call paths", stores, totals.stores());
    }
  }

  private static void checkSum(String what, long found, long expected) {
    if (found != expected) {
      throw new IllegalArgumentException(
          "%s should add up to %d, but add up to %d".formatted(what, expected, found));
    }
  }

  /** The function a site belongs to. */
  public FunctionInfo functionOf(SiteProfile site) {
    return functions.get(site.function());
  }

  /** The source file of a site's line, which may be inlined code; empty where it is not known. */
  public String fileOf(SiteProfile site) {
    return site.file(functionOf(site));
  }

  /** Reuse distances and strides of all accesses: the sum over sites. */
  public Histograms histograms() {
    Histograms sum = Histograms.empty(parameters);
    sites.forEach(site -> sum.add(site.histograms()));
    return sum;
  }

  /** Own accesses of each function, in context, most accesses first. They add up to the whole. */
  public List<FunctionProfile> functionProfiles() {
    FunctionTable table = new FunctionTable(parameters);
    table.add(this);
    return table.rows();
  }

  /**
   * Accesses to each data object, in context, most accesses first. They add up to the whole; there
   * are none when accesses were not attributed to data.
   */
  public List<DataProfile> dataProfiles() {
    DataTable table = new DataTable(parameters);
    table.add(this);
    return table.rows();
  }

  /** This process as reports show it. */
  public ScoredStream scored() {
    return new ScoredStream(
        parameters, totals, footprint, histograms(), functionProfiles(), dataProfiles());
  }

  /**
   * Whether only a part of the program's accesses formed the stream (a function, data, between
   * marks), so that the scores of the whole are "isolated" ones of that part. The tool decides
   * likewise (tsl_run.c): the options narrow the run, or the program has switched recording off.
   */
  public boolean isolated() {
    return !selection().isEmpty() || (end.complete() && totals.leftOut() > 0);
  }

  /** The options that say which part of the accesses formed the stream; empty if all did. */
  public List<String> selection() {
    return Narrowing.selecting(options);
  }
}
