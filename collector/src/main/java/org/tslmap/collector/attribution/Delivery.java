package org.tslmap.collector.attribution;

import java.util.Arrays;
import org.tslmap.collector.attribution.sharing.SharingAnalysis;
import org.tslmap.collector.attribution.sharing.SharingResult;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.TimeLine;

/**
 * Hands labelled accesses to those who count them, in windows of time. Used by one thread at a
 * time.
 */
final class Delivery {
  private final LocalityEngine engine;
  private final boolean withContexts;
  private final Labels meanings = new Labels();
  private final SharingAnalysis sharing;
  private final TimeLineRecorder time;
  private long accesses;

  /**
   * Has delivered nothing yet.
   *
   * @param withContexts whether the engine counts by call path, too
   */
  Delivery(LocalityEngine engine, boolean withContexts, MetricParameters parameters) {
    this.engine = engine;
    this.withContexts = withContexts;
    sharing = new SharingAnalysis(parameters, meanings);
    time = new TimeLineRecorder(parameters.timeWindow());
  }

  /** Hands on the accesses of a batch, up to each window's end. */
  void deliver(Batch batch) {
    batch.define(meanings);
    if (batch.count < time.left()) {
      give(batch.thread, batch.addresses, batch.labels, batch.contexts, batch.count);
      return;
    }
    int from = 0;
    while (from < batch.count) {
      int part = (int) Math.min(batch.count - from, time.left());
      give(
          batch.thread,
          Arrays.copyOfRange(batch.addresses, from, from + part),
          Arrays.copyOfRange(batch.labels, from, from + part),
          Arrays.copyOfRange(batch.contexts, from, from + part),
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
                  meanings.function(label),
                  meanings.object(label),
                  count,
                  cold,
                  temporal,
                  spatial));
    }
    time.endWindow(accesses);
  }

  SharingResult sharing() {
    return sharing.result();
  }

  TimeLine timeLine() {
    return time.timeLine();
  }
}
