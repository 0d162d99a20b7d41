package org.tslmap.collector.pictures;

import java.util.ArrayList;
import java.util.List;
import org.tslmap.apexmap.Machine;
import org.tslmap.collector.phases.Phases;
import org.tslmap.collector.selection.Selection;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.FunctionProfile;
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
  private static final int ALWAYS_NAMED = 8;

  /** Functions with fewer accesses are marked without a name. */
  private static final double NAMED = 0.001;

  private final LocalityProfile profile;
  private final Selection selection;
  private final ScoredStream whole;

  /**
   * Of a run.
   *
   * @throws IllegalStateException if its processes do not add up
   */
  public ProfilePlots(LocalityProfile profile, Selection selection) {
    this.profile = profile;
    this.selection = selection;
    this.whole = profile.merged();
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
    List<ScorePlanePlot.Mark> marks = new ArrayList<>();
    for (FunctionProfile row : whole.functions()) {
      if (marks.size() < MOST_MARKS && row.accesses() > 0) {
        boolean named =
            marks.size() < ALWAYS_NAMED || row.accesses() >= NAMED * whole.totals().accesses();
        marks.add(mark(row.function().name(), named, "", row.histograms(), whole, row.accesses()));
      }
    }
    return marks;
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
    rows.add(row("whole program", whole.histograms(), whole.parameters()));
    for (FunctionProfile row : whole.functions()) {
      if (rows.size() < ScoreBarsPlot.MOST_ROWS / 2) {
        rows.add(row(row.function().name(), row.histograms(), whole.parameters()));
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
    List<Plot.Span> phases =
        Phases.find(process.attribution().time()).list().stream()
            .map(
                phase ->
                    new Plot.Span(
                        phase.firstAccess(), phase.firstAccess() + phase.accesses(), phase.name()))
            .toList();
    String what =
        "Locality over time, windows of %,d accesses".formatted(process.parameters().timeWindow());
    boolean first = process.equals(profile.mainProcess());
    String which =
        profile.processes().size() == 1
            ? ""
            : first ? ", first process" : ", process " + process.identity().pid();
    return TimeLinePlot.of(
        process.windows(),
        process.parameters(),
        phases,
        Math.max(process.windows().get(0).first(), from),
        Math.min(last, to),
        what + which);
  }
}
