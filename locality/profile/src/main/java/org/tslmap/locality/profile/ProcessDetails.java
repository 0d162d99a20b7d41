package org.tslmap.locality.profile;

import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.MetricParameters;

/** The large parts of one process's profile, as {@link ProcessProfile} describes them. */
record ProcessDetails(
    List<FunctionInfo> functions,
    List<ThreadProfile> threads,
    List<SiteProfile> sites,
    List<WindowProfile> windows,
    Attribution attribution,
    Optional<Sampling> sampling,
    LoopForest loops,
    List<Integer> waiting,
    Operations operations,
    Map<Integer, StateHistory> states) {

  ProcessDetails {
    functions = List.copyOf(functions);
    threads = List.copyOf(threads);
    sites = List.copyOf(sites);
    windows = List.copyOf(windows);
    Objects.requireNonNull(attribution, "attribution");
    Objects.requireNonNull(sampling, "sampling");
    Objects.requireNonNull(loops, "loops");
    waiting = List.copyOf(waiting);
    Objects.requireNonNull(operations, "operations");
    states = Collections.unmodifiableMap(new TreeMap<>(states));
  }

  /** Keeps the large parts in memory, or knows where they come back from. Safe for all threads. */
  static final class Holder {
    /** Not known. */
    private static final int UNKNOWN = -1;

    private final boolean sampled;

    /** How many threads there are, or UNKNOWN. */
    private volatile int threads = UNKNOWN;

    /** What is in memory; null when it was given up. */
    private volatile ProcessDetails loaded;

    /** What was given up and may be in memory still, since somebody uses it. */
    private volatile WeakReference<ProcessDetails> used = new WeakReference<>(null);

    /** Where it is stored; null when it is nowhere. */
    private volatile StoredProcess place;

    /** Whether this program has written it there, as it would write it again. */
    private volatile boolean written;

    /** Details that are nowhere but in memory. */
    Holder(ProcessDetails details) {
      loaded = details;
      threads = details.threads().size();
      sampled = details.sampling().isPresent();
    }

    /** Details that are in a file. */
    Holder(StoredProcess place, boolean sampled) {
      this.place = place;
      this.sampled = sampled;
    }

    private Holder(Holder other) {
      this.sampled = other.sampled;
      this.threads = other.threads;
      this.place = other.place;
      this.loaded = other.place == null ? other.loaded : null;
      this.used = new WeakReference<>(other.loaded);
    }

    /** The same details, which may be stored at another place. */
    Holder copy() {
      return new Holder(this);
    }

    boolean isSampled() {
      return sampled;
    }

    int threads() {
      return threads == UNKNOWN ? get().threads().size() : threads;
    }

    ProcessDetails get() {
      ProcessDetails found = loaded;
      if (found == null) {
        found = used.get();
      }
      return found == null ? load() : found;
    }

    private synchronized ProcessDetails load() {
      ProcessDetails found = loaded;
      if (found == null) {
        found = place.read();
        keep(found);
      }
      return found;
    }

    private void keep(ProcessDetails found) {
      threads = found.threads().size();
      loaded = found;
      LoadedDetails.add(this, place.bytes());
    }

    /** They were written there, so memory need not hold them. */
    void writtenTo(StoredProcess where) {
      storedAt(where);
      written = true;
    }

    /** They are stored there, so memory need not hold them. */
    synchronized void storedAt(StoredProcess where) {
      boolean first = place == null;
      place = where;
      if (first && loaded != null) {
        LoadedDetails.add(this, where.bytes());
      }
    }

    /** Where this program has written them to, if it has. */
    Optional<StoredProcess> written() {
      return written ? Optional.of(place) : Optional.empty();
    }

    /** Memory is needed for others. */
    void giveUp() {
      used = new WeakReference<>(loaded);
      loaded = null;
    }
  }

  /** Checks what the constructor of {@link ProcessProfile} promises. */
  void check(MetricParameters parameters, AccessTotals totals, Footprint footprint) {
    References references = new References(functions, sites, attribution.objects());
    references.check(attribution);
    loops.check(functions.size(), sites.size());
    References.checkWaiting(waiting, sites.size());
    operations.check(functions.size(), loops.loops().size());
    References.checkStates(states, functions.size());
    sampling.ifPresent(part -> references.check(part, attribution.calls().size()));
    long loads = 0;
    long stores = 0;
    long estimated = 0;
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
          site.histograms().accesses(),
          site.accesses());
      estimated += site.histograms().estimated();
    }
    checkSum("the estimated accesses of all sites", estimated, totals.estimated());
    checkSum("the loads of all sites", loads, totals.loads());
    checkSum("the stores of all sites", stores, totals.stores());
    checkSum("loads and stores", totals.loads() + totals.stores(), totals.accesses());
    long inThreads = 0;
    for (ThreadProfile thread : threads) {
      inThreads += thread.loads() + thread.stores();
    }
    checkSum("the accesses of all threads", inThreads, totals.accesses());
    checkAttribution(attribution, sites, totals);
    checkFootprints(attribution, footprint);
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
}
