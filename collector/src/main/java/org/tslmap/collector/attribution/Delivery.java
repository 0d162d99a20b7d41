package org.tslmap.collector.attribution;

import java.util.Arrays;
import org.tslmap.collector.attribution.sharing.AccessLabels;
import org.tslmap.collector.attribution.sharing.SharingAnalysis;
import org.tslmap.collector.attribution.sharing.SharingResult;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.TimeLine;

/** Hands labelled accesses to those who count them, in windows of time. */
final class Delivery {
  private final LocalityEngine engine;
  private final boolean withContexts;
  private final SymbolTables symbols;
  private final AccessLabels meanings;
  private final SharingAnalysis sharing;
  private final TimeLineRecorder time;
  private long accesses;

  /**
   * Has delivered nothing yet.
   *
   * @param withContexts whether the engine counts by call path, too
   * @param meanings says what labels mean
   */
  Delivery(
      LocalityEngine engine,
      boolean withContexts,
      SymbolTables symbols,
      MetricParameters parameters,
      AccessLabels meanings) {
    this.engine = engine;
    this.withContexts = withContexts;
    this.symbols = symbols;
    this.meanings = meanings;
    sharing = new SharingAnalysis(parameters, meanings);
    time = new TimeLineRecorder(parameters.timeWindow());
  }

  /** Hands on accesses of a thread, up to each window's end. */
  void deliver(int thread, long[] addresses, int[] labels, int[] contexts, int count) {
    if (count < time.left()) {
      give(thread, addresses, labels, contexts, count);
      return;
    }
    int from = 0;
    while (from < count) {
      int part = (int) Math.min(count - from, time.left());
      give(
          thread,
          Arrays.copyOfRange(addresses, from, from + part),
          Arrays.copyOfRange(labels, from, from + part),
          Arrays.copyOfRange(contexts, from, from + part),
          part);
      from += part;
      if (time.left() == 0) {
        endWindow();
      }
    }
  }

  private void give(int thread, long[] addresses, int[] labels, int[] contexts, int count) {
    if (withContexts) {
      engine.accesses(thread, addresses, labels, contexts, count);
    } else {
      engine.accesses(thread, addresses, labels, count);
    }
    sharing.accesses(thread, addresses, labels, count);
    accesses += count;
    time.advance(count);
  }

  /** From here on the program is in another phase; empty if in none. */
  void phase(String name) {
    endWindow();
    time.phase(name);
  }

  /** Ends the window, if anything is in it. */
  void endWindow() {
    if (time.inWindow(accesses) > 0) {
      engine.eachChange(
          (thread, label, count, cold, temporal, spatial) ->
              time.change(
                  symbols.site(meanings.site(label)).function(),
                  meanings.object(label),
                  count,
                  cold,
                  temporal,
                  spatial));
    }
    time.endWindow(accesses);
  }

  /** How many accesses were delivered. */
  long accesses() {
    return accesses;
  }

  SharingResult sharing() {
    return sharing.result();
  }

  TimeLine timeLine() {
    return time.timeLine();
  }
}
