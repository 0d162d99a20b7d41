package org.tslmap.collector.attribution;

import java.util.List;
import java.util.Optional;
import org.tslmap.collector.analysis.LabelledAnalysis;
import org.tslmap.collector.attribution.sharing.SharingAnalysis;
import org.tslmap.collector.attribution.sharing.SharingResult;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.pass.LabelledBatch;
import org.tslmap.locality.profile.TimeLine;

/**
 * Hands labelled accesses to all analyses of them, which stand here side by side. Used by one
 * thread at a time.
 */
final class Delivery {
  private final Labels meanings = new Labels();
  private final SharingAnalysis sharing;
  private final TimeLineRecorder time;
  private final List<LabelledAnalysis> analyses;
  private final Optional<SampledAccesses> sampled;

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
    sharing = new SharingAnalysis(parameters, meanings);
    time = new TimeLineRecorder(parameters.timeWindow(), meanings, engine::eachChange);
    LabelledAnalysis scores =
        (batch, from, count) -> engine.accesses(batch, from, count, withContexts);
    // The time line asks the engine when a window ends, so it comes after that.
    analyses = List.of(scores, sharing, time);
  }

  /** Hands on the accesses of a batch, no more at once than each analysis takes. */
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
      long count = labelled.count() - from;
      for (LabelledAnalysis analysis : analyses) {
        count = Math.min(count, analysis.most());
      }
      for (LabelledAnalysis analysis : analyses) {
        analysis.accesses(labelled, from, (int) count);
      }
      from += (int) count;
    }
  }

  /** From here on the program is in another phase; empty if in none. */
  void phase(String name) {
    analyses.forEach(analysis -> analysis.phase(name));
  }

  /** No more accesses will come. */
  void end() {
    analyses.forEach(LabelledAnalysis::end);
  }

  SharingResult sharing() {
    return sharing.result();
  }

  TimeLine timeLine() {
    return time.timeLine();
  }
}
