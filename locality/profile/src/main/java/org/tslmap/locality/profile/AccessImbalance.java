package org.tslmap.locality.profile;

/**
 * How unevenly accesses are spread over MPI ranks. A rank that made none counts as 0.
 *
 * @param ranks how many ranks are compared, at least 2
 * @param imbalance 0 when all made as many, 1 when one rank made all of them
 * @param mean accesses of a rank on average
 * @param max accesses of the rank with most
 * @param maxRank that rank, the lowest of several
 * @param min accesses of the rank with fewest
 * @param minRank that rank, the lowest of several
 */
public record AccessImbalance(
    int ranks, double imbalance, double mean, long max, int maxRank, long min, int minRank) {

  /**
   * Compares ranks. The imbalance is CrayPat's percentage, as a share of 1: (max - mean) / max * n
   * / (n - 1), which is 1 for any n when one of n ranks does everything, and 0 without any access.
   *
   * @param ranks the ranks' numbers, at least two
   * @param accesses accesses of each, in the same order
   * @throws IllegalArgumentException if there are fewer than two ranks
   */
  public static AccessImbalance of(int[] ranks, long[] accesses) {
    int n = ranks.length;
    if (n < 2 || accesses.length != n) {
      throw new IllegalArgumentException(
          "expected at least two ranks and a count for each, but found %d and %d"
              .formatted(n, accesses.length));
    }
    int most = 0;
    int fewest = 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += accesses[i];
      most = accesses[i] > accesses[most] ? i : most;
      fewest = accesses[i] < accesses[fewest] ? i : fewest;
    }
    double mean = sum / n;
    long max = accesses[most];
    double imbalance = max == 0 ? 0 : (max - mean) / max * n / (n - 1);
    return new AccessImbalance(
        n, imbalance, mean, max, ranks[most], accesses[fewest], ranks[fewest]);
  }
}
