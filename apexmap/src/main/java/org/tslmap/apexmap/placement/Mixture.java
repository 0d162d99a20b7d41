package org.tslmap.apexmap.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.tslmap.apexmap.AccessCost;
import org.tslmap.apexmap.Dependence;
import org.tslmap.apexmap.Operation;
import org.tslmap.locality.Histograms;

/**
 * The patterns that together have the reuse distances and strides of some accesses.
 *
 * @param parts patterns and the share of accesses that each explains, largest share first; shares
 *     are positive and add up to 1
 * @param residual what the mixture does not explain
 * @param beyond share of accesses that are reused, but farther than the largest memory that was
 *     measured; they are costed as that memory
 */
public record Mixture(List<Part> parts, Residual residual, double beyond) {

  private static final double TOLERANCE = 1e-7;
  private static final double COARSEST = 1e-3;

  /** Accesses that are a smaller share of all are not told as finely. */
  private static final double FINE_SHARE = 1e-3;

  private static final double LEAST_SHARE = 1e-6;

  /**
   * A pattern's part.
   *
   * @param pattern the pattern
   * @param share share of accesses, 0..1
   */
  public record Part(ProbePattern pattern, double share) {}

  /**
   * Mean differences between the accesses' and the mixture's shares of distances (strides) below
   * each power of two, 0..1; that of reuse is about the difference in TL.
   *
   * @param wordReuse of distances in words
   * @param lineReuse of distances in lines
   * @param wordStride of strides in words
   * @param lineStride of strides in lines
   */
  public record Residual(
      double wordReuse, double lineReuse, double wordStride, double lineStride) {}

  /** Keeps the list unmodifiable. */
  public Mixture {
    parts = List.copyOf(parts);
  }

  /**
   * The mixture that comes nearest to some accesses.
   *
   * @throws IllegalArgumentException if there are no accesses
   */
  public static Mixture of(Histograms histograms, Dictionary dictionary) {
    return of(
        LocalityShares.of(histograms.word()), LocalityShares.of(histograms.line()), dictionary, 1);
  }

  /**
   * The mixture that comes nearest to some shares, of the same accesses at words and lines.
   *
   * @param ofAll share of these accesses among all for which mixtures are looked for, 0..1: few
   *     patterns do for a small one
   */
  public static Mixture of(
      LocalityShares word, LocalityShares line, Dictionary dictionary, double ofAll) {
    CumulativeShares rows = dictionary.rows();
    double[] target = rows.of(word, line);
    double tolerance = Math.min(COARSEST, TOLERANCE * Math.max(1, FINE_SHARE / ofAll));
    double[] weights = dictionary.weights(target, tolerance);
    double sum = Arrays.stream(weights).filter(weight -> weight >= LEAST_SHARE).sum();
    List<Part> parts = new ArrayList<>();
    double[] rest = target.clone();
    for (int j = 0; j < weights.length; j++) {
      if (weights[j] >= LEAST_SHARE) {
        double share = weights[j] / sum;
        parts.add(new Part(dictionary.patterns().get(j), share));
        subtract(rest, share, dictionary.columns()[j]);
      }
    }
    parts.sort(Comparator.comparingDouble(Part::share).reversed());
    return new Mixture(parts, rows.residual(rest), rows.beyond(word));
  }

  /**
   * The cost of one access, in nanoseconds of one thread: the patterns' costs by their shares.
   *
   * @throws org.tslmap.apexmap.OutsideSurfaceException if a pattern was not measured with this
   *     operation and dependence
   */
  public double nanoseconds(AccessCost cost, Operation operation, Dependence dependence) {
    double sum = 0;
    for (Part part : parts) {
      sum += part.share * cost.nanoseconds(part.pattern.costPoint(), operation, dependence);
    }
    return sum;
  }

  private static void subtract(double[] rest, double share, double[] column) {
    for (int i = 0; i < rest.length; i++) {
      rest[i] -= share * column[i];
    }
  }
}
