package org.tslmap.locality.score;

import java.util.List;
import java.util.stream.Stream;

/**
 * What is measured of some accesses at one granularity, in the words and numbers of all outputs.
 *
 * @param key its name in options, CSV and JSON
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
    SCORE,
    /** 0 to 1, shown in per cent. */
    SHARE,
    /** A number of words, lines, ...: of what the granularity counts. */
    PLACES
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

  /** Distinct places that were touched, where that is known. */
  public static final Measure FOOTPRINT =
      new Measure(
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
          "dependent loads",
          Unit.SHARE,
          Better.LOWER,
          Detail.TABLE,
          "loads that depend on a load that missed / loads",
          "the part of the loads that has to wait for another load that missed the first cache");

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
        key + cache, heading + " " + cache, name, unit, better, detail, formula, about);
  }

  /** Everything that outputs show of histograms and footprints: the scores first. */
  public static List<Measure> all() {
    return Stream.concat(
            Stream.of(Score.values()).map(Score::measure),
            Stream.of(FOOTPRINT, MISS_RATIO, SET_MISS_RATIO, CONFLICT_RATIO, DEPENDENT))
        .toList();
  }
}
