package org.tslmap.collector.hotspots;

import java.util.List;
import java.util.Optional;
import org.tslmap.apexmap.Operation;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;

/**
 * The memory that accesses are measured against.
 *
 * @param parameters what the histograms were computed with
 * @param settings the caches, and what accesses cost that they serve
 */
record Memory(MetricParameters parameters, HotspotSettings settings) {

  /** Bytes of a page. */
  static final long PAGE = 4096;

  List<CacheLevel> caches() {
    return settings.caches();
  }

  AccessTimes times() {
    return settings.times();
  }

  /**
   * Nanoseconds that these accesses to lines cost more than hits of the smallest cache. Those that
   * compete for sets go on while others wait for memory.
   */
  double penalty(Manner manner, StepWalk walk, LocalityHistogram lines) {
    long[] reuse = lines.reuse();
    double walked = walk.linesOfAll() * line();
    double conflicts = 0;
    double sum = lines.cold() * penalty(manner, walk.stride(), walked, Double.POSITIVE_INFINITY);
    // Entry 1 + k holds distances from 2^k on, below 2^(k + 1).
    for (int i = 1; i < reuse.length; i++) {
      if (reuse[i] > 0) {
        double distance = 1.5 * Math.scalb(1.0, i - 1);
        sum += reuse[i] * penalty(manner, walk.stride(), walked, distance * line());
        conflicts +=
            manner == Manner.STRIDED
                ? reuse[i] * conflict(walk, Math.min(distance, walk.lines()))
                : 0;
      }
    }
    return Math.max(sum, conflicts);
  }

  /**
   * Nanoseconds that a core waits which looks ahead so often over as many instructions as it can,
   * and goes on when the longest miss among them has arrived: misses lie there at random.
   *
   * @param windows how often, at most as often as there are misses
   */
  double longest(LocalityHistogram lines, double windows) {
    if (windows <= 0) {
      return 0;
    }
    long[] reuse = lines.reuse();
    double farther = lines.cold() / windows;
    double sum = -Math.expm1(-farther) * firstTouch(Manner.DEPENDENT, 0);
    for (int i = reuse.length - 1; i >= 1; i--) {
      double distance = 1.5 * Math.scalb(1.0, i - 1) * line();
      double chance = Math.exp(-farther) - Math.exp(-farther - reuse[i] / windows);
      sum += chance * penalty(Manner.DEPENDENT, 0, distance);
      farther += reuse[i] / windows;
    }
    return windows * sum;
  }

  /**
   * What an access costs more than a hit where so many lines of a walk compete for the sets that
   * its steps reach: as much as where they compete as closely in steps of a page, for which it was
   * measured, and a hit of the second cache at least.
   */
  private double conflict(StepWalk walk, double lines) {
    long reachable = reachableLines(walk.stride());
    if (!reachesFewSets(walk.stride()) || lines < reachable) {
      return 0;
    }
    double ofPages = lines * reachableLines(PAGE) / reachable * line();
    return walk.stride() % PAGE == 0
        ? times().competing(walk.operation(), ofPages)
        : Math.max(
            times().competing(Operation.READ, ofPages),
            penalty(Manner.OVERLAPPED, 0, secondBytes()));
  }

  /** Whether steps reach a quarter of the smallest cache's sets at most. */
  boolean reachesFewSets(long stride) {
    return 4 * reachableLines(stride) <= firstLines();
  }

  /** The same for one access to a line that was never touched before. */
  double firstTouch(Manner manner, long stride) {
    return penalty(manner, stride, Double.POSITIVE_INFINITY);
  }

  /** The same after so many bytes of other lines. */
  double penalty(Manner manner, long stride, double bytes) {
    return penalty(manner, stride, bytes, bytes);
  }

  /**
   * The same after so many bytes of other lines: nothing while the smallest cache holds them,
   * unless each step goes to another page, since the TLB may hold fewer.
   */
  private double penalty(Manner manner, long stride, double walk, double bytes) {
    boolean pages = manner == Manner.STRIDED && Math.abs(stride) >= PAGE;
    if (bytes < caches().get(0).bytes() && !pages) {
      return 0;
    }
    double each = times().penalty(manner, stride, walk, bytes);
    return manner == Manner.STREAMED ? each * line() / Long.BYTES : each;
  }

  int word() {
    return parameters.word();
  }

  int line() {
    return parameters.line();
  }

  long firstLines() {
    return caches().get(0).lines(line());
  }

  /** Bytes that the second cache serves, or whatever comes after the first one. */
  private double secondBytes() {
    return caches().size() > 1 ? caches().get(1).bytes() : Double.POSITIVE_INFINITY;
  }

  LocalityHistogram emptyHistogram() {
    return new LocalityHistogram(parameters.imax());
  }

  /** Lines of the smallest cache that a walk with this step can use, by the sets it reaches. */
  long reachableLines(long stride) {
    return reachableLines(caches().get(0), stride);
  }

  private long reachableLines(CacheLevel cache, long stride) {
    long sets = cache.sets(line());
    long step = Math.abs(stride);
    if (step == 0 || step % line() != 0) {
      return cache.lines(line());
    }
    long common = gcd(step / line(), sets);
    return sets / common * cache.ways();
  }

  /**
   * The first cache that could hold what is between two touches of a line, but not in the sets that
   * a walk's steps reach: a quarter of all at most.
   *
   * @param distance bytes of other lines between two touches, rounded down to a power of two
   */
  Optional<CacheLevel> crowded(long stride, long distance) {
    return caches().stream()
        .filter(cache -> 2 * distance <= cache.bytes())
        .findFirst()
        .filter(cache -> 4 * reachableLines(cache, stride) <= cache.lines(line()))
        .filter(cache -> distance > reachableLines(cache, stride) * line());
  }

  /** What of a cache a walk can use, for people. */
  String usable(CacheLevel cache, long stride) {
    return Wording.text(
        "%s holds %,d lines, but a walk with this stride can use only %,d of them",
        cache.name(), cache.lines(line()), reachableLines(cache, stride));
  }

  /**
   * Accesses of a walk that the smallest cache would keep if its lines could lie anywhere in it,
   * but does not because its steps reach too few sets. Counted only where the walk reaches a
   * quarter of the sets at most.
   */
  double conflicts(List<Cell> cells) {
    double sum = 0;
    for (Cell cell : cells) {
      if (reachesFewSets(cell.movement().stride())) {
        long reachable = reachableLines(cell.movement().stride());
        LocalityHistogram histogram = cell.access().histograms().line();
        sum +=
            histogram.accesses()
                * (histogram.missRatio(reachable) - histogram.missRatio(firstLines()));
      }
    }
    return sum;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
