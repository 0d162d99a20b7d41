package org.tslmap.apexmap.placement;

import java.util.Arrays;
import org.tslmap.locality.MetricParameters;

/**
 * What mixtures are fitted to: for words and for lines, the shares of accesses with a reuse
 * distance of less than each power of two, and with a stride of at most each power of two.
 *
 * <p>The first are the hit rates of caches of each size (Mattson, Gecsei, Slutz, Traiger,
 * "Evaluation techniques for storage hierarchies", 1970); their mean is TL. So all rows count alike
 * and yet an access is the dearer to misplace the farther it goes: it is then wrong in every row
 * that it crosses. Neighbouring bins, which differ by one row, are nearly as good as one another.
 *
 * <p>Caches keep lines, so the rows of lines decide; those of words weigh a fiftieth, enough to
 * choose among patterns that touch lines alike. (A walk down the columns of a matrix comes back to
 * a word after the whole matrix, but to a line after one column, and that is what it costs.)
 *
 * <p>Where hardly any accesses go farther than 1 MiB, the rows of lines from there on weigh four
 * times as much: to misplace a hundredth of them in memory costs more than all strides of the
 * others. Where many do, their strides decide what they cost, and all rows count alike.
 *
 * <p>Distances below 1 KiB have no rows: every first-level cache serves them alike. Otherwise
 * streams that take turns (the arrays of a vector sum), whose lines come back after one other line
 * or two, would be told apart from a stream alone, which they cost the same as.
 *
 * <p>Random accesses come near to one another by chance, the less often the more other accesses lie
 * between them. So strides of more than 8 count only where a single one has a fiftieth of all
 * accesses, as in a walk down a column; otherwise they are none.
 */
final class CumulativeShares {

  private static final double WORD_WEIGHT = 0.02;

  /** From 1 MiB on. */
  private static final int FAR_ROW = 10;

  private static final double FAR_WEIGHT = 4;
  private static final double NEARLY_ALL = 0.9;

  private static final int PAGE_BYTES = 4096;

  private static final int SHORT = 8;
  private static final double OFTEN = 0.02;

  /** So much that shares add up to 1 within a thousandth; what is left is divided out. */
  private static final double SUM_WEIGHT = 30;

  /** Bytes: reuse within so much is one and the same. */
  private static final int NEAR = 1024;

  private final int nearWords;
  private final int nearLines;
  private final int wordRows;
  private final int lineRows;
  private final int strideRows;
  private final int pageLines;

  /**
   * Rows for reuse up to some memory; beyond it there is no difference between far and never.
   *
   * @param words the largest memory that patterns have, in 8-byte words
   */
  CumulativeShares(MetricParameters parameters, long words) {
    long bytes = 8 * words;
    nearWords = log2(NEAR / parameters.word());
    nearLines = log2(NEAR / parameters.line());
    wordRows = Math.max(1, log2(bytes / parameters.word()) - nearWords);
    lineRows = Math.max(1, log2(bytes / parameters.line()) - nearLines);
    pageLines = Math.max(2, PAGE_BYTES / parameters.line());
    strideRows = 2 + log2(parameters.imax() - 1L);
  }

  int rows() {
    return wordRows + lineRows + 2 * strideRows + 1;
  }

  double[] of(LocalityShares word, LocalityShares line) {
    double[] rows = new double[rows()];
    int at = addReuse(word, nearWords, wordRows, rows, 0);
    at = addStrides(word, rows, at);
    at = addReuse(line, nearLines, lineRows, rows, at);
    at = addStrides(line, rows, at);
    rows[at] = ofPages(line);
    return rows;
  }

  /** Share of accesses whose stride is some whole pages: they compete for the same cache sets. */
  private double ofPages(LocalityShares line) {
    double sum = 0;
    for (int stride = pageLines; stride < line.imax(); stride += pageLines) {
      sum += regular(line, stride);
    }
    return sum;
  }

  /** Whether hardly any accesses go far. */
  boolean isNear(double[] rows) {
    return rows[wordRows + strideRows + Math.min(FAR_ROW, lineRows - 1)] >= NEARLY_ALL;
  }

  /**
   * The rows as they are fitted: weighted, and one more for the sum of all shares.
   *
   * @param near whether they are fitted to accesses of which hardly any go far
   */
  double[] weighted(double[] rows, boolean near) {
    double[] result = Arrays.copyOf(rows, rows.length + 1);
    for (int i = 0; i < wordRows + strideRows; i++) {
      result[i] *= WORD_WEIGHT;
    }
    for (int i = FAR_ROW; near && i < lineRows; i++) {
      result[wordRows + strideRows + i] *= FAR_WEIGHT;
    }
    result[rows.length] = SUM_WEIGHT;
    return result;
  }

  /** Mean sizes of what is left of the rows. */
  Mixture.Residual residual(double[] rest) {
    int lines = wordRows + strideRows;
    return new Mixture.Residual(
        mean(rest, 0, wordRows),
        mean(rest, lines, lines + lineRows),
        mean(rest, wordRows, lines),
        mean(rest, lines + lineRows, rest.length));
  }

  private static double mean(double[] rest, int from, int to) {
    return Arrays.stream(rest, from, to).map(Math::abs).average().orElse(0);
  }

  /** Share of accesses, not first touches, whose distance is beyond the last row of words. */
  double beyond(LocalityShares word) {
    double[] rows = new double[wordRows];
    addReuse(word, nearWords, wordRows, rows, 0);
    return Math.max(0, 1 - word.cold() - rows[wordRows - 1]);
  }

  private static int addReuse(LocalityShares shares, int first, int count, double[] rows, int at) {
    double sum = 0;
    for (int entry = 0; entry < first + count; entry++) {
      sum += shares.reuse(entry);
      if (entry >= first) {
        rows[at + entry - first] = sum;
      }
    }
    return at + count;
  }

  /** Stride 0, up to 1, up to 2, up to 4 and so on, below imax. */
  private int addStrides(LocalityShares shares, double[] rows, int at) {
    double sum = 0;
    int stride = 0;
    for (int row = 0; row < strideRows; row++) {
      int last = row == 0 ? 0 : Math.min(1 << (row - 1), shares.imax() - 1);
      for (; stride <= last; stride++) {
        sum += regular(shares, stride);
      }
      rows[at + row] = sum;
    }
    return at + strideRows;
  }

  /** The share of a stride, if it is short or occurs often enough not to be by chance. */
  private static double regular(LocalityShares shares, int stride) {
    double share = shares.stride(stride);
    return stride <= SHORT || share >= OFTEN ? share : 0;
  }

  private static int log2(long value) {
    return 63 - Long.numberOfLeadingZeros(Math.max(1, value));
  }
}
