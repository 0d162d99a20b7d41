package org.tslmap.collector.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.StreamTotals;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.EngineResult;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.SiteResult;
import org.tslmap.locality.ThreadResult;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.Footprint;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.Histograms;
import org.tslmap.locality.profile.ProcessEnd;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.ThreadProfile;
import org.tslmap.locality.profile.WindowProfile;

/** Puts together what an engine counted and what the tool said about the code. */
final class ProfileBuilder {
  /**
   * Who counted how much.
   *
   * @param decoded what the collector decoded
   * @param tool accesses by the tool's own count, 0 when it never told
   * @param stored accesses in the stored trace
   */
  record Counted(StreamTotals decoded, long tool, long stored) {}

  private ProfileBuilder() {}

  static ProcessProfile build(
      Hello hello,
      ProcessEnd end,
      MetricParameters parameters,
      SymbolTables symbols,
      EngineResult result,
      Counted counted) {
    StreamTotals decoded = counted.decoded();
    return new ProcessProfile(
        new ProcessIdentity(
            hello.pid(),
            hello.ppid(),
            hello.host(),
            hello.rank(),
            hello.rankSource(),
            hello.executable(),
            hello.arguments(),
            hello.directory(),
            hello.startedMicros()),
        end,
        parameters,
        hello.options(),
        new AccessTotals(
            decoded.accesses(),
            decoded.loads(),
            decoded.stores(),
            counted.tool(),
            counted.stored(),
            decoded.blocks(),
            decoded.words()),
        new Footprint(result.wordFootprint(), result.lineFootprint()),
        functions(symbols),
        threads(result, parameters, symbols),
        sites(result, parameters, symbols),
        windows(result));
  }

  private static List<FunctionInfo> functions(SymbolTables symbols) {
    List<FunctionInfo> functions = new ArrayList<>();
    for (FunctionSymbol function : symbols.functions()) {
      functions.add(
          new FunctionInfo(
              function.name(),
              symbols.object(function.object()).path(),
              function.file(),
              function.line()));
    }
    return functions;
  }

  private static List<ThreadProfile> threads(
      EngineResult result, MetricParameters parameters, SymbolTables symbols) {
    List<ThreadProfile> threads = new ArrayList<>();
    for (ThreadResult thread : result.threads()) {
      Histograms sum = Histograms.empty(parameters);
      long stores = 0;
      for (Map.Entry<Integer, SiteResult> site : thread.sites().entrySet()) {
        add(sum, site.getValue());
        if (symbols.isStore(site.getKey())) {
          stores += site.getValue().word().accesses();
        }
      }
      threads.add(
          new ThreadProfile(
              thread.thread(),
              sum.word().accesses() - stores,
              stores,
              new Footprint(thread.wordFootprint(), thread.lineFootprint()),
              sum));
    }
    threads.sort(Comparator.comparingInt(ThreadProfile::id));
    return threads;
  }

  private static List<SiteProfile> sites(
      EngineResult result, MetricParameters parameters, SymbolTables symbols) {
    Map<Integer, Histograms> sums = new TreeMap<>();
    for (ThreadResult thread : result.threads()) {
      thread
          .sites()
          .forEach(
              (site, counts) ->
                  add(sums.computeIfAbsent(site, s -> Histograms.empty(parameters)), counts));
    }
    List<SiteProfile> sites = new ArrayList<>(sums.size());
    sums.forEach(
        (id, histograms) -> {
          Site site = symbols.site(id);
          sites.add(
              new SiteProfile(
                  site.function(),
                  site.instruction(),
                  site.store() ? AccessKind.STORE : AccessKind.LOAD,
                  site.size(),
                  site.index(),
                  site.line(),
                  histograms.word().accesses(),
                  histograms));
        });
    return sites;
  }

  private static List<WindowProfile> windows(EngineResult result) {
    return result.windows().stream()
        .map(
            window ->
                new WindowProfile(
                    window.firstAccess(),
                    window.accesses(),
                    new Histograms(window.word(), window.line())))
        .toList();
  }

  private static void add(Histograms sum, SiteResult counts) {
    sum.word().add(counts.word());
    sum.line().add(counts.line());
  }
}
