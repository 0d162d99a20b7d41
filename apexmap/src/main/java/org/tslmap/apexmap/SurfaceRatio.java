package org.tslmap.apexmap;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.commons.math3.stat.descriptive.rank.Max;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * Two surfaces compared, such as those of two machines, numbers of threads, or memory sizes: what
 * an access costs on the second one, over what it costs on the first. It has the points that either
 * of them was measured at and both cover.
 *
 * @param first compared with
 * @param second compared
 * @param alphas rising
 * @param lengths rising
 * @param ratios a row for each alpha, a column for each length
 */
public record SurfaceRatio(
    Surface first,
    Surface second,
    List<Double> alphas,
    List<Integer> lengths,
    List<List<Double>> ratios) {

  /** The lists cannot be changed. */
  public SurfaceRatio {
    alphas = List.copyOf(alphas);
    lengths = List.copyOf(lengths);
    ratios = ratios.stream().map(List::copyOf).toList();
  }

  /**
   * Compares two surfaces.
   *
   * @throws OutsideSurfaceException if they have no alpha or no length in common
   */
  public static SurfaceRatio of(Surface first, Surface second) {
    List<Double> alphas = common("alpha", first.alphas(), second.alphas());
    List<Integer> lengths = common("L", first.lengths(), second.lengths());
    List<List<Double>> ratios = new ArrayList<>();
    for (double alpha : alphas) {
      ratios.add(
          lengths.stream()
              .map(length -> second.cost(alpha, length) / first.cost(alpha, length))
              .toList());
    }
    return new SurfaceRatio(first, second, alphas, lengths, ratios);
  }

  /**
   * Compares the surfaces that two files have of the same setting, memory size and stride.
   *
   * @throws OutsideSurfaceException if they have none
   */
  public static List<SurfaceRatio> of(SurfaceFile first, SurfaceFile second) {
    List<SurfaceRatio> found = new ArrayList<>();
    for (Surface own : first.surfaces()) {
      for (Surface other : second.surfaces()) {
        if (own.setting().equals(other.setting())
            && own.words() == other.words()
            && own.stride() == other.stride()) {
          found.add(of(own, other));
        }
      }
    }
    if (found.isEmpty()) {
      throw new OutsideSurfaceException(
          "no surface of the one has the setting, memory size and stride of one of the other;"
              + " measure both with the same options");
    }
    return found;
  }

  /** The values of both axes that lie inside both. */
  private static <T extends Comparable<T>> List<T> common(
      String name, List<T> first, List<T> second) {
    SortedSet<T> all = new TreeSet<>(first);
    all.addAll(second);
    all.removeIf(value -> !within(first, value) || !within(second, value));
    if (all.isEmpty()) {
      throw new OutsideSurfaceException(
          ("the surfaces have no %s in common: the first has %s to %s, the second %s to "
                  + "%s; measure both with the same grid")
              .formatted(
                  name,
                  first.get(0),
                  first.get(first.size() - 1),
                  second.get(0),
                  second.get(second.size() - 1)));
    }
    return List.copyOf(all);
  }

  private static <T extends Comparable<T>> boolean within(List<T> axis, T value) {
    return axis.get(0).compareTo(value) <= 0 && axis.get(axis.size() - 1).compareTo(value) >= 0;
  }

  private double[] values() {
    return ratios.stream().flatMap(List::stream).mapToDouble(Double::doubleValue).toArray();
  }

  private double[] differences() {
    return ratios.stream().flatMap(List::stream).mapToDouble(r -> Math.abs(r - 1)).toArray();
  }

  /** The median of the ratios. */
  public double medianRatio() {
    return new Median().evaluate(values());
  }

  /** How far the ratio of the median point is from 1. */
  public double medianDifference() {
    return new Median().evaluate(differences());
  }

  /** How far the ratio of the worst point is from 1. */
  public double worstDifference() {
    return new Max().evaluate(differences());
  }

  /** Half of the interquartile range of the ratios over their median. */
  public double spread() {
    return Samples.spread(values());
  }
}
