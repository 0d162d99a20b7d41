package org.tslmap.collector.pictures;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tslmap.apexmap.Machine;
import org.tslmap.collector.phases.PhaseTitles;
import org.tslmap.collector.phases.Phases;
import org.tslmap.collector.selection.Selection;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.locality.score.Score;
import org.tslmap.plots.MissRatioPlot;
import org.tslmap.plots.Plot;
import org.tslmap.plots.ReuseHistogramPlot;
import org.tslmap.plots.ScoreBarsPlot;
import org.tslmap.plots.ScorePlanePlot;
import org.tslmap.plots.StrideHistogramPlot;
import org.tslmap.plots.TimeLinePlot;

/** The plots of one run, or of a selection of its accesses, for files and for pages. */
public final class ProfilePlots {

  private static final int MOST_MARKS = 60;

  private final LocalityProfile profile;
  private final Selection selection;
  private final ScoredStream whole;
  private final boolean folded;

  private ProfilePlots(
      LocalityProfile profile, Selection selection, ScoredStream whole, boolean folded) {
    this.profile = profile;
    this.selection = selection;
    this.whole = whole;
    this.folded = folded;
  }

  /**
   * Of a run, with start-up, libraries and runtime as one function each.
   *
   * @throws IllegalStateException if its processes do not add up
   */
  public ProfilePlots(LocalityProfile profile, Selection selection) {
    this(profile, selection, profile.merged(), true);
  }

  /** The same with every function of start-up, libraries and runtime by itself. */
  public ProfilePlots unfolded() {
    return new ProfilePlots(profile, selection, whole, false);
  }

  /**
   * One plot.
   *
   * @param kind anything but addresses over time, which are in no profile
   * @throws NothingToDrawException if what is needed was not measured
   */
  public Plot of(PictureKind kind) throws NothingToDrawException {
    MetricParameters parameters = whole.parameters();
    return switch (kind) {
      case REUSE ->
          ReuseHistogramPlot.of(histograms(), parameters, titled("Reuse distances", selection));
      case MISSES ->
          MissRatioPlot.of(
              histograms(),
              parameters,
              Machine.current(),
              titled("Misses by cache size", selection));
      case STRIDES ->
          StrideHistogramPlot.of(histograms(), parameters, titled("Strides", selection));
      case PLANE -> ScorePlanePlot.of(marks(), "Functions by their locality");
      case TIME_LINE -> timeLine(profile.mainProcess(), 0, Long.MAX_VALUE);
      case SCORES -> ScoreBarsPlot.of(rows(), "Scores of functions");
      case ADDRESS_TIME ->
          throw new IllegalArgumentException("addresses over time are gathered, not profiled");
    };
  }

  static String titled(String what, Selection selection) {
    return selection.isAll() ? what : what + " of " + selection.description();
  }

  private Histograms histograms() throws NothingToDrawException {
    return SelectedHistograms.of(profile, selection);
  }

  private List<ScorePlanePlot.Mark> marks() {
    return ShownFunctions.of(whole, folded).stream()
        .limit(MOST_MARKS)
        .map(part -> mark(part.name(), true, "", part.histograms(), whole, part.accesses()))
        .toList();
  }

  /** A mark at the scores of the finest granularity. */
  static ScorePlanePlot.Mark mark(
      String name,
      boolean labelled,
      String kind,
      Histograms histograms,
      ScoredStream stream,
      long accesses) {
    MetricParameters parameters = stream.parameters();
    LocalityHistogram finest = histograms.at(parameters.granularities().get(0));
    return new ScorePlanePlot.Mark(
        name,
        labelled,
        kind,
        Score.TL.of(finest, parameters),
        Score.SL.of(finest, parameters),
        accesses);
  }

  private List<ScoreBarsPlot.Row> rows() {
    List<ScoreBarsPlot.Row> rows = new ArrayList<>();
    if (whole.histograms().tellScores()) {
      rows.add(row("whole program", whole.histograms(), whole.parameters()));
    }
    for (ShownFunctions.Part part : ShownFunctions.of(whole, folded)) {
      if (rows.size() < ScoreBarsPlot.MOST_ROWS / 2) {
        String share =
            "%s, %.1f%%"
                .formatted(part.name(), 100.0 * part.accesses() / whole.totals().accesses());
        rows.add(row(share, part.histograms(), whole.parameters()));
      }
    }
    return rows;
  }

  /** Bars of the scores of the finest granularity. */
  static ScoreBarsPlot.Row row(String name, Histograms histograms, MetricParameters parameters) {
    LocalityHistogram finest = histograms.at(parameters.granularities().get(0));
    return new ScoreBarsPlot.Row(name, score -> score.of(finest, parameters));
  }

  /**
   * The scores of a process over a stretch of time.
   *
   * @param from the first access
   * @param to the access after the last one; later ones than the process's are its end
   * @throws NothingToDrawException if no window of time is there
   */
  public Plot timeLine(ProcessProfile process, long from, long to) throws NothingToDrawException {
    if (process.windows().isEmpty()) {
      throw new NothingToDrawException("the run has no window of time; record it again");
    }
    long last = process.windows().stream().mapToLong(w -> w.first() + w.accesses()).max().orElse(0);
    Phases found = Phases.find(process.attribution().time());
    List<String> titles = PhaseTitles.of(found, process.functions());
    List<Plot.Span> phases =
        found.list().stream()
            .map(
                phase ->
                    new Plot.Span(
                        phase.firstAccess(),
                        phase.firstAccess() + phase.accesses(),
                        titles.get(phase.kind())))
            .toList();
    String what = "Locality over time, windows of %,d accesses".formatted(process.windowLength());
    boolean first = process.equals(profile.mainProcess());
    String which =
        profile.processes().size() == 1
            ? ""
            : first ? ", first process" : ", process " + process.identity().pid();
    Plot plot =
        TimeLinePlot.of(
            process.windows(),
            process.parameters(),
            phases,
            Math.max(process.windows().get(0).first(), from),
            Math.min(last, to),
            what + which);
    long made = process.totals().accesses();
    return process.sampling().isPresent() && last < made
        ? plot.noting(
            String.format(
                Locale.ROOT,
                "Only the first %,d of %,d accesses: the others are sampled.",
                last,
                made))
        : plot;
  }
}
