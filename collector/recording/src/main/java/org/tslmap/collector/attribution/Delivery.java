package org.tslmap.collector.attribution;

import java.util.Optional;
import org.tslmap.collector.attribution.sharing.SharingAnalysis;
import org.tslmap.collector.attribution.sharing.SharingResult;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.pass.LabelledBatch;
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
  private final Optional<SampledAccesses> sampled;
  private long accesses;

  /* What sharing sees, where there are several threads. */
  private long[] addresses = new long[0];
  private int[] labels = new int[0];

  /**
   * Has delivered nothing yet.
   *
   * @param withContexts whether the engine counts by call path, too
   * @param sampled where the accesses of bursts go, if the stream is sampled
   */
  Delivery(
      LocalityEngine engine,
      boolean withContexts,
      MetricParameters parameters,
      Optional<SampledAccesses> sampled) {
    this.sampled = sampled;
    this.engine = engine;
    this.withContexts = withContexts;
    sharing = new SharingAnalysis(parameters, meanings);
    time = new TimeLineRecorder(parameters.timeWindow(), meanings);
  }

  /** Hands on the accesses of a batch, up to each window's end. */
  void deliver(Batch batch) {
    batch.define(meanings);
    LabelledBatch labelled = batch.accesses();
    if (sampled.isPresent() && sampled.get().inBurst()) {
      sampled.get().scored(labelled);
      return;
    }
    sampled.ifPresent(parts -> parts.counted(labelled));
    int from = 0;
    while (from < labelled.count()) {
      int part = (int) Math.min(labelled.count() - from, time.left());
      engine.accesses(labelled, from, part, withContexts);
      share(labelled, from, part);
      accesses += part;
      time.advance(part);
      from += part;
      if (time.left() == 0) {
        endWindow();
      }
    }
  }

  private void share(LabelledBatch batch, int from, int count) {
    if (sharing.isAlone(batch.thread())) {
      return;
    }
    if (addresses.length < count) {
      addresses = new long[batch.room()];
      labels = new int[batch.room()];
    }
    batch.addresses(from, addresses, count);
    batch.labels(from, labels, count);
    sharing.accesses(batch.thread(), addresses, labels, count);
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
              time.change(label, count, cold, temporal, spatial));
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
