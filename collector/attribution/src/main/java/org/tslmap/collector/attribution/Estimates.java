package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.tslmap.collector.wire.SiteCounts;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.Apportionment;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.SampleEstimator;
import org.tslmap.locality.SampleEstimator.Sums;
import org.tslmap.locality.ThreadResult;
import org.tslmap.locality.profile.ScoreErrors;

/**
 * Estimated counts of what was not scored, by the engine's labels and by context: each site's
 * number of accesses is known, and is shared out to what bursts have seen it do.
 */
public final class Estimates {
  /** So many long accesses to followed lines at a site count as one draw of bursts, */
  private static final double LEAST_FOLLOWED = 64;

  /** and all of them as so many at most: how many others there are to each may vary by object. */
  private static final double FOLLOWED_DRAWS = 32;

  /** The level whose numbers of accesses are counted. */
  private static final int STRATA = 1;

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
  public long made(int site) {
    return madeBySite.getOrDefault(site, 0L);
  }

  /** Those of them that were scored, but for bursts. */
  public long scored(int site) {
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
    SampledAccesses.FollowedKey followed = sampled.followedKey(label);
    return followed == null ? attributed.site(sampled.cell(label)) : followed.site();
  }

  private int object(int label) {
    SampledAccesses.FollowedKey followed = sampled.followedKey(label);
    return followed == null ? attributed.object(sampled.cell(label)) : followed.object();
  }

  /** A label's thread and site. */
  private long stratum(int label) {
    return pair(sampled.thread(label), site(label));
  }

  /** What was seen of a stratum. */
  private final class Seen {
    private final Map<Integer, Sums> byLabel = new TreeMap<>();
    private final Map<Integer, Sums> byObject = new TreeMap<>();

    /** Long accesses to followed lines. */
    private final Map<Integer, Double> followed = new TreeMap<>();

    private int draws;

    /** What is known of followed lines counts as so many draws more. */
    private double asDraws;

    /** How much of the weights is known by bursts alone. */
    private double byBursts() {
      return asDraws == 0 ? 1 : draws / (draws + asDraws);
    }

    private void add(int label, Sums sums) {
      byLabel.put(label, sums);
      byObject.merge(object(label), sums, Sums::plus);
    }

    private void addFollowed(int label) {
      followed.merge(object(label), (double) sampled.longs(label), Double::sum);
    }

    /** Weights of labels. */
    private Map<Integer, Double> weights(long stratum) {
      Map<Integer, Double> objects = objects();
      Map<Integer, Double> weights = new TreeMap<>();
      byLabel.forEach(
          (label, sums) ->
              weights.put(
                  label, objects.get(object(label)) * sums.scored() / of(object(label)).scored()));
      objects.forEach(
          (object, weight) -> {
            if (!byObject.containsKey(object)) {
              weights.put(label(stratum, object), weight);
            }
          });
      return weights;
    }

    /**
     * Weights of objects: what bursts have seen of them. Long sweeps over one object after the
     * other are met by few bursts, but objects that have long accesses have some to followed lines,
     * which are known between bursts, too: by these the weight of such objects is shared out among
     * them again, as if so many more bursts had seen it.
     */
    private Map<Integer, Double> objects() {
      Map<Integer, Double> weights = new TreeMap<>();
      byObject.forEach((object, sums) -> weights.put(object, sums.scored()));
      Sums met = followed.keySet().stream().map(this::of).reduce(Sums.NONE, Sums::plus);
      double longs = sum(followed);
      if (met.longs() == 0 && !byObject.isEmpty() || longs == 0) {
        return weights;
      }
      Map<Integer, Double> swept = new TreeMap<>();
      followed.forEach(
          (object, count) -> {
            Sums own = of(object).longs() > 0 ? of(object) : met;
            swept.put(object, count * (own.longs() > 0 ? own.warm() / own.longs() : 1));
          });
      asDraws = Math.min(FOLLOWED_DRAWS, longs / LEAST_FOLLOWED);
      double each = (byObject.isEmpty() ? 1 : met.scored()) / sum(swept);
      swept.forEach(
          (object, count) ->
              weights.put(
                  object,
                  (draws * of(object).scored() + asDraws * each * count) / (draws + asDraws)));
      return weights;
    }

    private Sums of(int object) {
      return byObject.getOrDefault(object, Sums.NONE);
    }

    private int label(long stratum, int object) {
      int context =
          byLabel.entrySet().stream()
              .max(Comparator.comparingDouble(entry -> entry.getValue().scored()))
              .map(entry -> sampled.context(entry.getKey()))
              .orElseGet(() -> contextOf(symbols.site(second(stratum)).function()));
      return sampled.label(first(stratum), attributed.label(second(stratum), object), context);
    }
  }

  private static double sum(Map<Integer, Double> weights) {
    return weights.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private void estimate(Footprint first) {
    Map<Long, Seen> strata = seen();
    Map<Integer, Long> shares = new HashMap<>();
    made.forEach(
        (stratum, all) -> {
          long left = all - scored.getOrDefault(stratum, 0L);
          if (left > 0) {
            Map<Integer, Double> weights =
                strata.containsKey(stratum) ? strata.get(stratum).weights(stratum) : Map.of();
            share(left, weights.isEmpty() ? Map.of(unseen(stratum), 1.0) : weights, shares);
          }
        });
    accesses = new long[sampled.count()];
    shares.forEach((label, share) -> accesses[label] = share);
    List<SampleEstimator.Level> levels = levels();
    double[] byBursts = new double[levels.get(STRATA).count()];
    Arrays.fill(byBursts, 1);
    for (int label = 0; label < accesses.length; label++) {
      Seen seen = strata.get(stratum(label));
      if (seen != null) {
        byBursts[levels.get(STRATA).of().get(label)] = seen.byBursts();
      }
    }
    estimator.estimate(accesses, levels, STRATA, byBursts, first);
  }

  private Map<Long, Seen> seen() {
    Map<Long, Seen> strata = new HashMap<>();
    List<Sums> sums = estimator.seen(sampled.count());
    SampleEstimator.Level level = strataLevel();
    int[] draws = estimator.draws(level);
    for (int label = 0; label < sums.size(); label++) {
      Seen seen = strata.computeIfAbsent(stratum(label), key -> new Seen());
      seen.draws = draws[level.of().get(label)];
      if (sampled.longs(label) > 0) {
        seen.addFollowed(label);
      } else if (sums.get(label).scored() > 0) {
        seen.add(label, sums.get(label));
      }
    }
    return strata;
  }

  private static void share(long left, Map<Integer, Double> weights, Map<Integer, Long> shares) {
    long[] parts =
        Apportionment.byWeight(
            left, weights.values().stream().mapToDouble(Double::doubleValue).toArray());
    int next = 0;
    for (int label : weights.keySet()) {
      shares.put(label, parts[next++]);
    }
  }

  /** A label for accesses of which nothing was seen. */
  private int unseen(long stratum) {
    int site = second(stratum);
    int cell = cellOf.computeIfAbsent(site, s -> attributed.label(s, 0));
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

  /** Objects of sites, sites, objects of functions, functions. */
  private List<SampleEstimator.Level> levels() {
    Map<Long, Integer> places = new HashMap<>();
    List<Integer> placeOf = new ArrayList<>();
    Map<Long, Integer> uses = new HashMap<>();
    List<Integer> useOf = new ArrayList<>();
    List<Integer> functionOf = new ArrayList<>();
    SampleEstimator.Level strata = strataLevel();
    for (int label = 0; label < sampled.count(); label++) {
      long place = pair(strata.of().get(label), object(label));
      placeOf.add(places.computeIfAbsent(place, key -> places.size()));
      int function = symbols.site(site(label)).function();
      useOf.add(uses.computeIfAbsent(pair(function, object(label)), key -> uses.size()));
      functionOf.add(function);
    }
    return List.of(
        new SampleEstimator.Level(placeOf, places.size()),
        strata,
        new SampleEstimator.Level(useOf, uses.size()),
        new SampleEstimator.Level(functionOf, symbols.functions().size()));
  }

  private SampleEstimator.Level strataLevel() {
    Map<Long, Integer> strata = new HashMap<>();
    List<Integer> stratumOf = new ArrayList<>();
    for (int label = 0; label < sampled.count(); label++) {
      stratumOf.add(strata.computeIfAbsent(stratum(label), key -> strata.size()));
    }
    return new SampleEstimator.Level(stratumOf, strata.size());
  }

  // --- The result -------------------------------------------------------------------------------

  /** Whether some accesses were not scored. */
  public boolean isPartial() {
    return Arrays.stream(accesses).anyMatch(count -> count > 0);
  }

  /**
   * What was touched of an object: at least what was scored of it, and what followed lines stand
   * for. An object with thousands of followed lines may have more.
   *
   * @param scored words, lines and so on of accesses that were scored
   */
  public Footprint footprint(int object, Footprint scored) {
    Footprint followed = sampled.followed(object);
    double times = (double) SampleEstimator.LINES * followed.line() / Math.max(1, scored.line());
    List<Long> touched =
        new ArrayList<>(scored.of().stream().map(n -> Math.max(n, Math.round(n * times))).toList());
    // Bursts meet few of a line's words.
    touched.set(
        Granularity.WORD.ordinal(),
        Math.max(scored.word(), SampleEstimator.LINES * followed.word()));
    return new Footprint(touched);
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
