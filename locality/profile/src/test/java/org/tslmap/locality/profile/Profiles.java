package org.tslmap.locality.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;

/** Small profiles worked out by hand. */
final class Profiles {

  static final MetricParameters PARAMETERS = MetricParameters.defaults().withImax(16);

  private Profiles() {}

  /** Counts of a stream of n words one after another: n first touches, n - 1 strides of 1. */
  static Histograms sweep(int n) {
    LocalityHistogram word = new LocalityHistogram(16);
    word.addCold(n);
    word.addStride(1, n - 1);
    word.addStride(16, 1);
    LocalityHistogram line = new LocalityHistogram(16);
    line.addCold(n / 8);
    line.addReuse(0, n - n / 8);
    line.addStride(0, n - n / 8);
    line.addStride(1, n / 8 - 1);
    line.addStride(16, 1);
    return new Histograms(word, line);
  }

  /** The same process where pages are scored, too: its words lie in one. */
  static ProcessProfile withPages(ProcessProfile process) {
    ThreadProfile thread = process.threads().get(0);
    return new ProcessProfile(
        process.identity(),
        process.end(),
        PARAMETERS.withPage(4096),
        process.options(),
        process.totals(),
        new Footprint(112, 14, 1),
        process.functions(),
        List.of(
            new ThreadProfile(
                thread.id(),
                thread.loads(),
                thread.stores(),
                new Footprint(112, 14, 1),
                withPages(thread.histograms()))),
        process.sites().stream()
            .map(
                site ->
                    new SiteProfile(
                        site.function(),
                        site.instruction(),
                        site.kind(),
                        site.size(),
                        site.index(),
                        site.line(),
                        site.origin(),
                        site.accesses(),
                        withPages(site.histograms()),
                        Optional.empty()))
            .toList(),
        process.windows().stream()
            .map(w -> new WindowProfile(w.first(), w.accesses(), withPages(w.histograms())))
            .toList(),
        Attribution.NONE,
        Optional.empty(),
        Optional.empty());
  }

  private static Histograms withPages(Histograms histograms) {
    LocalityHistogram page = new LocalityHistogram(16);
    long accesses = histograms.word().accesses();
    page.addCold(1);
    page.addReuse(0, accesses - 1);
    page.addStride(0, accesses - 1);
    page.addStride(16, 1);
    return new Histograms(histograms.word(), histograms.line(), page);
  }

  /** A process whose function "fill" stores 64 words and whose function "sum" loads 16 and 32. */
  static ProcessProfile process(int pid, ProcessEnd end) {
    return rank(-1, pid, 1, end);
  }

  /**
   * The same with a function "get" whose loads were only counted, so many.
   *
   * @param counted 0 for a filter that nothing matched
   */
  static ProcessProfile counted(int pid, ProcessEnd end, long counted) {
    ProcessProfile full = process(pid, end);
    AccessTotals totals = full.totals();
    List<FunctionInfo> functions = new ArrayList<>(full.functions());
    functions.add(new FunctionInfo("get", "/bin/fill", "fill.c", 20));
    Histograms unscored = Histograms.empty(PARAMETERS);
    unscored.addCounted(counted);
    List<SiteProfile> sites = new ArrayList<>(full.sites());
    sites.add(
        new SiteProfile(
            2,
            0x403000,
            AccessKind.LOAD,
            8,
            0,
            21,
            CodeOrigin.OWN,
            counted,
            unscored,
            Optional.empty()));
    ThreadProfile thread = full.threads().get(0);
    Histograms all = thread.histograms().copy();
    all.add(unscored);
    return new ProcessProfile(
        full.identity(),
        end,
        PARAMETERS,
        List.of("--tsl-skip-fn=get"),
        new AccessTotals(
            totals.accesses() + counted,
            totals.loads() + counted,
            totals.stores(),
            totals.made() + counted,
            counted,
            0,
            0,
            end.complete() ? totals.made() + counted : 0,
            0,
            totals.blocks(),
            totals.eventWords()),
        full.footprint(),
        functions,
        List.of(
            new ThreadProfile(
                1, thread.loads() + counted, thread.stores(), thread.footprint(), all)),
        sites,
        full.windows(),
        Attribution.NONE,
        Optional.empty(),
        Optional.empty());
  }

  /** The same as an MPI rank that another process started. */
  static ProcessProfile rank(int rank, int pid, int ppid, ProcessEnd end) {
    Histograms all = Histograms.empty(PARAMETERS);
    all.add(sweep(64));
    all.add(sweep(16));
    all.add(sweep(32));
    return new ProcessProfile(
        new ProcessIdentity(
            pid, ppid, "here", rank, "", "/bin/fill", List.of("fill", "a \"b\" ü"), "/tmp", 17),
        end,
        PARAMETERS,
        List.of("--tsl-out=socket"),
        new AccessTotals(112, 48, 64, 112, 0, 10, 122),
        new Footprint(112, 14),
        List.of(
            new FunctionInfo("sum", "/bin/fill", "fill.c", 3),
            new FunctionInfo("fill", "/bin/fill", "fill.c", 9)),
        List.of(new ThreadProfile(1, 48, 64, new Footprint(112, 14), all)),
        List.of(
            new SiteProfile(
                1,
                0x401000,
                AccessKind.STORE,
                8,
                0,
                10,
                CodeOrigin.OWN,
                64,
                sweep(64),
                Optional.empty()),
            new SiteProfile(
                0,
                0x402000,
                AccessKind.LOAD,
                8,
                0,
                4,
                CodeOrigin.OWN,
                16,
                sweep(16),
                Optional.empty()),
            new SiteProfile(
                0,
                0x402004,
                AccessKind.LOAD,
                4,
                1,
                5,
                new CodeOrigin(
                    List.of(
                        new InlinedFunction("get(int)", "/tmp/get.h", 3).calledAt("/tmp/row.h", 9),
                        new InlinedFunction("row(int)", "/tmp/row.h", 8)),
                    "/tmp/get.h"),
                32,
                sweep(32),
                Optional.empty())),
        List.of(new WindowProfile(0, 112, all)),
        Attribution.NONE,
        Optional.empty(),
        Optional.empty());
  }
}
