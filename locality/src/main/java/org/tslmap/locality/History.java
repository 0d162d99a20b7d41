package org.tslmap.locality;

/**
 * The stream that accesses are compared with: a thread's, or the process's. One shadow memory
 * serves both granularities; each has its own times and strides.
 */
final class History {

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

  final byte[] wordEntries = new byte[ReuseDistances.BATCH];
  final byte[] lineEntries = new byte[ReuseDistances.BATCH];
  final int[] wordStrides = new int[ReuseDistances.BATCH];
  final int[] lineStrides = new int[ReuseDistances.BATCH];

  History(MetricParameters parameters, JavaEngine.Tuning tuning) {
    this.parameters = parameters;
    batch = tuning.batch();
    pages = new ShadowPages(parameters);
    wordTimes = new ReuseDistances(tuning.axisMin(), tuning.axisRoom(), batch);
    lineTimes = new ReuseDistances(tuning.axisMin(), tuning.axisRoom(), batch);
    wordWindow = new StrideWindow(parameters.window(), parameters.imax(), ReuseDistances.BATCH);
    lineWindow = new StrideWindow(parameters.window(), parameters.imax(), ReuseDistances.BATCH);
  }

  /** How many accesses the next call of {@link #batch} may have. */
  int room() {
    if (credit == 0) {
      wordTimes.settle(pages, Granularity.WORD);
      lineTimes.settle(pages, Granularity.LINE);
      credit = batch;
    }
    return credit;
  }

  /** Finds the reuse entries and strides of the next accesses. */
  void batch(long[] addresses, int from, int count) {
    credit -= count;
    updateLastTimes(addresses, from, count);
    wordTimes.decide(lastWords, count, wordEntries);
    lineTimes.decide(lastLines, count, lineEntries);
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

  private void updateLastTimes(long[] addresses, int from, int count) {
    ShadowPages pages = this.pages;
    int[] lastWords = this.lastWords;
    int[] lastLines = this.lastLines;
    int wordNow = wordTimes.now();
    int lineNow = lineTimes.now();
    for (int i = 0; i < count; i++) {
      long address = addresses[from + i];
      int[] page = pages.page(address);
      int word = pages.wordSlot(address);
      int line = pages.lineSlot(address);
      lastWords[i] = page[word];
      page[word] = wordNow + i;
      lastLines[i] = page[line];
      page[line] = lineNow + i;
    }
  }
}
