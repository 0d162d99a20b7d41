package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.tslmap.collector.wire.SiteCounts;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.Apportionment;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.SampleEstimator;
import org.tslmap.locality.ThreadResult;
import org.tslmap.locality.profile.ScoreErrors;

/**
 * Estimated counts of what was not scored, by the engine's labels and by context: each site's
 * number of accesses is known, and is shared out to what bursts have seen it do.
 */
public final class Estimates {
  private final AttributionResult attributed;
  private final SymbolTables symbols;
  private final SampledAccesses sampled;
  private final SampleEstimator estimator;

  /** All accesses of each thread's sites, and those of them that were scored, by {@link #pair}. */
  private final Map<Long, Long> made = new HashMap<>();

  private final Map<Long, Long> scored = new HashMap<>();

  /** All accesses of each site, and those that were scored, but for bursts. */
  private final Map<Integer, Long> madeBySite;

  private final Map<Integer, Long> scoredBySite;

  /** A cell of each site. */
  private final Map<Integer, Integer> cellOf = new HashMap<>();

  /** The first context of each function, once one was asked for. */
  private final Map<Integer, Integer> contextOf = new HashMap<>();

  private long[] accesses = new long[0];

  Estimates(
      AttributionResult attributed,
      SymbolTables symbols,
      LocalityEngine engine,
      SampledAccesses sampled,
      List<SiteCounts> counts) {
    this.attributed = attributed;
    this.symbols = symbols;
    this.sampled = sampled;
    this.estimator = sampled.estimator();
    for (SiteCounts thread : counts) {
      for (SiteCounts.Count count : thread.counts()) {
        made.merge(pair(thread.thread(), count.site()), count.accesses(), Long::sum);
      }
    }
    engine.eachSite(
        (thread, cell, result) -> {
          int site = attributed.site(cell);
          scored.merge(pair(thread, site), result.word().accesses(), Long::sum);
          cellOf.putIfAbsent(site, cell);
        });
    madeBySite = bySite(made);
    scoredBySite = bySite(scored);
    estimate(firstTouched(counts, engine.summary().threads()));
  }

  /** What threads have touched by an estimate, and not among the accesses that were all scored. */
  private static Footprint firstTouched(List<SiteCounts> counts, List<ThreadResult> scored) {
    Map<Integer, Footprint> exact = new HashMap<>();
    scored.forEach(thread -> exact.put(thread.thread(), thread.footprint()));
    Map<Integer, Footprint> first = new HashMap<>();
    for (SiteCounts count : counts) {
      Footprint known = exact.getOrDefault(count.thread(), new Footprint(0, 0));
      first.put(
          count.thread(),
          new Footprint(
              Math.max(0, count.words() - known.word()),
              Math.max(0, count.lines() - known.line())));
    }
    return first.values().stream().reduce(new Footprint(0, 0), Footprint::plus);
  }

  private static Map<Integer, Long> bySite(Map<Long, Long> ofThreads) {
    Map<Integer, Long> sums = new HashMap<>();
    ofThreads.forEach((pair, accesses) -> sums.merge(second(pair), accesses, Long::sum));
    return sums;
  }

  /** All accesses of a site. */
  long made(int site) {
    return madeBySite.getOrDefault(site, 0L);
  }

  /** Those of them that were scored, but for bursts. */
  long scored(int site) {
    return scoredBySite.getOrDefault(site, 0L);
  }

  // --- Sharing out ------------------------------------------------------------------------------

  /** Two numbers as one key, which is compared faster than a record. */
  private static long pair(int first, int second) {
    return (long) first << Integer.SIZE | second;
  }

  private static int first(long pair) {
    return (int) (pair >> Integer.SIZE);
  }

  private static int second(long pair) {
    return (int) pair;
  }

  private int site(int label) {
    SampledAccesses.FollowedKey followed = sampled.followed(label);
    return followed == null ? attributed.site(sampled.cell(label)) : followed.site();
  }

  private int object(int label) {
    SampledAccesses.FollowedKey followed = sampled.followed(label);
    return followed == null ? attributed.object(sampled.cell(label)) : followed.object();
  }

  /** A label's thread and site. */
  private long stratum(int label) {
    return pair(sampled.thread(label), site(label));
  }

  private void estimate(Footprint first) {
    double[] seen = estimator.seen(sampled.count());
    Map<Long, List<Integer>> labels = new HashMap<>();
    for (int label = 0; label < seen.length; label++) {
      if (seen[label] > 0) {
        labels.computeIfAbsent(stratum(label), s -> new ArrayList<>()).add(label);
      }
    }
    Map<Integer, Long> shares = new HashMap<>();
    made.forEach(
        (stratum, all) -> {
          long left = all - scored.getOrDefault(stratum, 0L);
          if (left > 0) {
            share(left, labels.getOrDefault(stratum, List.of()), seen, stratum, shares);
          }
        });
    accesses = new long[sampled.count()];
    shares.forEach((label, share) -> accesses[label] = share);
    estimator.estimate(accesses, levels(), 1, first);
  }

  private void share(
      long left, List<Integer> labels, double[] seen, long stratum, Map<Integer, Long> shares) {
    if (labels.isEmpty()) {
      shares.put(unseen(stratum), left);
      return;
    }
    Apportionment parts =
        new Apportionment(left, labels.stream().mapToLong(label -> (long) seen[label]).sum(), 0);
    long from = 0;
    for (int label : labels) {
      long weight = (long) seen[label];
      shares.put(label, parts.share(from, weight));
      from += weight;
    }
  }

  /** A label for accesses of which nothing was seen. */
  private int unseen(long stratum) {
    int site = second(stratum);
    int cell = cellOf.computeIfAbsent(site, s -> attributed.addLabel(s, 0));
    return sampled.label(first(stratum), cell, contextOf(symbols.site(site).function()));
  }

  /** The first context of a function, or the first one of all. */
  private int contextOf(int function) {
    if (contextOf.isEmpty()) {
      for (int context = 0; context < attributed.contextCount(); context++) {
        contextOf.putIfAbsent(attributed.context(context).function(), context);
      }
    }
    int first = attributed.contextCount() > 0 ? 0 : SampledAccesses.NONE;
    return contextOf.getOrDefault(function, first);
  }

  private List<SampleEstimator.Level> levels() {
    Map<Long, Integer> places = new HashMap<>();
    Map<Long, Integer> strata = new HashMap<>();
    List<Integer> placeOf = new ArrayList<>();
    List<Integer> stratumOf = new ArrayList<>();
    List<Integer> functionOf = new ArrayList<>();
    for (int label = 0; label < sampled.count(); label++) {
      int stratum = strata.computeIfAbsent(stratum(label), key -> strata.size());
      stratumOf.add(stratum);
      placeOf.add(places.computeIfAbsent(pair(stratum, object(label)), key -> places.size()));
      functionOf.add(symbols.site(site(label)).function());
    }
    return List.of(
        new SampleEstimator.Level(placeOf, places.size()),
        new SampleEstimator.Level(stratumOf, strata.size()),
        new SampleEstimator.Level(functionOf, symbols.functions().size()));
  }

  // --- The result -------------------------------------------------------------------------------

  /** Whether some accesses were not scored. */
  public boolean isPartial() {
    return Arrays.stream(accesses).anyMatch(count -> count > 0);
  }

  /** Visits what is estimated by thread and the engine's labels; several visits add up. */
  public void eachSite(LocalityEngine.SiteVisitor visitor) {
    for (int label = 0; label < accesses.length; label++) {
      if (accesses[label] > 0) {
        visitor.site(sampled.thread(label), sampled.cell(label), estimator.label(label));
      }
    }
  }

  /** Estimated stores by context. */
  public long[] stores() {
    long[] stores = new long[attributed.contextCount()];
    for (int label = 0; label < accesses.length; label++) {
      int context = sampled.context(label);
      if (context != SampledAccesses.NONE
          && symbols.isStore(attributed.site(sampled.cell(label)))) {
        stores[context] += accesses[label];
      }
    }
    return stores;
  }

  /** Visits what is estimated by context, likewise. */
  public void eachContext(LocalityEngine.ContextVisitor visitor) {
    for (int label = 0; label < accesses.length; label++) {
      if (accesses[label] > 0 && sampled.context(label) != SampledAccesses.NONE) {
        visitor.context(sampled.context(label), estimator.label(label));
      }
    }
  }

  /** All accesses, of loads or of stores. */
  public long made(boolean stores) {
    return made.entrySet().stream()
        .filter(entry -> symbols.isStore(second(entry.getKey())) == stores)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /**
   * Errors of the whole.
   *
   * @param total all accesses
   */
  public ScoreErrors whole(long total) {
    return errors(label -> 0, new long[] {total}).get(0);
  }

  /** Errors of functions. */
  public List<ScoreErrors> functions() {
    long[] totals = new long[symbols.functions().size()];
    made.forEach((stratum, all) -> totals[symbols.site(second(stratum)).function()] += all);
    return errors(label -> symbols.site(site(label)).function(), totals);
  }

  /**
   * Errors of data objects.
   *
   * @param totals all accesses of each
   */
  public List<ScoreErrors> objects(long[] totals) {
    return errors(this::object, totals);
  }

  /**
   * Errors of contexts.
   *
   * @param totals all accesses of each
   */
  public List<ScoreErrors> contexts(long[] totals) {
    return errors(sampled::context, totals);
  }

  private List<ScoreErrors> errors(IntUnaryOperator partOf, long[] totals) {
    int[] part = new int[accesses.length];
    long[] estimated = new long[totals.length];
    for (int label = 0; label < part.length; label++) {
      int of = partOf.applyAsInt(label);
      part[label] = of < totals.length ? of : SampleEstimator.NO_PART;
      if (part[label] >= 0) {
        estimated[part[label]] += accesses[label];
      }
    }
    List<ScoreErrors> errors = new ArrayList<>();
    List<ScoreErrors> sums = ScoreErrors.ofRows(estimator.errors(part, totals.length));
    for (int i = 0; i < totals.length; i++) {
      errors.add(
          estimated[i] == 0 ? ScoreErrors.NONE : sums.get(i).ofScores(totals[i], estimated[i]));
    }
    return errors;
  }
}
