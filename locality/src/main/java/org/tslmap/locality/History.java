package org.tslmap.locality;

/**
 * The stream that accesses are compared with: a thread's, or the process's. One shadow memory
 * serves both granularities; each has its own times and strides. Lines as large as words take the
 * words' results.
 */
final class History {

  /** Most accesses of a call of {@link #batch}: enough for vector loops to be worth their start. */
  static final int BATCH = 1024;

  private final MetricParameters parameters;
  private final int batch;
  private final ShadowPages pages;
  private final ReuseDistances wordTimes;
  private final ReuseDistances lineTimes;
  private final StrideWindow wordWindow;
  private final StrideWindow lineWindow;
  private final int[] lastWords = new int[ReuseDistances.BATCH];
  private final int[] lastLines = new int[ReuseDistances.BATCH];

  /** Accesses until the markers must be moved. */
  private int credit;

  final byte[] wordEntries = new byte[BATCH];
  final byte[] lineEntries;
  final int[] wordStrides = new int[BATCH];
  final int[] lineStrides;

  History(MetricParameters parameters, JavaEngine.Tuning tuning) {
    this.parameters = parameters;
    batch = tuning.batch();
    lineEntries = parameters.oneGranularity() ? wordEntries : new byte[BATCH];
    lineStrides = parameters.oneGranularity() ? wordStrides : new int[BATCH];
    pages = new ShadowPages(parameters);
    wordTimes = new ReuseDistances(tuning.axisMin(), tuning.axisRoom(), batch);
    lineTimes = new ReuseDistances(tuning.axisMin(), tuning.axisRoom(), batch);
    wordWindow = new StrideWindow(parameters.window(), parameters.imax(), BATCH);
    lineWindow = new StrideWindow(parameters.window(), parameters.imax(), BATCH);
  }

  /** Finds the reuse entries and strides of the next accesses, at most {@link #BATCH}. */
  void batch(long[] addresses, int from, int count) {
    for (int done = 0; done < count; ) {
      int part = Math.min(room(), count - done);
      credit -= part;
      updateLastTimes(addresses, from + done, part);
      wordTimes.decide(lastWords, part, wordEntries, done);
      if (!parameters.oneGranularity()) {
        lineTimes.decide(lastLines, part, lineEntries, done);
      }
      done += part;
    }
    wordWindow.strides(addresses, from, count, parameters.shift(Granularity.WORD), wordStrides);
    if (!parameters.oneGranularity()) {
      lineWindow.strides(addresses, from, count, parameters.shift(Granularity.LINE), lineStrides);
    }
  }

  /** Distinct words or lines. */
  long footprint(Granularity granularity) {
    return (counted(granularity) == Granularity.WORD ? wordTimes : lineTimes).live();
  }

  /** Where a granularity is counted. */
  Granularity counted(Granularity granularity) {
    return parameters.oneGranularity() ? Granularity.WORD : granularity;
  }

  ShadowPages pages() {
    return pages;
  }

  private int room() {
    if (credit == 0) {
      wordTimes.settle(pages, Granularity.WORD);
      lineTimes.settle(pages, Granularity.LINE);
      credit = batch;
    }
    return credit;
  }

  /** In short loops, so that the processor has many cache misses under way at once. */
  private void updateLastTimes(long[] addresses, int from, int count) {
    pages.slots(addresses, from, count, lastWords, lastLines);
    pages.replace(lastWords, lastLines, count, wordTimes.now(), lineTimes.now());
  }
}
