package org.tslmap.collector.session;

import java.util.List;
import java.util.Optional;
import org.tslmap.collector.attribution.AttributionResult;
import org.tslmap.collector.attribution.Estimates;
import org.tslmap.collector.attribution.sharing.SharingResult;
import org.tslmap.collector.loops.LoopSearch;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.SampledPart;
import org.tslmap.collector.wire.SiteCounts;
import org.tslmap.collector.wire.StreamTotals;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.EngineResult;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.Footprints;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.Operations;
import org.tslmap.locality.profile.ProcessEnd;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.Stretch;
import org.tslmap.locality.profile.ThreadProfile;
import org.tslmap.locality.profile.TimeLine;
import org.tslmap.locality.profile.WindowProfile;

/** Puts together what an engine counted and what the tool said about the code. */
final class ProfileBuilder {
  /**
   * Who counted how much.
   *
   * @param decoded what the collector decoded, but only those accesses that were scored
   * @param made accesses that the program made for these
   * @param unscored what was counted by the tool, or recorded and not scored
   * @param tool accesses by the tool's own count, 0 when it never told
   * @param stored accesses in the stored trace
   */
  record Counted(
      StreamTotals decoded, long made, CountedAccesses unscored, long tool, long stored) {}

  /**
   * What a sampled stream has said at its end; nothing if it was cut.
   *
   * @param counts all accesses by site
   * @param part which of them came
   * @param estimates of what did not come; there if part is
   * @param paused accesses while recording paused
   */
  record SampledEnd(
      List<SiteCounts> counts,
      Optional<SampledPart> part,
      Optional<Estimates> estimates,
      long paused) {}

  /**
   * What was computed.
   *
   * @param functions by function; none where it is not told
   * @param executed by code
   */
  record Computed(List<Operations.OfFunction> functions, LoopSearch.Executed executed) {
    /** Not told. */
    static final Computed NONE = new Computed(List.of(), LoopSearch.Executed.NONE);
  }

  private ProfileBuilder() {}

  static ProcessProfile build(
      Hello hello,
      List<String> options,
      ProcessEnd end,
      MetricParameters parameters,
      SymbolTables symbols,
      LocalityEngine engine,
      AttributionResult attributed,
      Counted counted,
      Computed computed,
      Optional<Stretch> stretch,
      Optional<SampledEnd> sampled) {
    Optional<Estimates> estimates = sampled.flatMap(SampledEnd::estimates);
    EngineResult result = counted.unscored().addThreads(summary(engine, sampled), parameters);
    CountedSites sites =
        new CountedSites(
            parameters,
            symbols,
            engine,
            attributed,
            estimates,
            counted.unscored(),
            result.threads().size());
    List<ThreadProfile> threads = sites.threads(result.threads());
    long unscored = counted.unscored().accesses();
    StreamTotals decoded = counted.decoded();
    if (sampled.isPresent() || unscored > 0) {
      decoded = SampledTotals.of(decoded, threads);
    }
    List<FunctionInfo> functions = attributed.functions();
    List<SiteProfile> siteProfiles = sites.sites();
    CountedCalls calls =
        new CountedCalls(
            parameters, symbols, engine, attributed, estimates, sites, counted.unscored());
    Attribution attribution =
        attribution(attributed, sites, functions, siteProfiles, calls, estimates);
    Optional<Sampling> sampling =
        estimates.map(
            parts ->
                SampledTotals.sampling(
                    parts,
                    sampled.get().part().get(),
                    sampled.get().paused(),
                    attribution,
                    calls,
                    options));
    LoopSearch.Found found =
        LoopSearch.find(
            symbols, attributed::ownLine, sites.numbers(), siteProfiles, computed.executed());
    return new ProcessProfile(
            identity(hello),
            end,
            parameters,
            options,
            new AccessTotals(
                decoded.accesses(),
                decoded.loads(),
                decoded.stores(),
                sampled.isPresent() ? decoded.accesses() : counted.made() + unscored,
                unscored,
                siteProfiles.stream().mapToLong(site -> site.histograms().estimated()).sum(),
                counted.unscored().warm(),
                counted.tool(),
                counted.stored(),
                decoded.blocks(),
                decoded.words()),
            result.footprint(),
            functions,
            threads,
            siteProfiles,
            windows(result),
            attribution,
            stretch,
            sampling)
        .with(found.loops(), found.waiting())
        .with(new Operations(computed.functions(), found.instructions()));
  }

  /** A process of which nothing could be counted. */
  static ProcessProfile lost(
      Hello hello, ProcessEnd end, MetricParameters parameters, AccessTotals totals) {
    return new ProcessProfile(
        identity(hello),
        end,
        parameters,
        hello.options(),
        totals,
        Footprint.none(parameters),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Attribution.NONE,
        Optional.empty(),
        Optional.empty());
  }

  private static ProcessIdentity identity(Hello hello) {
    return new ProcessIdentity(
        hello.pid(),
        hello.ppid(),
        hello.host(),
        hello.rank(),
        hello.rankSource(),
        hello.executable(),
        hello.arguments(),
        hello.directory(),
        hello.startedMicros());
  }

  /** The engine's, with threads and footprints of accesses that it has not seen. */
  private static EngineResult summary(LocalityEngine engine, Optional<SampledEnd> sampled) {
    EngineResult exact = engine.summary();
    return sampled
        .filter(last -> last.part().isPresent())
        .filter(last -> !SampledTotals.isExact(exact, last))
        .map(last -> SampledTotals.summary(exact, last.counts()))
        .orElse(exact);
  }

  private static Attribution attribution(
      AttributionResult attributed,
      CountedSites sites,
      List<FunctionInfo> functions,
      List<SiteProfile> siteProfiles,
      CountedCalls calls,
      Optional<Estimates> estimates) {
    if (!attributed.hasData() && !attributed.hasCalls()) {
      return new Attribution(
          Attribution.NONE.objects(),
          List.of(),
          List.of(),
          TimeLine.NONE,
          0,
          List.of(),
          0,
          sites.threadFunctions(),
          Footprints.NONE);
    }
    // A sampled stream that was cut has no counts, and nobody knows what its gaps touched.
    boolean isPartial = estimates.map(Estimates::isPartial).orElse(attributed.samples());
    SharingResult sharing = attributed.sharing();
    List<DataAccess> accesses = attributed.hasData() ? sites.dataAccesses() : List.of();
    Footprints footprints = Footprints.NONE;
    if (!attributed.isChanged()) {
      CountedFootprints counted =
          new CountedFootprints(attributed, functions, siteProfiles, accesses, sites.labels());
      footprints =
          isPartial ? estimates.map(counted::sampled).orElse(Footprints.NONE) : counted.all(calls);
    }
    return new Attribution(
        attributed.objects(),
        accesses,
        calls.nodes(),
        attributed.samples() ? TimeLine.NONE : attributed.timeLine(),
        sharing.sharedWords(),
        sharing.sharedData(attributed.objects(), sites::index),
        sharing.leftOut(),
        sites.threadFunctions(),
        footprints);
  }

  private static List<WindowProfile> windows(EngineResult result) {
    return result.windows().stream()
        .map(
            window ->
                new WindowProfile(window.firstAccess(), window.accesses(), window.histograms()))
        .toList();
  }
}
