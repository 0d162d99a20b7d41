package org.tslmap.collector.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.tslmap.collector.attribution.AttributionResult;
import org.tslmap.collector.attribution.Estimates;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.ThreadResult;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.ThreadFunction;
import org.tslmap.locality.profile.ThreadProfile;

/** Sums what an engine counted for its labels by site, by cell, by thread, and by function. */
final class CountedSites {

  /** Loads and stores with their histograms. */
  static final class Sum {
    private final Histograms histograms;
    private long stores;

    Sum(MetricParameters parameters) {
      histograms = Histograms.empty(parameters);
    }

    void add(Histograms counts, boolean store) {
      histograms.add(counts);
      stores += store ? counts.accesses() : 0;
    }

    Histograms histograms() {
      return histograms;
    }

    long stores() {
      return stores;
    }

    long loads() {
      return histograms.accesses() - stores;
    }
  }

  /** The label of accesses of which it is not known to which objects they are. */
  static final int NO_LABEL = CountedEstimates.NO_LABEL;

  private static final int UNKNOWN_OBJECT = 0;

  /** What one site did to one object. */
  private record Cell(int label, Histograms histograms) {}

  private final MetricParameters parameters;
  private final SymbolTables symbols;
  private final AttributionResult attributed;
  private final Map<Integer, Sum> threads = new TreeMap<>();
  private final Map<Integer, Map<Integer, Sum>> functions = new TreeMap<>();
  private final Map<Integer, List<Cell>> cells = new TreeMap<>();
  private final Map<Integer, Sum> counted = new TreeMap<>();
  private final Map<Integer, Integer> indexes = new HashMap<>();

  /** Accesses of each label that were scored, but for bursts. */
  private final Map<Integer, Long> scored = new HashMap<>();

  private final boolean severalThreads;

  CountedSites(
      MetricParameters parameters,
      SymbolTables symbols,
      LocalityEngine engine,
      AttributionResult attributed,
      Optional<Estimates> estimates,
      CountedAccesses unrecorded,
      int threadCount) {
    this.parameters = parameters;
    this.symbols = symbols;
    this.attributed = attributed;
    this.severalThreads = threadCount > 1;
    engine.eachSite(
        (thread, label, counts) -> {
          attributed.addMisses(thread, label, counts);
          scored.merge(label, counts.accesses(), Long::sum);
          add(thread, label, counts);
        });
    estimates.ifPresent(parts -> parts.eachSite(this::add));
    addCounted(unrecorded);
    cells.keySet().forEach(site -> indexes.put(site, indexes.size()));
  }

  private void addCounted(CountedAccesses unrecorded) {
    CountedEstimates estimates =
        new CountedEstimates(unrecorded, symbols, Histograms.empty(parameters));
    cells.forEach(
        (site, ofSite) ->
            ofSite.forEach(cell -> estimates.recorded(site, cell.label(), cell.histograms())));
    estimates.eachSite(
        (thread, site, label, counts) -> {
          counted
              .computeIfAbsent(symbols.site(site).function(), f -> new Sum(parameters))
              .add(counts, symbols.isStore(site));
          add(thread, site, label, counts);
        });
  }

  private void add(int thread, int label, Histograms counts) {
    add(thread, attributed.site(label), label, counts);
  }

  private void add(int thread, int site, int label, Histograms counts) {
    boolean store = symbols.isStore(site);
    threads.computeIfAbsent(thread, t -> new Sum(parameters)).add(counts, store);
    if (severalThreads) {
      functions
          .computeIfAbsent(thread, t -> new TreeMap<>())
          .computeIfAbsent(symbols.site(site).function(), f -> new Sum(parameters))
          .add(counts, store);
    }
    List<Cell> ofSite = cells.computeIfAbsent(site, s -> new ArrayList<>(1));
    for (Cell cell : ofSite) {
      if (cell.label() == label) {
        cell.histograms().add(counts);
        return;
      }
    }
    ofSite.add(new Cell(label, counts));
  }

  /** What was only counted, by function. */
  Map<Integer, Sum> counted() {
    return counted;
  }

  List<ThreadProfile> threads(List<ThreadResult> results) {
    List<ThreadProfile> list = new ArrayList<>();
    for (ThreadResult result : results) {
      Sum sum = threads.getOrDefault(result.thread(), new Sum(parameters));
      list.add(
          new ThreadProfile(
              result.thread(), sum.loads(), sum.stores, result.footprint(), sum.histograms));
    }
    return list;
  }

  List<ThreadFunction> threadFunctions() {
    List<ThreadFunction> list = new ArrayList<>();
    functions.forEach(
        (thread, sums) ->
            sums.forEach(
                (function, sum) ->
                    list.add(
                        new ThreadFunction(
                            thread, function, sum.loads(), sum.stores, sum.histograms))));
    return list;
  }

  List<SiteProfile> sites() {
    List<SiteProfile> list = new ArrayList<>(cells.size());
    cells.forEach(
        (id, ofSite) -> {
          Site site = symbols.site(id);
          Histograms histograms = sum(ofSite);
          list.add(
              new SiteProfile(
                  site.function(),
                  site.instruction(),
                  site.store() ? AccessKind.STORE : AccessKind.LOAD,
                  site.size(),
                  site.index(),
                  site.line(),
                  attributed.origin(id),
                  histograms.accesses(),
                  histograms,
                  site.store() ? Optional.empty() : dependence(ofSite)));
        });
    return list;
  }

  /** The tool's numbers of {@link #sites}. */
  List<Integer> numbers() {
    return List.copyOf(cells.keySet());
  }

  /** Where {@link #sites} has a site that made an access. */
  int index(int site) {
    return indexes.get(site);
  }

  private Optional<LoadDependence> dependence(List<Cell> ofSite) {
    return ofSite.stream()
        .filter(cell -> cell.label() != NO_LABEL)
        .flatMap(cell -> dependence(cell).stream())
        .reduce(LoadDependence::plus);
  }

  private Optional<LoadDependence> dependence(Cell cell) {
    return attributed.dependence(
        cell.label(), cell.histograms().accesses(), scored.getOrDefault(cell.label(), 0L));
  }

  private Histograms sum(List<Cell> ofSite) {
    if (ofSite.size() == 1) {
      return ofSite.get(0).histograms();
    }
    Histograms sum = Histograms.empty(parameters);
    ofSite.forEach(cell -> sum.add(cell.histograms()));
    return sum;
  }

  /** What each site did to each object, where {@link #sites} has the sites. */
  List<DataAccess> dataAccesses() {
    List<DataAccess> list = new ArrayList<>();
    int index = 0;
    for (Map.Entry<Integer, List<Cell>> entry : cells.entrySet()) {
      List<Cell> ofSite = entry.getValue();
      boolean isStore = symbols.isStore(entry.getKey());
      for (Cell cell : ofSite) {
        long accesses = cell.histograms().accesses();
        if (cell.label() == NO_LABEL) {
          list.add(
              new DataAccess(
                  index, UNKNOWN_OBJECT, accesses, cell.histograms(), List.of(), Optional.empty()));
          continue;
        }
        list.add(
            new DataAccess(
                index,
                attributed.object(cell.label()),
                accesses,
                cell.histograms(),
                attributed.strides(cell.label(), accesses - cell.histograms().estimated()),
                isStore ? Optional.empty() : dependence(cell)));
      }
      index++;
    }
    return list;
  }

  /** The engine's label of each of {@link #dataAccesses}, or {@link #NO_LABEL}. */
  List<Integer> labels() {
    return cells.values().stream().flatMap(List::stream).map(Cell::label).toList();
  }
}
