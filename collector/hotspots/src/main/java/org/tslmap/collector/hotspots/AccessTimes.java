package org.tslmap.collector.hotspots;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.tslmap.apexmap.CoreCosts;
import org.tslmap.apexmap.Dependence;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.OutsideSurfaceException;
import org.tslmap.apexmap.Surface;
import org.tslmap.apexmap.SurfaceFile;

/**
 * What an access costs, by how many other lines were touched since the last access to its line and
 * by the manner of the accesses: read off a machine's surfaces, or from a table of typical costs.
 * Times are those of memory accesses; what a program computes between them is not known.
 *
 * <p>Visits of equal chance (alpha = 1) to a memory of D lines come back to a line after D lines or
 * somewhat fewer, so the cost of a reuse distance of D is the cost of such a memory: of single
 * words for {@link Manner#OVERLAPPED} and {@link Manner#DEPENDENT}, of the longest visits for the
 * others. Where a visit uses one line of a page, D lines are D pages of memory.
 */
public final class AccessTimes {

  /** One way of going through memory that costs were measured for. */
  enum Walk {
    WORDS(1, true, Dependence.INDEPENDENT),
    SINGLE_WORDS(1, false, Dependence.INDEPENDENT),
    CHAIN(1, false, Dependence.DEPENDENT),
    LINES(LINE_WORDS, true, Dependence.INDEPENDENT),
    /** One line of a page each, in all sets of a cache. */
    PAGES_AND_LINES(PAGE_WORDS + LINE_WORDS, true, Dependence.INDEPENDENT),
    /** One line of a page each, in few sets of a cache. */
    PAGES(PAGE_WORDS, true, Dependence.INDEPENDENT),
    /** The same of stores. */
    PAGES_WRITTEN(Operation.WRITE),
    /** The same of a load and a store each, which may seem to be one to the page before. */
    PAGES_UPDATED(Operation.UPDATE);

    private final Operation operation;
    private final int stride;
    private final boolean longVisits;
    private final Dependence dependence;

    Walk(int stride, boolean longVisits, Dependence dependence) {
      this(Operation.READ, stride, longVisits, dependence);
    }

    Walk(Operation operation) {
      this(operation, PAGE_WORDS, true, Dependence.INDEPENDENT);
    }

    Walk(Operation operation, int stride, boolean longVisits, Dependence dependence) {
      this.operation = operation;
      this.stride = stride;
      this.longVisits = longVisits;
      this.dependence = dependence;
    }

    private boolean isOf(Surface surface) {
      return surface.stride() == stride
          && surface.setting().operation() == operation
          && surface.setting().dependence() == dependence;
    }

    private double nanoseconds(Surface surface) {
      List<Integer> lengths = surface.lengths();
      List<Double> alphas = surface.alphas();
      double access =
          surface.cost(
              alphas.get(alphas.size() - 1),
              longVisits ? lengths.get(lengths.size() - 1) : lengths.get(0));
      return operation == Operation.UPDATE ? 2 * access : access;
    }

    /** Lines that a memory of so many words has of those that are visited. */
    private double lines(long words) {
      return (double) words / Math.max(stride, LINE_WORDS);
    }
  }

  private static final int WORD = 8;
  private static final int LINE_WORDS = 8;
  private static final int PAGE_WORDS = 512;

  private final String source;

  /** Nanoseconds by bytes of lines, rising. */
  private final Map<Walk, NavigableMap<Double, Double>> costs;

  private final CoreCosts core;

  /** Costs by walk and bytes of lines, and of a core that nothing is known of. */
  AccessTimes(String source, Map<Walk, NavigableMap<Double, Double>> costs) {
    this(source, costs, CoreCosts.NONE);
  }

  private AccessTimes(
      String source, Map<Walk, NavigableMap<Double, Double>> costs, CoreCosts core) {
    this.source = source;
    this.costs = new EnumMap<>(costs);
    this.core = core;
  }

  /** Typical costs for these caches. */
  public static AccessTimes typical(List<CacheLevel> caches) {
    return TypicalCosts.of(caches);
  }

  /**
   * The costs of the machine that surfaces were measured on, with the threads and pages of the
   * first surface.
   *
   * @param name what the surfaces are called where times are shown
   * @throws OutsideSurfaceException if a surface is missing, saying what to measure
   */
  public static AccessTimes of(SurfaceFile surfaces, String name) {
    var setting = surfaces.surfaces().get(0).setting();
    Map<Walk, NavigableMap<Double, Double>> costs = new EnumMap<>(Walk.class);
    for (Walk walk : Walk.values()) {
      NavigableMap<Double, Double> curve = new TreeMap<>();
      for (Surface surface : surfaces.surfaces()) {
        var own = surface.setting();
        if (walk.isOf(surface) && own.equals(setting.with(own.operation(), own.dependence()))) {
          double bytes = walk.lines(surface.words()) * LINE_WORDS * WORD;
          curve.put(bytes, walk.nanoseconds(surface));
        }
      }
      if (curve.isEmpty() && walk.operation != Operation.READ) {
        curve = costs.get(Walk.PAGES);
      }
      if (curve.isEmpty()) {
        throw new OutsideSurfaceException(
            "expected %s reads with a stride of %d words, found none; measure them with tslmap apex measure --quick"
                .formatted(walk.dependence.name().toLowerCase(Locale.ROOT), walk.stride));
      }
      costs.put(walk, curve);
    }
    return new AccessTimes(name, costs, surfaces.core());
  }

  /** What they are of, for people. */
  public String source() {
    return source;
  }

  /** What the core computes meanwhile; {@link CoreCosts#NONE} where it was not measured. */
  CoreCosts core() {
    return core;
  }

  /** All costs: equal ones read equal. */
  @Override
  public String toString() {
    return source + " " + costs + " " + core;
  }

  /** Nanoseconds of an access that hits the smallest cache. */
  public double hit() {
    return costs.get(Walk.SINGLE_WORDS).firstEntry().getValue();
  }

  /**
   * What an access costs more than a hit of the smallest cache, if it waits for none of those that
   * overlap with it.
   *
   * @param stride the step in bytes, of {@link Manner#STRIDED} only
   * @param walk bytes of the lines that a walk in steps goes over before it begins again, likewise
   * @param bytes of other lines that were touched since its line was; infinite for a first touch
   * @return nanoseconds, of one word if they are {@link Manner#STREAMED}; 0 or more
   */
  double penalty(Manner manner, long stride, double walk, double bytes) {
    return switch (manner) {
      case STREAMED -> more(Walk.WORDS, bytes);
      case OVERLAPPED, PARTLY_DEPENDENT -> more(Walk.SINGLE_WORDS, bytes);
      case DEPENDENT -> more(Walk.CHAIN, bytes);
      case STRIDED -> strided(Math.abs(stride) / WORD, Math.min(walk, bytes), bytes);
    };
  }

  /**
   * What an access costs more than a hit where so many lines of a walk in steps of a page compete
   * for sets.
   *
   * @param operation what is done to each; of a load and a store, both together
   */
  double competing(Operation operation, double bytes) {
    return more(
        switch (operation) {
          case READ -> Walk.PAGES;
          case WRITE -> Walk.PAGES_WRITTEN;
          case UPDATE -> Walk.PAGES_UPDATED;
        },
        bytes);
  }

  /** The same of a walk that never begins again. */
  double penalty(Manner manner, long stride, double bytes) {
    return penalty(manner, stride, bytes, bytes);
  }

  /**
   * Steps between a line and a page cost something between the two. D lines in steps of less than a
   * page are in fewer than D pages, which counts for the TLB. A walk that begins again finds other
   * lines, but in the same pages: no more than it has steps. Processors fetch ahead within pages
   * only: the more steps lead to another page, the more they cost what single words do.
   */
  private double strided(long words, double walk, double bytes) {
    double lines = more(Walk.LINES, bytes);
    double share = Math.log((double) words / LINE_WORDS) / Math.log(PAGE_WORDS / LINE_WORDS);
    double within = Math.min(1, Math.max(0, share));
    double inPages = walk * Math.min(1, (double) words / PAGE_WORDS);
    Walk pages = words > 0 && words % PAGE_WORDS == 0 ? Walk.PAGES : Walk.PAGES_AND_LINES;
    return Math.max(
        lines + within * beyond(pages, inPages, more(Walk.LINES, walk)),
        (1 - within) * lines + within * more(Walk.SINGLE_WORDS, bytes));
  }

  /** What a walk costs more than so many nanoseconds. */
  private double beyond(Walk walk, double bytes, double nanoseconds) {
    return Math.max(0, more(walk, bytes) - nanoseconds);
  }

  /** Nanoseconds of an access that waits for the largest memory there are costs of. */
  public double slowest() {
    return costs.get(Walk.CHAIN).lastEntry().getValue();
  }

  /** Nanoseconds for a line that another processor has changed: a wait for the largest cache. */
  double transfer() {
    NavigableMap<Double, Double> chain = costs.get(Walk.CHAIN);
    return Math.sqrt(chain.firstEntry().getValue() * chain.lastEntry().getValue());
  }

  private double more(Walk walk, double bytes) {
    NavigableMap<Double, Double> curve = costs.get(walk);
    return Math.max(0, at(curve, bytes) - curve.firstEntry().getValue());
  }

  /** Between two points the logarithms go linearly; beyond the last one costs stay as they are. */
  private static double at(NavigableMap<Double, Double> curve, double bytes) {
    var below = curve.floorEntry(bytes);
    var above = curve.ceilingEntry(bytes);
    if (below == null || above == null) {
      return (below == null ? above : below).getValue();
    }
    if (below.getKey().equals(above.getKey())) {
      return below.getValue();
    }
    double share = Math.log(bytes / below.getKey()) / Math.log(above.getKey() / below.getKey());
    return Math.exp((1 - share) * Math.log(below.getValue()) + share * Math.log(above.getValue()));
  }
}
