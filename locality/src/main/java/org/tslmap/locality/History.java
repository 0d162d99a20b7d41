package org.tslmap.locality;

/**
 * The stream that accesses are compared with: a thread's, or the process's. One shadow memory
 * serves both granularities; each has its own times and strides.
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
  final byte[] lineEntries = new byte[BATCH];
  final int[] wordStrides = new int[BATCH];
  final int[] lineStrides = new int[BATCH];

  History(MetricParameters parameters, JavaEngine.Tuning tuning) {
    this.parameters = parameters;
    batch = tuning.batch();
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
      lineTimes.decide(lastLines, part, lineEntries, done);
      done += part;
    }
    wordWindow.strides(addresses, from, count, parameters.shift(Granularity.WORD), wordStrides);
    lineWindow.strides(addresses, from, count, parameters.shift(Granularity.LINE), lineStrides);
  }

  /** Distinct words or lines. */
  long footprint(Granularity granularity) {
    return (granularity == Granularity.WORD ? wordTimes : lineTimes).live();
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
    ShadowPages pages = this.pages;
    for (int i = 0; i < count; i++) {
      long address = addresses[from + i];
      int page = pages.page(address);
      lastWords[i] = page + pages.wordSlot(address);
      lastLines[i] = page + pages.lineSlot(address);
    }
    pages.replace(lastWords, count, wordTimes.now());
    pages.replace(lastLines, count, lineTimes.now());
  }
}
