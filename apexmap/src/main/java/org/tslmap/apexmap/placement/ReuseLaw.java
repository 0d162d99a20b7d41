package org.tslmap.apexmap.placement;

import java.util.Arrays;
import org.apache.commons.math3.special.Erf;
import org.tslmap.locality.LocalityHistogram;

/**
 * Reuse distances of independent visits.
 *
 * <p>A unit is used again at the next visit to its block, g visits later with probability p (1 -
 * p)^(g - 1) (among n visits, at (n - g) / n of them). In between lie the other u - 1 units of the
 * block and u units of each of D other blocks: its distance is u - 1 + u D. Of the g - 1 visits in
 * between, none to the block itself, D are to distinct blocks: on average the sum over the others
 * of 1 - (1 - q)^(g - 1), q = p / (1 - p of the block). This is the calculation behind Che, Tung,
 * Wang, "Hierarchical Web Caching Systems", IEEE JSAC 20 (2002), and Fagin, "Asymptotic miss ratios
 * over independent references", 1977, applied to distances.
 *
 * <p>D is taken as normally distributed (as one of the two integers beside its mean where it hardly
 * varies), with the variance of occupied cells: sum e (1 - e) - (g - 1) (sum q (1 - q)^(g - 2))^2,
 * e being the terms of the mean. Gaps come in classes that grow by an eighth; the growth of D
 * within a class adds to the variance.
 */
final class ReuseLaw {

  /** Blocks visited more often than this have their own distribution of D. */
  private static final double OFTEN = 0.01;

  private static final double ALIKE = 1e-9;

  private static final int GAPS_ALONE = 33;
  private static final double NEGLIGIBLE = 1e-10;
  private static final int NOBODY = -1;

  /** From here on the complementary error function is less than 1e-12 from 0 or 2. */
  private static final double FAR = 5;

  private final Visits visits;
  private final BlockClasses classes;
  private final long starts;
  private final double[] gaps;
  private final double[] shares = new double[LocalityHistogram.REUSE_BINS];

  ReuseLaw(Visits visits, BlockClasses classes, long starts) {
    this.visits = visits;
    this.classes = classes;
    this.starts = starts;
    this.gaps = gaps();
    compute();
  }

  /** Share of visits to blocks that were not visited before. */
  double cold() {
    double sum = 0;
    for (int i = 0; i < classes.size(); i++) {
      sum += classes.blocks(i) * visited(Math.log1p(-classes.probability(i)), starts);
    }
    return Math.min(1, sum / starts);
  }

  /** By entry of the reuse histogram, of all accesses that are not the first of their block. */
  double[] shares() {
    return shares.clone();
  }

  /** First gaps of the classes, up to one that hardly any visit reaches. */
  private double[] gaps() {
    double least = classes.probability(classes.size() - 1);
    double end = Math.min(starts, 2 + -Math.log(NEGLIGIBLE) / least);
    double[] result = new double[512];
    int count = 0;
    double gap = 1;
    while (gap < end || count < 2) {
      result[count++] = gap;
      gap += gap < GAPS_ALONE ? 1 : Math.floor(gap / 8);
    }
    result[count++] = gap;
    return Arrays.copyOf(result, count);
  }

  private void compute() {
    double[] rarely = new double[gaps.length];
    double[] weights = new double[gaps.length];
    for (int i = 0; i < classes.size(); i++) {
      boolean often = classes.probability(i) > OFTEN;
      addWeights(i, often ? weights : rarely);
      if (often && !alike(i, i + 1)) {
        spread(weights, i);
        Arrays.fill(weights, 0);
      }
    }
    spread(rarely, NOBODY);
    double sum = Arrays.stream(shares).sum();
    for (int i = 0; i < shares.length && sum > 0; i++) {
      shares[i] /= sum;
    }
  }

  private boolean alike(int i, int j) {
    double p = classes.probability(i);
    return j < classes.size() && Math.abs(classes.probability(j) - p) < ALIKE * p;
  }

  /** Shares of visits that go to a class and come after a gap of each class of gaps. */
  private void addWeights(int blockClass, double[] weights) {
    double logMiss = Math.log1p(-classes.probability(blockClass));
    for (int j = 0; j + 1 < gaps.length; j++) {
      double inside = (gaps[j] + gaps[j + 1] - 1) / 2;
      double first = 1 - visited(logMiss, gaps[j] - 1);
      weights[j] +=
          classes.share(blockClass)
              * first
              * visited(logMiss, gaps[j + 1] - gaps[j])
              * Math.max(0, 1 - inside / starts);
    }
  }

  private void spread(double[] weights, int owner) {
    double total = Arrays.stream(weights).sum();
    if (total == 0) {
      return;
    }
    Cells others = new Cells(classes, owner);
    Distinct next = others.distinct(gaps[0] - 1);
    for (int j = 0; j + 1 < gaps.length; j++) {
      Distinct here = next;
      next = others.distinct(gaps[j + 1] - 1);
      if (weights[j] > NEGLIGIBLE * total) {
        boolean alone = gaps[j + 1] - gaps[j] == 1;
        addToBins(weights[j], alone ? here : here.upTo(next));
      }
    }
  }

  /** How many distinct blocks are visited: mean and variance. */
  private record Distinct(double mean, double variance) {

    Distinct upTo(Distinct end) {
      double growth = end.mean - mean;
      return new Distinct(
          (mean + end.mean) / 2, (variance + end.variance) / 2 + growth * growth / 12);
    }

    /** Probability of at least {@code count}. */
    double atLeast(double count) {
      double whole = Math.floor(mean);
      double rest = mean - whole;
      if (variance <= 0.25) {
        return count <= whole ? 1 : count == whole + 1 ? rest : 0;
      }
      double x = (count - 0.5 - mean) / Math.sqrt(2 * variance);
      return x > FAR ? 0 : x < -FAR ? 1 : Erf.erfc(x) / 2;
    }
  }

  /** The blocks that visits between two to the owner may go to; all, if it is nobody. */
  private static final class Cells {
    private final double[] blocks;
    private final double[] probability;
    private final double[] logMiss;

    Cells(BlockClasses classes, int owner) {
      double rest = owner == NOBODY ? 1 : 1 - classes.probability(owner);
      blocks = new double[classes.size()];
      probability = new double[classes.size()];
      logMiss = new double[classes.size()];
      for (int i = 0; i < blocks.length; i++) {
        blocks[i] = classes.blocks(i) - (i == owner ? 1 : 0);
        probability[i] = blocks[i] == 0 ? 0 : Math.min(1, classes.probability(i) / rest);
        logMiss[i] = Math.log1p(-probability[i]);
      }
    }

    Distinct distinct(double visitCount) {
      if (visitCount == 0) {
        return new Distinct(0, 0);
      }
      double mean = 0;
      double variance = 0;
      double once = 0;
      for (int i = 0; i < blocks.length; i++) {
        double hit = visited(logMiss[i], visitCount);
        mean += blocks[i] * hit;
        variance += blocks[i] * hit * (1 - hit);
        if (hit < 1) {
          once += blocks[i] * probability[i] * (1 - hit) / (1 - probability[i]);
        }
      }
      return new Distinct(mean, Math.max(0, variance - visitCount * once * once));
    }
  }

  private void addToBins(double weight, Distinct others) {
    double units = visits.units();
    double above = others.atLeast(Math.ceil((2 - units) / units));
    shares[0] += weight * (1 - above);
    for (int k = 0; k + 1 < shares.length; k++) {
      double more = others.atLeast(Math.ceil(((double) (1L << (k + 1)) - units + 1) / units));
      shares[k + 1] += weight * Math.max(0, above - more);
      above = more;
      if (above == 0) {
        return;
      }
    }
  }

  /**
   * Probability that at least one of some visits is to a block, given the logarithm of that of a
   * visit to another one; several times as fast as expm1.
   */
  private static double visited(double logMiss, double visitCount) {
    double x = visitCount == 0 ? 0 : visitCount * logMiss;
    return x > -1e-4 ? -x * (1 + x / 2) : 1 - Math.exp(x);
  }
}
