package org.tslmap.collector.pictures;

import java.util.List;
import java.util.Optional;
import org.tslmap.collector.phases.Phase;
import org.tslmap.collector.phases.Phases;
import org.tslmap.collector.selection.SelectedCode;
import org.tslmap.collector.selection.Selection;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;
import org.tslmap.locality.profile.ThreadFunction;
import org.tslmap.locality.profile.ThreadProfile;
import org.tslmap.locality.profile.WindowProfile;

/** The histograms of a selection of a run's accesses, as far as a profile holds them. */
final class SelectedHistograms {

  private final Selection selection;
  private final Histograms sum;

  private SelectedHistograms(LocalityProfile profile, Selection selection) {
    this.selection = selection;
    this.sum = Histograms.empty(profile.mainProcess().parameters());
  }

  /**
   * The sum over all processes.
   *
   * @throws NothingToDrawException if the profile does not hold the selection by itself, or nothing
   *     is in it
   */
  static Histograms of(LocalityProfile profile, Selection selection) throws NothingToDrawException {
    if (selection.isAll()) {
      Histograms whole = profile.merged().histograms();
      if (!whole.tellScores()) {
        throw new NothingToDrawException(
            "more than one in a hundred of the run's accesses were only counted, so there are no histograms of the whole; draw a recorded function with --fn NAME");
      }
      return whole;
    }
    SelectedHistograms histograms = new SelectedHistograms(profile, selection);
    for (ProcessProfile process : profile.processes()) {
      histograms.add(process);
    }
    if (histograms.sum.of().get(0).accesses() == 0) {
      throw new NothingToDrawException(
          "the run has no access of " + selection.description() + "; see tslmap report");
    }
    return histograms.sum;
  }

  private void add(ProcessProfile process) throws NothingToDrawException {
    boolean code = !(selection.code().equals(SelectedCode.ALL) && selection.data().isEmpty());
    check(selection.regions().isEmpty());
    if (selection.hasTime()) {
      check(!code && selection.threads().isEmpty());
      addWindows(process);
    } else if (!selection.data().isEmpty()) {
      check(selection.threads().isEmpty());
      addData(process);
    } else if (!selection.threads().isEmpty()) {
      addThreads(process);
    } else {
      for (SiteProfile site : process.sites()) {
        if (selection.code().hasSite(process, site)) {
          sum.add(site.histograms());
        }
      }
    }
  }

  private void check(boolean held) throws NothingToDrawException {
    if (!held) {
      throw new NothingToDrawException(
          "a profile does not hold the histograms of %s; name one of these alone, or draw address-time"
              .formatted(selection.description()));
    }
  }

  private void addData(ProcessProfile process) {
    for (DataAccess access : process.attribution().accesses()) {
      DataObject object = process.attribution().objects().get(access.object());
      if (selection.hasData(object)
          && selection.code().hasSite(process, process.sites().get(access.site()))) {
        sum.add(access.histograms());
      }
    }
  }

  private void addThreads(ProcessProfile process) throws NothingToDrawException {
    check(selection.code().lines().isEmpty());
    if (selection.code().functions().isEmpty() || process.threads().size() == 1) {
      check(selection.code().functions().isEmpty());
      process.threads().stream()
          .filter(one -> selection.hasThread(one.id()))
          .map(ThreadProfile::histograms)
          .forEach(sum::add);
      return;
    }
    for (ThreadFunction row : process.attribution().threadFunctions()) {
      if (selection.hasThread(row.thread())
          && selection.code().hasFunction(process.functions().get(row.function()).name())) {
        sum.add(row.histograms());
      }
    }
  }

  /** Windows that begin in the stretch of time. */
  private void addWindows(ProcessProfile process) {
    List<Selection.Time> times = times(process, selection);
    for (WindowProfile window : process.windows()) {
      if (times.stream().anyMatch(time -> time.contains(window.first()))) {
        sum.add(window.histograms());
      }
    }
  }

  /**
   * The stretches of time of a selection of a process; several where a phase came several times.
   */
  static List<Selection.Time> times(ProcessProfile process, Selection selection) {
    Selection.Time time = selection.time();
    if (selection.phases().isEmpty()) {
      return List.of(time);
    }
    return Phases.find(process.attribution().time()).list().stream()
        .filter(phase -> selection.hasPhase(phase.name()))
        .flatMap(phase -> common(phase, time).stream())
        .toList();
  }

  private static Optional<Selection.Time> common(Phase phase, Selection.Time time) {
    long from = Math.max(time.from(), phase.firstAccess());
    long to = Math.min(time.to(), phase.firstAccess() + phase.accesses());
    return from < to ? Optional.of(new Selection.Time(from, to)) : Optional.empty();
  }
}
