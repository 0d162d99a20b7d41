package org.tslmap.locality;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Estimates histograms from bursts of consecutive accesses and from lines that are followed all the
 * time, as {@code tsl_sample.h} says. Labels are numbered from 0 and stay below 2^24.
 *
 * <p>Used by one thread at a time.
 */
public final class SampleEstimator implements AutoCloseable {
  /** Accesses of a burst, as {@code TSL_SAMPLE_BURST}. */
  public static final int BURST = 10_240;

  /** One of so many neighbouring lines is followed; TSL_SAMPLE_RATE_LOG2 of tsl_sample.h. */
  public static final int LINES = 64;

  /** A part of labels that belongs to none. */
  public static final int NO_PART = -1;

  private static final int ERRORS = 7;
  private static final String NO_MEMORY = "no memory for estimates";

  private final MetricParameters parameters;
  private final long[] pairs;
  private long sample;

  /**
   * What labels belong to.
   *
   * @param of by label
   * @param count its numbers are below
   */
  public record Level(List<Integer> of, int count) {
    private int[] numbers() {
      return of.stream().mapToInt(Integer::intValue).toArray();
    }
  }

  /**
   * An estimator that has seen nothing.
   *
   * @throws IllegalStateException if there is no native library, or no memory
   */
  public SampleEstimator(MetricParameters parameters) {
    LocalityEngine.nativeProblem()
        .ifPresent(
            problem -> {
              throw new IllegalStateException("accesses cannot be sampled: " + problem);
            });
    this.parameters = parameters;
    pairs = new long[2 * LocalityHistogram.countsLength(parameters.imax())];
    sample =
        SampleBridge.open(
            parameters.shifts(),
            parameters.window(),
            parameters.imax(),
            parameters.history() == HistoryMode.PROCESS,
            Long.numberOfTrailingZeros(parameters.n()));
    if (sample == 0) {
      throw new IllegalStateException(NO_MEMORY);
    }
  }

  /**
   * A burst begins.
   *
   * @param weight what its accesses stand for; 0: they lie outside of what is estimated
   */
  public void burst(long weight) {
    SampleBridge.burst(sample, weight);
  }

  /** The stream pauses: bursts until the next pause are one draw. */
  public void paused() {
    SampleBridge.paused(sample);
  }

  /**
   * The next accesses of the burst, with their labels.
   *
   * @param tells whether the batch is to be told which of them missed
   */
  public void scored(LabelledBatch batch, int from, int[] labels, int count, boolean tells) {
    SampleBridge.scored(
        sample,
        batch.thread(),
        batch.addressAt(from),
        labels,
        count,
        tells ? batch.missAt(from) : 0);
  }

  /**
   * An access to a followed line.
   *
   * @param words followed words touched since the last access to its word, -1 for the first
   * @param lines the same of lines
   * @param isLong bit 0: the word's last access is long ago; bit 1: the line's
   * @param standsFor how many such accesses of its site it stands for, at least 1
   * @param runs runs of neighbouring followed lines, divided by their number
   */
  public void picked(
      int label, long address, int words, int lines, int isLong, int standsFor, float runs) {
    SampleBridge.picked(sample, label, address, words, lines, isLong, standsFor, runs);
  }

  /**
   * What bursts have seen of a label, by what its accesses stand for.
   *
   * @param scored accesses
   * @param warm those whose reuse is known
   * @param longs those of them whose line was last accessed long ago
   */
  public record Sums(double scored, double warm, double longs) {
    /** Of nothing. */
    public static final Sums NONE = new Sums(0, 0, 0);

    /** Of both. */
    public Sums plus(Sums other) {
      return new Sums(scored + other.scored, warm + other.warm, longs + other.longs);
    }
  }

  /** What bursts have seen of each label. */
  public List<Sums> seen(int labels) {
    double[] sums = new double[3 * labels];
    SampleBridge.seen(sample, sums);
    return IntStream.range(0, labels)
        .mapToObj(label -> new Sums(sums[3 * label], sums[3 * label + 1], sums[3 * label + 2]))
        .toList();
  }

  /** In how many draws (bursts, or those between two pauses) each part of the labels was met. */
  public int[] draws(Level level) {
    int[] draws = new int[level.count()];
    if (!SampleBridge.draws(sample, level.numbers(), draws)) {
      throw new IllegalStateException(NO_MEMORY);
    }
    return draws;
  }

  /**
   * Estimates, once, after the last access.
   *
   * @param accesses of each label
   * @param levels what labels belong to, four at most; the first one with enough samples counts
   * @param exact index of the level from which on numbers of accesses are exact
   * @param byBursts of each thing at that level, how much of its shares among parts is known by
   *     bursts alone, 0..1
   * @param first words and lines that these accesses touch for the first time, at most
   */
  public void estimate(
      long[] accesses, List<Level> levels, int exact, double[] byBursts, Footprint first) {
    int[][] of = levels.stream().map(Level::numbers).toArray(int[][]::new);
    int[] sizes = levels.stream().mapToInt(Level::count).toArray();
    if (!SampleBridge.estimate(
        sample, accesses, of, sizes, exact, byBursts, first.word(), first.line())) {
      throw new IllegalStateException(NO_MEMORY);
    }
  }

  /** A label's estimated counts; they sum up to its accesses. */
  public Histograms label(int label) {
    return new Histograms(
        parameters.granularities().stream().map(g -> histogram(label, g)).toList());
  }

  private LocalityHistogram histogram(int label, Granularity granularity) {
    int used = SampleBridge.label(sample, label, granularity.ordinal(), pairs);
    return LocalityHistogram.ofPairs(parameters.imax(), pairs, 0, used);
  }

  /**
   * How far off the scores of parts of the labels may be, as sums over all accesses.
   *
   * @param part of each label, {@link #NO_PART} for none
   * @param parts numbers of parts are below
   * @return seven numbers for each part: draws (bursts, or those between two pauses) and accesses
   *     that have met it, the errors of TL and SL at words and of TL and SL at lines, and that of
   *     its number of accesses
   */
  public double[] errors(int[] part, int parts) {
    double[] rows = new double[ERRORS * parts];
    SampleBridge.errors(sample, part, rows);
    return rows;
  }

  @Override
  public void close() {
    if (sample != 0) {
      SampleBridge.close(sample);
      sample = 0;
    }
  }
}
