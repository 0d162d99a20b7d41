package org.tslmap.collector.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.adaptation.Adaptation;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.Apportionment;
import org.tslmap.locality.Histograms;

/**
 * Reuse distances and strides of accesses that were only counted, estimated by what was recorded of
 * the same code while it was recorded.
 *
 * <p>A site's counted accesses are shared out over the reuse distances, strides and data objects of
 * its recorded ones, in all threads. Where too little was recorded of the site, those of its
 * function stand for it, and the object is not known. Where too little was recorded of the function
 * either, there is only the number.
 *
 * <p>Of a sampled stream, what samples stand for was recorded.
 */
final class CountedEstimates {
  /** Recorded accesses of a function from which on they stand for its counted ones. */
  static final long LEAST_OF_FUNCTION = Adaptation.LEAST_OBSERVED;

  /**
   * Recorded accesses of a site from which on it has estimates of its own. Of 1,000 accesses chosen
   * by chance, a share is off by 0.016 at most (one standard error); with fewer, what other sites
   * of the function did says more.
   */
  static final long LEAST_OF_SITE = 1_000;

  /** The label of accesses to objects that are not known. */
  static final int NO_LABEL = -1;

  /** What receives the counted accesses of a site; several visits of a site add up. */
  interface Visitor {
    /**
     * Takes some.
     *
     * @param label the engine's label for a site's accesses to an object, or {@link #NO_LABEL}
     * @param counts estimated, or only a number
     */
    void part(int thread, int site, int label, Histograms counts);
  }

  /** Recorded accesses with one label. */
  private record Part(int label, Histograms histograms) {}

  /** What was recorded of a site or a function. */
  private static final class Recorded {
    private final List<Part> parts = new ArrayList<>();
    private long accesses;
    private long turns;

    void add(int label, Histograms histograms) {
      parts.add(new Part(label, histograms));
      accesses += histograms.word().accesses();
    }

    /** Of a function all sites and objects are one part. */
    void join(Histograms histograms, Histograms none) {
      if (parts.isEmpty()) {
        parts.add(new Part(NO_LABEL, none.copy()));
      }
      parts.get(0).histograms().add(histograms);
      accesses += histograms.word().accesses();
    }

    void share(int thread, int site, long counted, Visitor visitor) {
      Apportionment shares = new Apportionment(counted, accesses, turns++);
      long from = 0;
      for (Part part : parts) {
        Histograms estimate = part.histograms().apportion(shares, from);
        if (estimate.accesses() > 0) {
          visitor.part(thread, site, part.label(), estimate);
        }
        from += part.histograms().word().accesses();
      }
    }
  }

  private final CountedAccesses counted;
  private final SymbolTables symbols;
  private final Histograms none;
  private final Map<Integer, Recorded> sites = new HashMap<>();
  private final Map<Integer, Recorded> functions = new HashMap<>();

  /**
   * Estimates for what was counted.
   *
   * @param none empty histograms
   */
  CountedEstimates(CountedAccesses counted, SymbolTables symbols, Histograms none) {
    this.counted = counted;
    this.symbols = symbols;
    this.none = none;
    counted.eachSite(
        (thread, site, accesses) -> {
          sites.computeIfAbsent(site, s -> new Recorded());
          functions.computeIfAbsent(function(site), f -> new Recorded());
        });
  }

  private int function(int site) {
    return symbols.site(site).function();
  }

  /** Takes what was recorded of a site with one label, in all threads; once for each label. */
  void recorded(int site, int label, Histograms histograms) {
    Recorded ofFunction = functions.get(function(site));
    if (ofFunction != null) {
      ofFunction.join(histograms, none);
    }
    Recorded ofSite = sites.get(site);
    if (ofSite != null) {
      ofSite.add(label, histograms.copy());
    }
  }

  /** Visits what was counted, once all that was recorded is known. */
  void eachSite(Visitor visitor) {
    counted.eachSite(
        (thread, site, accesses) -> {
          Recorded ofFunction = functions.get(function(site));
          Recorded ofSite = sites.get(site);
          if (ofFunction.accesses < LEAST_OF_FUNCTION) {
            Histograms number = none.copy();
            number.addCounted(accesses);
            visitor.part(thread, site, NO_LABEL, number);
          } else {
            (ofSite.accesses < LEAST_OF_SITE ? ofFunction : ofSite)
                .share(thread, site, accesses, visitor);
          }
        });
  }
}
