package org.tslmap.apexmap.prediction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.apexmap.Operation;
import org.tslmap.locality.Apportionment;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * Cuts a profile's accesses into groups that are placed one by one.
 *
 * <p>Reuse distances and strides are counted apart from each other, so which stride came with which
 * distance is known only where one of them is the same for all. One access of one instruction
 * mostly does one thing, so sites are placed alone. Two kinds are put together by place and
 * operation: those with less than a thousandth of the accesses, and those that walk word by word.
 * The latter are often copies of one access in an unrolled loop, of which one meets all the new
 * lines and the others none; and as they agree in their stride, distances alone tell them apart.
 *
 * <p>A store of what was just loaded (fewer than 8 distinct words ago, for most of its accesses) is
 * an update together with that load: the load at the same instruction, or else the nearest one
 * before it in the function that is made equally often. The store needs no memory access of its
 * own, but the line it leaves behind must be written back, and that is what a surface of updates
 * measures.
 */
final class AccessGroups {

  private static final double ALONE = 1e-3;
  private static final double MOST = 0.5;
  private static final double WALK = 0.9;
  private static final double EQUALLY_OFTEN = 0.01;

  /** Distances 0, 1, 2 to 3, 4 to 7. */
  private static final int JUST_LOADED = 4;

  /** What is placed together. */
  private record Together(FunctionInfo function, long place, Operation operation, boolean dense) {}

  private final long least;
  private final List<AccessGroup> groups = new ArrayList<>();
  private final Map<Together, AccessGroup> together = new LinkedHashMap<>();

  private final CodePlaces places;

  private AccessGroups(long accesses, CodePlaces places) {
    this.least = (long) (ALONE * accesses);
    this.places = places;
  }

  /** The groups; their accesses add up to those of the processes. */
  static List<AccessGroup> of(List<ProcessProfile> processes, CodePlaces places) {
    long accesses = processes.stream().mapToLong(p -> p.totals().accesses()).sum();
    AccessGroups result = new AccessGroups(accesses, places);
    processes.forEach(result::add);
    result.groups.addAll(result.together.values());
    return List.copyOf(result.groups);
  }

  private void add(ProcessProfile process) {
    Map<Integer, List<SiteProfile>> functions = new LinkedHashMap<>();
    for (SiteProfile site : process.sites()) {
      if (site.histograms().word().accesses() > 0) {
        functions.computeIfAbsent(site.function(), f -> new ArrayList<>()).add(site);
      }
    }
    functions.values().forEach(sites -> addFunction(process, sites));
  }

  private void addFunction(ProcessProfile process, List<SiteProfile> sites) {
    sites.sort(
        Comparator.comparingLong(SiteProfile::instruction).thenComparingInt(SiteProfile::index));
    IdentityHashMap<SiteProfile, SiteProfile> updates = updates(sites);
    FunctionInfo function = process.functionOf(sites.get(0));
    for (SiteProfile site : sites) {
      if (updates.containsKey(site)) {
        SiteProfile load = updates.get(site);
        long both = site.accesses() + load.accesses();
        add(
            new AccessGroup(
                function,
                places.of(load),
                Operation.UPDATE,
                both,
                load.histograms(),
                dependence(load)));
      } else if (!updates.containsValue(site)) {
        Operation operation = site.kind() == AccessKind.LOAD ? Operation.READ : Operation.WRITE;
        add(
            new AccessGroup(
                function,
                places.of(site),
                operation,
                site.accesses(),
                site.histograms(),
                dependence(site)));
      }
    }
  }

  /** Of all loads of a site; only of recorded ones it is known which waited. */
  private static LoadDependence dependence(SiteProfile site) {
    LoadDependence recorded = site.dependence().orElse(LoadDependence.NONE);
    if (site.histograms().estimated() == 0 || site.recorded() == 0) {
      return recorded;
    }
    Apportionment all = new Apportionment(site.accesses(), site.recorded(), 0);
    return new LoadDependence(
        all.until(recorded.dependent()),
        all.until(recorded.missed()),
        all.until(recorded.chained()),
        all.until(recorded.deeper()),
        all.until(recorded.blocked()));
  }

  private void add(AccessGroup group) {
    boolean dense = isDense(group);
    if (group.accesses() >= least && !dense) {
      groups.add(group);
      return;
    }
    together.merge(
        new Together(group.function(), group.place(), group.operation(), dense),
        group,
        AccessGroups::plus);
  }

  private static boolean isDense(AccessGroup group) {
    LocalityHistogram words = group.histograms().word();
    return words.strides()[1] > WALK * words.accesses();
  }

  private static AccessGroup plus(AccessGroup a, AccessGroup b) {
    int imax = a.histograms().word().imax();
    Histograms sum = new Histograms(new LocalityHistogram(imax), new LocalityHistogram(imax));
    sum.add(a.histograms());
    sum.add(b.histograms());
    return new AccessGroup(
        a.function(),
        a.place(),
        a.operation(),
        a.accesses() + b.accesses(),
        sum,
        a.dependence().plus(b.dependence()));
  }

  /** The load that belongs to each store that updates. */
  private static IdentityHashMap<SiteProfile, SiteProfile> updates(List<SiteProfile> sites) {
    IdentityHashMap<SiteProfile, SiteProfile> loads = new IdentityHashMap<>();
    boolean[] taken = new boolean[sites.size()];
    for (int i = 0; i < sites.size(); i++) {
      SiteProfile store = sites.get(i);
      if (store.kind() == AccessKind.STORE && ofJustLoaded(store)) {
        for (int j = i - 1; j >= 0 && !loads.containsKey(store); j--) {
          if (!taken[j] && isLoadOf(sites.get(j), store)) {
            taken[j] = true;
            loads.put(store, sites.get(j));
          }
        }
      }
    }
    return loads;
  }

  private static boolean isLoadOf(SiteProfile site, SiteProfile store) {
    return site.kind() == AccessKind.LOAD
        && site.size() == store.size()
        && Math.abs(site.accesses() - store.accesses()) <= EQUALLY_OFTEN * store.accesses();
  }

  private static boolean ofJustLoaded(SiteProfile store) {
    long[] reuse = store.histograms().word().reuse();
    long near = 0;
    for (int i = 0; i < Math.min(JUST_LOADED, reuse.length); i++) {
      near += reuse[i];
    }
    return near > MOST * store.accesses();
  }
}
