package org.tslmap.apexmap.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.tslmap.apexmap.AccessCost;
import org.tslmap.apexmap.Dependence;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.OutsideSurfaceException;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;

/**
 * The access patterns that mixtures are made of: memories of every power of two, visits short and
 * long, dense and strided, drawn, in turn, and (with the largest memory) once; some with a power
 * law of uneven visits. Only those whose cost was measured are in it, and memories smaller than any
 * that was measured.
 *
 * <p>What makes this basis suffice: the reuse distance of a line decides which cache serves it, and
 * the length and stride of visits whether its neighbours come with it and whether the processor can
 * fetch ahead. Patterns in turn have a single reuse distance each, so that together they explain
 * any distribution of distances; strided ones keep a walk down a column apart from random accesses.
 * Strides of a page or more come twice, in whole pages and with a line more each: the lines of the
 * former fall into few cache sets and cost up to several times as much.
 */
public final class Dictionary {

  private static final int[] LENGTHS = {1, 2, 4, 8, 16, 64, 512, 4096, 65536};
  private static final int[] STRIDED_LENGTHS = {16, 256, 4096, 65536};
  private static final int LARGEST_STRIDE = 4096;
  private static final double[] UNEVEN = {0.5, 0.1, 0.02};
  private static final int[] UNEVEN_LENGTHS = {1, 16, 512};
  private static final long UNEVEN_FROM = 1 << 12;
  private static final int LOG2_LARGEST = 34;

  /** Words of a small page, and of a line. */
  private static final int PAGE = 512;

  private static final int LINE = 8;

  /** From this stride on, the largest memory has too few lines to stand for one without end. */
  private static final int SPARSE = 64;

  private final MetricParameters parameters;
  private final long smallest;
  private final long largest;
  private final ProbePoint nearest;
  private final List<ProbePattern> patterns;
  private final NavigableMap<Long, ProbePoint> sweeps;
  private final CumulativeShares rows;
  private final double[][] columns;
  private final NonNegativeLeastSquares ofNear;
  private final NonNegativeLeastSquares ofOthers;

  private Dictionary(
      PatternShares shares, ProbePoint nearest, long largest, List<ProbePattern> patterns) {
    this.parameters = shares.parameters();
    this.nearest = nearest;
    this.smallest = nearest.words();
    this.largest = largest;
    this.patterns = List.copyOf(patterns);
    this.sweeps = sweeps(patterns);
    this.rows = new CumulativeShares(parameters, largest);
    this.columns =
        patterns.parallelStream()
            .map(
                pattern ->
                    rows.of(
                        shares.of(pattern, Granularity.WORD), shares.of(pattern, Granularity.LINE)))
            .toArray(double[][]::new);
    this.ofNear = fit(true);
    this.ofOthers = fit(false);
  }

  private NonNegativeLeastSquares fit(boolean near) {
    return new NonNegativeLeastSquares(
        Arrays.stream(columns).map(column -> rows.weighted(column, near)).toArray(double[][]::new));
  }

  /**
   * The patterns whose cost is known. Takes some seconds, and less if other dictionaries have had
   * the same shares.
   *
   * @param cost a machine's cost
   * @param operation what the accesses do
   * @param dependence whether visits may overlap
   * @param shares of patterns, as the profiles to be placed have them
   * @throws OutsideSurfaceException if no memory of a power of two was measured with alpha 1
   */
  public static Dictionary of(
      AccessCost cost, Operation operation, Dependence dependence, PatternShares shares) {
    return of(
        point -> measured(cost, point, operation, dependence),
        "no %s %s".formatted(dependence, operation).toLowerCase(Locale.ROOT),
        shares);
  }

  /**
   * The patterns that fulfil a condition, as {@link #of(AccessCost, Operation, Dependence,
   * PatternShares)}.
   *
   * @throws OutsideSurfaceException if no memory of a power of two fulfils it with alpha 1
   */
  public static Dictionary of(Predicate<ProbePoint> measured, PatternShares shares) {
    return of(measured, "nothing", shares);
  }

  private static Dictionary of(
      Predicate<ProbePoint> measured, String missing, PatternShares shares) {
    long smallest = 0;
    long largest = 0;
    for (int m = 0; m <= LOG2_LARGEST; m++) {
      if (anyMeasured(measured, 1L << m)) {
        smallest = smallest == 0 ? 1L << m : smallest;
        largest = 1L << m;
      }
    }
    if (largest == 0) {
      throw new OutsideSurfaceException(
          ("expected a surface with alpha = 1 and a power of two as M, but %s was measured there;"
                  + " measure a whole surface: tslmap apex measure")
              .formatted(missing));
    }
    ProbePoint nearest = nearest(measured, smallest);
    return new Dictionary(shares, nearest, largest, patterns(measured, nearest, largest));
  }

  private static boolean anyMeasured(Predicate<ProbePoint> measured, long words) {
    return Arrays.stream(LENGTHS)
        .anyMatch(
            length -> fits(words, length) && measured.test(new ProbePoint(words, length, 1.0)));
  }

  private static boolean measured(
      AccessCost cost, ProbePoint point, Operation operation, Dependence dependence) {
    try {
      return cost.nanoseconds(point, operation, dependence) > 0;
    } catch (OutsideSurfaceException e) {
      return false;
    }
  }

  private static boolean fits(long words, long span) {
    return span <= words;
  }

  private static List<ProbePattern> patterns(
      Predicate<ProbePoint> measured, ProbePoint nearest, long largest) {
    List<ProbePattern> patterns = new ArrayList<>();
    for (ProbePoint point : points(largest)) {
      ProbePoint costPoint = costPoint(point, nearest.words(), measured);
      if (costPoint.words() < nearest.words()) {
        costPoint = nearest;
      }
      if (costPoint.equals(nearest) || measured.test(costPoint)) {
        patterns.add(new ProbePattern(Order.DRAWN, point, costPoint));
        if (point.alpha() == 1 && point.blocks() > 1) {
          patterns.add(new ProbePattern(Order.IN_TURN, point, costPoint));
        }
      }
      if (point.alpha() == 1 && point.words() == largest) {
        ProbePoint once = point.stride() < SPARSE ? costPoint : new ProbePoint(largest, 1, 1.0);
        if (measured.test(once)) {
          patterns.add(new ProbePattern(Order.ONCE, point, once));
        }
      }
    }
    return patterns;
  }

  /**
   * The point itself, if it was measured. With a stride beyond a page that was not, every access is
   * to another page and nothing is fetched ahead. Then it costs as a stride of one page (or just
   * more than one, where lines do not compete for few cache sets) for as many lines; and if that
   * was not measured either, as random accesses to as many lines.
   */
  private static ProbePoint costPoint(
      ProbePoint point, long smallest, Predicate<ProbePoint> measured) {
    if (point.stride() <= PAGE || point.words() < smallest || measured.test(point)) {
      return point;
    }
    long lines = point.words() / point.stride();
    int step = point.stride() % PAGE == 0 ? PAGE : PAGE + LINE;
    if (point.length() <= lines) {
      ProbePoint paged = new ProbePoint(lines * step, point.length(), step, point.alpha());
      if (step == PAGE || measured.test(paged)) {
        return paged;
      }
    }
    return new ProbePoint(lines * LINE, 1, point.alpha());
  }

  /** The longest dense visit to the smallest memory. */
  private static ProbePoint nearest(Predicate<ProbePoint> measured, long smallest) {
    return Arrays.stream(LENGTHS)
        .filter(length -> fits(smallest, length))
        .mapToObj(length -> new ProbePoint(smallest, length, 1.0))
        .filter(measured)
        .reduce((shorter, longer) -> longer)
        .orElseThrow();
  }

  private static List<ProbePoint> points(long largest) {
    List<ProbePoint> points = new ArrayList<>();
    for (long words = 1; words <= largest; words *= 2) {
      addPoints(words, 1, LENGTHS, 1.0, points);
      for (int stride = 2; stride <= LARGEST_STRIDE; stride *= 2) {
        addPoints(words, stride, STRIDED_LENGTHS, 1.0, points);
      }
      for (double alpha : words < UNEVEN_FROM ? new double[0] : UNEVEN) {
        addPoints(words, 1, UNEVEN_LENGTHS, alpha, points);
      }
    }
    for (int stride = PAGE; stride <= LARGEST_STRIDE; stride *= 2) {
      int odd = stride + stride / 64;
      for (long lines = 1; lines <= largest / LINE; lines *= 2) {
        addPoints(lines * odd, odd, STRIDED_LENGTHS, 1.0, points);
      }
    }
    return points;
  }

  private static void addPoints(
      long words, int stride, int[] lengths, double alpha, List<ProbePoint> points) {
    for (int length : lengths) {
      if (fits(words, (long) length * stride)) {
        points.add(new ProbePoint(words, length, stride, alpha));
      }
    }
  }

  /** What the patterns' shares were calculated with. */
  public MetricParameters parameters() {
    return parameters;
  }

  /** The smallest memory that was measured, in words. */
  public long smallest() {
    return smallest;
  }

  /** The largest memory that was measured, in words. */
  public long largest() {
    return largest;
  }

  /** A long dense visit to the smallest memory: an access to the first cache. */
  public ProbePoint nearest() {
    return nearest;
  }

  /** The longest dense visit of any place in so much memory, or less, whose cost is known. */
  public ProbePoint sweep(long words) {
    Map.Entry<Long, ProbePoint> sweep = sweeps.floorEntry(words);
    return sweep == null ? nearest : sweep.getValue();
  }

  private static NavigableMap<Long, ProbePoint> sweeps(List<ProbePattern> patterns) {
    NavigableMap<Long, ProbePoint> sweeps = new TreeMap<>();
    for (ProbePattern pattern : patterns) {
      ProbePoint point = pattern.costPoint();
      if (point.stride() == 1 && point.alpha() == 1) {
        sweeps.merge(point.words(), point, (a, b) -> a.length() >= b.length() ? a : b);
      }
    }
    return sweeps;
  }

  /** All patterns. */
  public List<ProbePattern> patterns() {
    return patterns;
  }

  CumulativeShares rows() {
    return rows;
  }

  double[][] columns() {
    return columns;
  }

  /** The weight of each pattern, of which the sum comes nearest to some rows. */
  double[] weights(double[] target, double tolerance) {
    boolean near = rows.isNear(target);
    return (near ? ofNear : ofOthers).solve(rows.weighted(target, near), tolerance);
  }
}
