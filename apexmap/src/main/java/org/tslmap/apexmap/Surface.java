package org.tslmap.apexmap;

import java.util.List;
import java.util.Objects;

/**
 * Cost over temporal and spatial locality: one memory size, stride and setting, every alpha with
 * every length.
 *
 * <p>Between its points the logarithm of the cost is interpolated bilinearly over the logarithms of
 * alpha and length. Cost has steps where a cache ends; a cubic through such points swings past them
 * and can fall below any cost that was measured, while a bilinear value always lies between its
 * four neighbours.
 *
 * @param setting how the probe ran
 * @param words M, words of memory
 * @param stride words from one access of a visit to the next
 * @param alphas rising
 * @param lengths rising
 * @param costs all lengths of the first alpha, then those of the second, and so on
 */
public record Surface(
    ProbeSetting setting,
    long words,
    int stride,
    List<Double> alphas,
    List<Integer> lengths,
    List<MeasuredCost> costs) {

  /**
   * Checks that the costs are those of the axes.
   *
   * @throws IllegalArgumentException if an axis is empty or does not rise, or a cost is missing or
   *     belongs elsewhere
   */
  public Surface {
    Objects.requireNonNull(setting, "setting");
    alphas = List.copyOf(alphas);
    lengths = List.copyOf(lengths);
    costs = List.copyOf(costs);
    checkRises("alphas", alphas);
    checkRises("lengths", lengths);
    if (costs.size() != alphas.size() * lengths.size()) {
      throw new IllegalArgumentException(
          "%d alphas and %d lengths need %d costs, but there are %d"
              .formatted(
                  alphas.size(), lengths.size(), alphas.size() * lengths.size(), costs.size()));
    }
    for (int i = 0; i < costs.size(); i++) {
      ProbePoint expected =
          new ProbePoint(
              words, lengths.get(i % lengths.size()), stride, alphas.get(i / lengths.size()));
      if (!costs.get(i).point().equals(expected)) {
        throw new IllegalArgumentException(
            "cost %d should be that of %s, but is that of %s"
                .formatted(i, expected, costs.get(i).point()));
      }
    }
  }

  private static <T extends Comparable<T>> void checkRises(String name, List<T> axis) {
    for (int i = 0; i < axis.size(); i++) {
      if (i > 0 && axis.get(i - 1).compareTo(axis.get(i)) >= 0) {
        throw new IllegalArgumentException(name + " should rise, but are " + axis);
      }
    }
    if (axis.isEmpty()) {
      throw new IllegalArgumentException(name + " should not be empty");
    }
  }

  /** The cost of one of the alphas with one of the lengths, by their places in the lists. */
  public MeasuredCost at(int alpha, int length) {
    return costs.get(Objects.checkIndex(alpha, alphas.size()) * lengths.size() + length);
  }

  /** What the ends of the axes cost, such as how much dearer the worst is than the best. */
  public Corners corners() {
    int alpha = alphas.size() - 1;
    int length = lengths.size() - 1;
    return new Corners(
        at(0, 0).nanoseconds(),
        at(0, length).nanoseconds(),
        at(alpha, 0).nanoseconds(),
        at(alpha, length).nanoseconds());
  }

  /**
   * Costs in nanoseconds of an access.
   *
   * @param hotShort least alpha, shortest visits: temporal locality only
   * @param hotLong least alpha, longest visits: both localities
   * @param coldShort greatest alpha, shortest visits: no locality
   * @param coldLong greatest alpha, longest visits: spatial locality only
   */
  public record Corners(double hotShort, double hotLong, double coldShort, double coldLong) {

    /** How many times dearer an access without any locality is than one with both. */
    public double ratio() {
      return coldShort / hotLong;
    }
  }

  /** Whether {@link #cost} gives a value there. */
  public boolean covers(double alpha, double length) {
    return inside(alphas, alpha) && inside(lengths, length);
  }

  /**
   * The cost of one access, in nanoseconds of one thread.
   *
   * @param alpha from the first to the last of the alphas
   * @param length from the first to the last of the lengths; need not be a whole number
   * @throws OutsideSurfaceException if they are outside
   */
  public double cost(double alpha, double length) {
    if (!covers(alpha, length)) {
      throw new OutsideSurfaceException(
          ("the surface of M = %d words and stride %d was measured for alpha %s to %s and L %d to"
                  + " %d, but asked for alpha %s, L %s; measure a wider grid")
              .formatted(
                  words,
                  stride,
                  alphas.get(0),
                  alphas.get(alphas.size() - 1),
                  lengths.get(0),
                  lengths.get(lengths.size() - 1),
                  alpha,
                  length));
    }
    int row = before(alphas, alpha);
    int column = before(lengths, length);
    double up = share(alphas, row, alpha);
    double right = share(lengths, column, length);
    return between(
        between(costAt(row, column), costAt(row, column + 1), right),
        between(costAt(row + 1, column), costAt(row + 1, column + 1), right),
        up);
  }

  /** The logarithmic mean of two costs; the share is that of the second. */
  static double between(double first, double second, double share) {
    if (share == 0 || first == second) {
      return first;
    }
    return share == 1 ? second : first * Math.pow(second / first, share);
  }

  /** How far a value is from one number to the next on a logarithmic scale, 0 to 1. */
  static double share(double first, double second, double value) {
    return first == second ? 0 : Math.log(value / first) / Math.log(second / first);
  }

  private static <T extends Number> boolean inside(List<T> axis, double value) {
    return value >= axis.get(0).doubleValue() && value <= axis.get(axis.size() - 1).doubleValue();
  }

  /** The last place whose value is not above the given one, which is not below the first. */
  private static <T extends Number> int before(List<T> axis, double value) {
    int place = axis.size() - 1;
    while (axis.get(place).doubleValue() > value) {
      place--;
    }
    return place;
  }

  private static <T extends Number> double share(List<T> axis, int place, double value) {
    int next = Math.min(place + 1, axis.size() - 1);
    return share(axis.get(place).doubleValue(), axis.get(next).doubleValue(), value);
  }

  private double costAt(int row, int column) {
    return at(Math.min(row, alphas.size() - 1), Math.min(column, lengths.size() - 1)).nanoseconds();
  }
}
