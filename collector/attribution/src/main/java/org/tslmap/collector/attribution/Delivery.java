package org.tslmap.collector.attribution;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.tslmap.collector.analysis.Analysis;
import org.tslmap.collector.attribution.sharing.SharingAnalysis;
import org.tslmap.collector.attribution.sharing.SharingResult;
import org.tslmap.collector.remedies.AddressChange;
import org.tslmap.locality.LabelledBatch;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.TimeLine;

/**
 * Hands labelled accesses to all analyses of them, which stand here side by side. Used by one
 * thread at a time.
 */
final class Delivery implements AutoCloseable {
  private final Labels meanings = new Labels();
  private final SharingAnalysis sharing;
  private final TimeLineRecorder time;
  private final Optional<CacheAnalysis> caches;
  private final List<Analysis> analyses;
  private final Optional<SampledAccesses> sampled;
  private final boolean tellsMisses;
  private Optional<AddressChange> change = Optional.empty();
  private final LocalityEngine engine;
  private Optional<ContextTrial> trial = Optional.empty();

  /**
   * Has delivered nothing yet.
   *
   * @param withContexts whether the engine counts by call path, too
   * @param sampled where the accesses of bursts go, if the stream is sampled
   * @param tellsMisses whether somebody asks which accesses of bursts missed
   */
  Delivery(
      LocalityEngine engine,
      boolean withContexts,
      MetricParameters parameters,
      Optional<SampledAccesses> sampled,
      boolean tellsMisses) {
    this.sampled = sampled;
    this.tellsMisses = tellsMisses;
    this.engine = engine;
    sharing = new SharingAnalysis(parameters, meanings);
    time = new TimeLineRecorder(parameters.timeWindow(), meanings, engine::eachChange);
    Analysis scores = (batch, from, count) -> engine.accesses(batch, from, count, withContexts);
    caches =
        parameters.caches().isEmpty()
            ? Optional.empty()
            : Optional.of(new CacheAnalysis(parameters, meanings, withContexts));
    // The time line asks the engine when a window ends, so it comes after that.
    analyses = Stream.concat(Stream.of(scores, sharing, time), caches.stream()).toList();
  }

  /** Has accesses changed before they are handed on; before the first one. */
  void change(AddressChange addresses) {
    change = Optional.of(addresses);
  }

  /**
   * Hands on the accesses of a batch, no more at once than each analysis takes.
   *
   * @return whether it is known which of them missed
   */
  boolean deliver(Batch batch) {
    batch.define(meanings);
    LabelledBatch labelled = batch.accesses();
    if (sampled.isPresent() && sampled.get().inBurst()) {
      sampled.get().scored(labelled, tellsMisses);
      analyse(List.of(sharing), labelled);
      return tellsMisses;
    }
    sampled.ifPresent(parts -> parts.counted(labelled));
    if (change.isPresent()) {
      change.get().accesses(labelled, meanings);
      if (!change.get().counts()) {
        return false;
      }
    }
    trial.ifPresent(tried -> tried.accesses(labelled, meanings));
    if (labelled.warm() > 0) {
      analyseScored(labelled);
    } else {
      analyse(analyses, labelled);
    }
    return true;
  }

  /** Has accesses analysed that are scored; the engine remembers the others, in order. */
  private void analyseScored(LabelledBatch batch) {
    int[] labels = new int[batch.count()];
    batch.labels(0, labels, labels.length);
    int from = 0;
    for (int at = 1; at <= labels.length; at++) {
      boolean warm = labels[from] == LabelledBatch.WARM;
      if (at < labels.length && warm == (labels[at] == LabelledBatch.WARM)) {
        continue;
      }
      if (warm) {
        engine.warm(batch, from, at - from);
      } else {
        analyse(analyses, batch, from, at);
      }
      from = at;
    }
  }

  private static void analyse(List<Analysis> analyses, LabelledBatch batch) {
    analyse(analyses, batch, 0, batch.count());
  }

  private static void analyse(List<Analysis> analyses, LabelledBatch batch, int begin, int end) {
    int from = begin;
    while (from < end) {
      long count = end - from;
      for (Analysis analysis : analyses) {
        count = Math.min(count, analysis.most());
      }
      for (Analysis analysis : analyses) {
        analysis.accesses(batch, from, (int) count);
      }
      from += (int) count;
    }
  }

  /** Has the next accesses tried, too, in place of an earlier trial, which ends. */
  void trial(Optional<ContextTrial> next) {
    trial.ifPresent(ContextTrial::close);
    trial = next;
  }

  /** Has the accesses of a batch counted, and nothing else. */
  boolean countOnly(LabelledBatch batch) {
    engine.accesses(batch, 0, batch.count(), false);
    return true;
  }

  /** From here on the program is in another phase; empty if in none. */
  void phase(String name) {
    analyses.forEach(analysis -> analysis.phase(name));
  }

  /** No more accesses will come. */
  void end() {
    analyses.forEach(Analysis::end);
  }

  /** What accesses missed of simulated caches, if there are any. */
  Optional<CacheAnalysis> caches() {
    return caches;
  }

  SharingResult sharing() {
    return sharing.result();
  }

  TimeLine timeLine() {
    return time.timeLine();
  }

  @Override
  public void close() {
    caches.ifPresent(CacheAnalysis::close);
    trial(Optional.empty());
  }
}
