package org.tslmap.locality.score;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is measured of some accesses, in the words and numbers of all outputs: reports, comparisons,
 * gates and advice derive from these constants and from those of {@link Score}.
 *
 * @param key its name in CSV and JSON, and of columns
 * @param keyword what options call it, alone or with others of its kind
 * @param heading what stands above its column
 * @param name what it is called in a sentence
 * @param unit what its values are
 * @param better which values are good for a cache
 * @param detail how short an output may be and still have it
 * @param formula how it is computed, in the signs of {@code locality/README.md}
 * @param about what it tells, one sentence without a capital letter and a full stop
 */
public record Measure(
    String key,
    String keyword,
    String heading,
    String name,
    Unit unit,
    Better better,
    Detail detail,
    String formula,
    String about) {

  /** What values are. */
  public enum Unit {
    /** 0 to 1, shown with four digits. */
    SCORE(1, 0.005, false),
    /** 0 to 1, shown in per cent. */
    SHARE(1, 0.02, true),
    /** A number of words, lines, ...: of what the granularity counts. */
    PLACES(Double.POSITIVE_INFINITY, 0.02, true),
    /** A number of accesses. */
    ACCESSES(Double.POSITIVE_INFINITY, 0.01, true);

    private final double maximum;
    private final double margin;
    private final boolean relative;

    Unit(double maximum, double margin, boolean relative) {
      this.maximum = maximum;
      this.margin = margin;
      this.relative = relative;
    }
  }

  /**
   * By how much two values may differ that are taken for equal.
   *
   * @param amount the difference, 0 or more
   * @param relative whether it is a share of the first value
   */
  public record Margin(double amount, boolean relative) {
    @Override
    public String toString() {
      return relative ? Math.round(100 * amount) + " %" : Double.toString(amount);
    }
  }

  /** Which values are good. */
  public enum Better {
    /** The larger the better. */
    HIGHER,
    /** The smaller the better. */
    LOWER,
    /** It depends. */
    NEITHER
  }

  /** How much an output must show to have it. */
  public enum Detail {
    /** Shown always: one line about a run or a rank has it. */
    BRIEF,
    /** Shown in every table that has room. */
    TABLE,
    /** Shown of the whole program, and in the forms for scripts. */
    DATA
  }

  /** Loads and stores. */
  public static final Measure ACCESSES =
      count("accesses", Detail.DATA, "loads + stores", "how many accesses there are");

  /** Loads. */
  public static final Measure LOADS =
      count("loads", Detail.TABLE, "loads", "how many of the accesses load");

  /** Stores. */
  public static final Measure STORES =
      count("stores", Detail.TABLE, "stores", "how many of the accesses store");

  /** The part of all accesses. */
  public static final Measure SHARE =
      new Measure(
          "share",
          "share",
          "share",
          "share of all accesses",
          Unit.SHARE,
          Better.NEITHER,
          Detail.TABLE,
          "accesses / accesses of the whole",
          "which part of all accesses they are");

  /** Distinct places that were touched, where that is known. */
  public static final Measure FOOTPRINT =
      new Measure(
          "footprint",
          "footprint",
          "footprint",
          "memory touched",
          Unit.PLACES,
          Better.NEITHER,
          Detail.TABLE,
          "distinct words or lines touched",
          "how many distinct words or lines there are; those of parts do not add up");

  /** Misses of an ideal cache; a size follows its key and its heading: {@code miss32K}. */
  public static final Measure MISS_RATIO =
      new Measure(
          "miss",
          "misses",
          "miss",
          "misses of a cache",
          Unit.SHARE,
          Better.LOWER,
          Detail.TABLE,
          "(cold + accesses with a reuse distance of C lines or more) / n",
          "the part that a fully associative cache of this size with LRU replacement has to fetch");

  /** Misses of a simulated cache, whose size and ways follow: {@code setMiss32K:8}. */
  public static final Measure SET_MISS_RATIO =
      new Measure(
          "setMiss",
          "misses",
          "set miss",
          "misses of a set-associative cache",
          Unit.SHARE,
          Better.LOWER,
          Detail.TABLE,
          "accesses that miss the simulated cache / n",
          "the part that a cache with sets has to fetch; only those that missed the cache before it"
              + " come to it");

  /** Conflict misses of a simulated cache, whose size and ways follow: {@code conflict32K:8}. */
  public static final Measure CONFLICT_RATIO =
      new Measure(
          "conflict",
          "conflict",
          "conflict",
          "conflict misses",
          Unit.SHARE,
          Better.LOWER,
          Detail.TABLE,
          "(misses of the simulated cache - those of a fully associative one that sees the same) /"
              + " n",
          "the part that misses because too many lines fall into one set; below 0 where sets do"
              + " better");

  /** Loads whose addresses come from loads that missed, where that is known. */
  public static final Measure DEPENDENT =
      new Measure(
          "dependent",
          "dependent",
          "dependent",
          "dependent loads",
          Unit.SHARE,
          Better.LOWER,
          Detail.TABLE,
          "loads that depend on a load that missed / loads",
          "the part of the loads that has to wait for another load that missed the first cache");

  /** Estimated time of accesses that could be saved. */
  public static final Measure WASTE =
      ofWork(
          "waste",
          "time that could be saved at best",
          Better.LOWER,
          "estimated time that could be saved / estimated time of all",
          "how much faster the accesses, or the slowest of those that share the work, could be");

  /** Estimated time of accesses beyond the nearest cache. */
  public static final Measure MEMORY_TIME =
      ofWork(
          "memoryTime",
          "time beyond the nearest cache",
          Better.LOWER,
          "what misses of it take longer than hits / estimated time",
          "which part of the estimated time accesses wait for outer caches and memory");

  /** Words of the touched lines. */
  public static final Measure LINE_USE =
      ofWork(
          "lineUse",
          "bytes used of touched lines",
          Better.HIGHER,
          "bytes of touched words / bytes of touched lines",
          "which part of the lines that were fetched is used at all");

  /** What one of several that share the work does, beside the one that does most. */
  public static final Measure LOAD =
      ofWork(
          "load",
          "work beside the busiest",
          Better.HIGHER,
          "accesses of the thread, rank or host / those of the one with most",
          "how much of its time one of several has to do; waiting is no work");

  /** How unevenly work is spread. */
  public static final Measure IMBALANCE =
      ofWork(
          "imbalance",
          "imbalance",
          Better.LOWER,
          "(max - mean) / max * parts / (parts - 1)",
          "0 when all threads or ranks make as many accesses, 1 when one makes all");

  /**
   * Misses of a cache.
   *
   * @param size as users write it: {@code 32K}
   */
  public static Measure missRatio(String size) {
    return MISS_RATIO.of(size);
  }

  /** The same of a certain cache. */
  public Measure of(String cache) {
    return new Measure(
        key + cache, keyword, heading + " " + cache, name, unit, better, detail, formula, about);
  }

  private static Measure count(String key, Detail detail, String formula, String about) {
    return new Measure(key, key, key, key, Unit.ACCESSES, Better.NEITHER, detail, formula, about);
  }

  private static Measure ofWork(
      String key, String name, Better better, String formula, String about) {
    return new Measure(key, key, name, name, Unit.SHARE, better, Detail.DATA, formula, about);
  }

  /**
   * What a column of tables holds.
   *
   * @param key of the column, without a granularity, with a cache or without
   */
  public static Optional<Measure> ofColumn(String key) {
    return all().stream()
        .filter(measure -> key.matches(measure.key + "(\\d.*|tlb.*)?"))
        .findFirst();
  }

  /** The largest value there can be; infinite for what has no bound. */
  public double maximum() {
    return unit.maximum;
  }

  /**
   * By how much values of an unchanged program may differ where nobody has measured it ({@code
   * tslmap run --repeat N} does).
   */
  public Margin margin() {
    return new Margin(unit.margin, unit.relative);
  }

  /** Everything that is measured: counts, scores and misses, what tells of work and time. */
  public static List<Measure> all() {
    return Stream.of(
            List.of(SHARE, ACCESSES, LOADS, STORES),
            ofHistograms(),
            List.of(WASTE, MEMORY_TIME, LINE_USE, LOAD, IMBALANCE))
        .flatMap(List::stream)
        .toList();
  }

  /** What outputs show of histograms and footprints: the scores first. */
  public static List<Measure> ofHistograms() {
    return Stream.concat(
            Stream.of(Score.values()).map(Score::measure),
            Stream.of(FOOTPRINT, MISS_RATIO, SET_MISS_RATIO, CONFLICT_RATIO, DEPENDENT))
        .toList();
  }
}
