package org.tslmap.collector.pictures;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.tslmap.apexmap.Machine;
import org.tslmap.collector.phases.Phases;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.selection.Selection;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.locality.profile.WindowProfile;
import org.tslmap.plots.AddressTimePlot;
import org.tslmap.plots.Caption;
import org.tslmap.plots.MissRatioPlot;
import org.tslmap.plots.Picture;
import org.tslmap.plots.ReuseHistogramPlot;
import org.tslmap.plots.ScoreBarsPlot;
import org.tslmap.plots.ScorePlanePlot;
import org.tslmap.plots.StrideHistogramPlot;
import org.tslmap.plots.TimeLinePlot;

/** The pictures of one run, or of a selection of its accesses. */
public final class RunPictures {

  private static final int MOST_MARKS = 60;
  private static final int ALWAYS_NAMED = 8;

  /** Functions with fewer accesses are marked without a name. */
  private static final double NAMED = 0.001;

  private final LocalityProfile profile;
  private final Selection selection;
  private final ScoredStream whole;
  private final Caption caption;

  /**
   * Of a run with at least one access.
   *
   * @param folder the name of its folder, for the footer
   * @throws IllegalStateException if its processes do not add up
   */
  public RunPictures(LocalityProfile profile, String folder, Selection selection) {
    this.profile = profile;
    this.selection = selection;
    this.whole = profile.merged();
    this.caption =
        new Caption(
            name(profile.mainProcess().identity().command()) + ofHowMany(profile),
            Report.describe(whole.parameters())
                + Sampling.share(profile.processes()).map(share -> "; " + share).orElse(""),
            folder);
  }

  /**
   * One picture of the profile; addresses over time are not in it.
   *
   * @throws NothingToDrawException if what is needed was not measured
   */
  public NamedPicture of(PictureKind kind) throws NothingToDrawException {
    MetricParameters parameters = whole.parameters();
    Picture picture =
        switch (kind) {
          case REUSE ->
              ReuseHistogramPlot.of(histograms(), parameters, titled("Reuse distances"), caption);
          case MISSES ->
              MissRatioPlot.of(
                  histograms(),
                  parameters,
                  Machine.current(),
                  titled("Misses by cache size"),
                  caption);
          case STRIDES ->
              StrideHistogramPlot.of(histograms(), parameters, titled("Strides"), caption);
          case PLANE -> ScorePlanePlot.of(marks(), "Functions by their locality", caption);
          case TIME_LINE -> timeLine();
          case SCORES -> ScoreBarsPlot.of(rows(), "Scores of functions", caption);
          case ADDRESS_TIME ->
              throw new IllegalArgumentException("addresses over time are gathered, not profiled");
        };
    return new NamedPicture(kind.label() + selection.suffix(), picture);
  }

  private String titled(String what) {
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
        LocalityHistogram word = row.histograms().word();
        marks.add(
            new ScorePlanePlot.Mark(
                named ? row.function().name() : "",
                "",
                word.temporalLocality(whole.parameters().n()),
                word.spatialLocality(),
                row.accesses()));
      }
    }
    return marks;
  }

  private List<ScoreBarsPlot.Row> rows() {
    List<ScoreBarsPlot.Row> rows = new ArrayList<>();
    rows.add(row("whole program", whole.histograms().word(), whole.parameters()));
    for (FunctionProfile row : whole.functions()) {
      if (rows.size() < ScoreBarsPlot.MOST_ROWS / 2) {
        rows.add(row(row.function().name(), row.histograms().word(), whole.parameters()));
      }
    }
    return rows;
  }

  static ScoreBarsPlot.Row row(String name, LocalityHistogram word, MetricParameters parameters) {
    return new ScoreBarsPlot.Row(
        name,
        word.temporalLocality(parameters.n()),
        word.spatialLocality(),
        word.spatialLocalityNonZero());
  }

  private Picture timeLine() throws NothingToDrawException {
    ProcessProfile main = profile.mainProcess();
    long n = main.parameters().n();
    List<TimeLinePlot.Window> windows = new ArrayList<>();
    for (WindowProfile window : main.windows()) {
      LocalityHistogram word = window.histograms().word();
      LocalityHistogram line = window.histograms().line();
      windows.add(
          new TimeLinePlot.Window(
              window.first(),
              window.accesses(),
              word.temporalLocality(n),
              word.spatialLocality(),
              line.temporalLocality(n),
              line.spatialLocality()));
    }
    if (windows.isEmpty()) {
      throw new NothingToDrawException("the run has no window of time; record it again");
    }
    List<TimeLinePlot.Phase> phases =
        Phases.find(main.attribution().time()).list().stream()
            .map(
                phase ->
                    new TimeLinePlot.Phase(
                        phase.firstAccess(), phase.firstAccess() + phase.accesses(), phase.name()))
            .toList();
    String what =
        "Locality over time, windows of %,d accesses".formatted(main.parameters().timeWindow());
    return TimeLinePlot.of(
        windows, phases, profile.processes().size() > 1 ? what + ", first process" : what, caption);
  }

  /** Addresses over time, one picture for each process. */
  public List<NamedPicture> of(AddressTimes times) {
    List<NamedPicture> pictures = new ArrayList<>();
    Set<String> used = new HashSet<>();
    int processes = times.processes().size() + times.leftOut();
    for (ProcessAddresses one : times.processes()) {
      Optional<ProcessProfile> process = processOf(one);
      int rank = process.map(found -> found.identity().rank()).orElse(-1);
      boolean ranked = profile.parallel() && rank >= 0;
      String file = PictureKind.ADDRESS_TIME.label() + selection.suffix();
      String title = process.map(found -> name(found.identity().command())).orElse("");
      if (ranked) {
        file += "-rank" + rank;
        title += " (rank " + rank + ")";
      }
      if (processes > 1 && (!ranked || used.contains(file))) {
        file += "-" + one.subject().pid();
      }
      String first = file;
      for (int program = 2; !used.add(file); program++) {
        file = first + "-" + program;
      }
      MemoryNames names =
          process
              .<MemoryNames>map(found -> new DataNames(found, one.origins()))
              .orElseGet(() -> new MappedNames(one.origins().mappings()));
      pictures.add(
          new NamedPicture(
              file,
              AddressTimePlot.of(
                  one.named(names),
                  titled("Addresses over time"),
                  new Caption(title, caption.parameters(), caption.folder()))));
    }
    return pictures;
  }

  private Optional<ProcessProfile> processOf(ProcessAddresses one) {
    return profile.processes().stream()
        .filter(process -> one.subject().isOf(process.identity()))
        .findFirst();
  }

  private static String ofHowMany(LocalityProfile profile) {
    if (profile.parallel()) {
      return " (" + profile.ranks().size() + " ranks)";
    }
    int processes = profile.processes().size();
    return processes == 1 ? "" : " (" + processes + " processes)";
  }

  /** The command with the program's name in place of its path. */
  private static String name(List<String> command) {
    if (command.isEmpty()) {
      return "";
    }
    String program = command.get(0);
    List<String> words = new ArrayList<>(command);
    words.set(0, program.substring(program.lastIndexOf('/') + 1));
    return String.join(" ", words);
  }
}
