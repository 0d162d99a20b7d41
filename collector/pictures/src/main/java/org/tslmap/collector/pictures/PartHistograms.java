package org.tslmap.collector.pictures;

import java.util.List;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.phases.Phase;
import org.tslmap.collector.phases.Phases;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.ThreadFunction;
import org.tslmap.locality.profile.ThreadProfile;
import org.tslmap.locality.profile.WindowProfile;

/** The histograms of a part of a run, as far as a profile holds them. */
final class PartHistograms {

  private final Part part;
  private final Histograms sum;

  private PartHistograms(LocalityProfile profile, Part part) {
    this.part = part;
    this.sum = Histograms.empty(profile.mainProcess().parameters());
  }

  /**
   * The sum over all processes.
   *
   * @throws NothingToDrawException if the profile does not hold that part by itself, or nothing is
   *     in it
   */
  static Histograms of(LocalityProfile profile, Part part) throws NothingToDrawException {
    if (part.isWhole()) {
      return profile.merged().histograms();
    }
    PartHistograms histograms = new PartHistograms(profile, part);
    for (ProcessProfile process : profile.processes()) {
      histograms.add(process);
    }
    if (histograms.sum.word().accesses() == 0) {
      throw new NothingToDrawException(
          "the run has no access of " + part.description() + "; see tslmap report");
    }
    return histograms.sum;
  }

  private void add(ProcessProfile process) throws NothingToDrawException {
    boolean code = part.function().isPresent() || part.data().isPresent();
    if (part.hasTime()) {
      check(!code && part.thread().isEmpty());
      addWindows(process);
    } else if (part.data().isPresent()) {
      check(part.thread().isEmpty());
      addData(process);
    } else if (part.thread().isPresent()) {
      addThread(process, part.thread().getAsInt());
    } else {
      for (SiteProfile site : process.sites()) {
        if (fitsFunction(process.functionOf(site).name())) {
          sum.add(site.histograms());
        }
      }
    }
  }

  private void check(boolean held) throws NothingToDrawException {
    if (!held) {
      throw new NothingToDrawException(
          "a profile does not hold the histograms of %s; name one of these alone, or draw address-time"
              .formatted(part.description()));
    }
  }

  private boolean fitsFunction(String name) {
    return part.function().isEmpty() || part.function().get().matches(name);
  }

  private void addData(ProcessProfile process) {
    for (DataAccess access : process.attribution().accesses()) {
      DataObject object = process.attribution().objects().get(access.object());
      String function = process.functionOf(process.sites().get(access.site())).name();
      if (part.data().orElseThrow().matches(object) && fitsFunction(function)) {
        sum.add(access.histograms());
      }
    }
  }

  private void addThread(ProcessProfile process, int thread) throws NothingToDrawException {
    if (part.function().isEmpty() || process.threads().size() == 1) {
      check(part.function().isEmpty());
      process.threads().stream()
          .filter(one -> one.id() == thread)
          .map(ThreadProfile::histograms)
          .forEach(sum::add);
      return;
    }
    for (ThreadFunction row : process.attribution().threadFunctions()) {
      if (row.thread() == thread && fitsFunction(process.functions().get(row.function()).name())) {
        sum.add(row.histograms());
      }
    }
  }

  /** Windows that begin in the stretch of time. */
  private void addWindows(ProcessProfile process) {
    List<TimeRange> ranges = ranges(process, part);
    for (WindowProfile window : process.windows()) {
      if (ranges.stream().anyMatch(range -> range.holds(window.first()))) {
        sum.add(window.histograms());
      }
    }
  }

  /**
   * A stretch of time.
   *
   * @param from its first access
   * @param to the access after its last one
   */
  record TimeRange(long from, long to) {
    boolean holds(long access) {
      return from <= access && access < to;
    }
  }

  /** The stretches of time of a part of a process; several where a phase came several times. */
  static List<TimeRange> ranges(ProcessProfile process, Part part) {
    long from = part.from().orElse(0);
    long to = part.to().orElse(Long.MAX_VALUE);
    if (part.phase().isEmpty()) {
      return List.of(new TimeRange(from, to));
    }
    NamePattern name = part.phase().get();
    return Phases.find(process.attribution().time()).list().stream()
        .filter(phase -> name.matches(phase.name()))
        .map(phase -> range(phase, from, to))
        .filter(range -> range.from() < range.to())
        .toList();
  }

  private static TimeRange range(Phase phase, long from, long to) {
    return new TimeRange(
        Math.max(from, phase.firstAccess()), Math.min(to, phase.firstAccess() + phase.accesses()));
  }
}
