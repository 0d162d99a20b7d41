package org.tslmap.collector.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.AccessImbalance;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.RankProfile;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.ScoreErrors;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.locality.profile.StateHistory;
import org.tslmap.locality.profile.ThreadProfile;
import org.tslmap.locality.score.Measure;
import org.tslmap.locality.score.Score;

/**
 * The report as comma-separated values: a row for the whole and one for each function, and where
 * there are several, one for each MPI rank and each thread.
 */
public final class CsvReport {

  private final Report report;
  private final PrintWriter out;
  private final List<Granularity> granularities;

  /** Where scores lie, if they are sampled. */
  private final List<Column> intervals;

  private CsvReport(Report report, PrintWriter out) {
    this.report = report;
    this.out = out;
    this.granularities = report.whole().parameters().granularities();
    this.intervals =
        Sampling.errors(report.processes()).isEmpty()
            ? List.of()
            : Measures.errors(report.whole().parameters()).stream()
                .filter(column -> column.type() == Column.Type.INTERVAL)
                .toList();
  }

  /** Writes the report with a line of column names first. */
  public static void write(Report report, PrintWriter out) {
    new CsvReport(report, out).write();
    out.flush();
  }

  private void write() {
    List<String> names = new ArrayList<>(List.of("scope,name,object,file,line,loads,stores"));
    for (Granularity granularity : granularities) {
      for (Score score : Score.values()) {
        names.add(Column.fullKey(score.key(), granularity));
      }
    }
    names.add("rank,pid,host");
    granularities.forEach(g -> names.add(Column.fullKey(Measure.FOOTPRINT.key(), g)));
    names.add("imbalance,leftOut");
    if (isPartlyCounted()) {
      Measures.states().forEach(column -> names.add(column.key()));
      CountedReasons.columns().forEach(column -> names.add(column.key()));
    }
    intervals.forEach(column -> names.add(column.fullKey()));
    out.println(String.join(",", names));
    LocalityProfile profile = report.profile();
    Optional<AccessImbalance> all =
        report.comparesRanks() ? Optional.of(profile.imbalance()) : Optional.empty();
    stream("whole", "", report.whole(), ",,", imbalance(all), Sampling.errors(report.processes()));
    functions();
    if (profile.parallel()) {
      for (RankProfile rank : profile.ranks()) {
        ScoredStream stream = rank.scored();
        stream(
            "rank",
            "" + rank.rank(),
            stream,
            process(rank.main().identity()),
            "",
            Sampling.errors(rank.processes()));
      }
    }
    for (ProcessProfile process : report.processes()) {
      if (process.threads().size() > 1) {
        threads(process);
      }
    }
  }

  private void stream(
      String scope,
      String name,
      ScoredStream stream,
      String process,
      String imbalance,
      Optional<ScoreErrors> errors) {
    out.println(
        scope
            + ','
            + name
            + ",,,0,"
            + stream.totals().loads()
            + ','
            + stream.totals().stores()
            + scores(stream.histograms(), stream.parameters())
            + ','
            + process
            + ','
            + footprint(stream.footprint())
            + ','
            + imbalance
            + ','
            + stream.totals().leftOut()
            + state(stream.histograms(), StateHistory.NONE)
            + intervals(stream.histograms(), errors));
  }

  private void functions() {
    ScoredStream whole = report.whole();
    Map<FunctionInfo, AccessImbalance> imbalances =
        report.comparesRanks() ? report.profile().functionImbalances() : Map.of();
    CountedReasons reasons = CountedReasons.of(report.processes());
    Map<FunctionInfo, ScoreErrors> errors = Sampling.functionErrors(report.processes());
    for (FunctionProfile row : report.functions(whole)) {
      FunctionInfo function = row.function();
      out.println(
          "function,"
              + CsvTable.quoted(function.name())
              + ','
              + CsvTable.quoted(function.object())
              + ','
              + CsvTable.quoted(function.file())
              + ','
              + function.line()
              + ','
              + row.loads()
              + ','
              + row.stores()
              + scores(row.histograms(), whole.parameters())
              + ",,,"
              + ",".repeat(granularities.size() + 1)
              + imbalance(Optional.ofNullable(imbalances.get(function)))
              + ','
              + state(row.histograms(), reasons.of(function))
              + intervals(row.histograms(), Optional.ofNullable(errors.get(function))));
    }
  }

  private void threads(ProcessProfile process) {
    for (ThreadProfile thread : process.threads()) {
      out.println(
          "thread,"
              + thread.id()
              + ",,,0,"
              + thread.loads()
              + ','
              + thread.stores()
              + scores(thread.histograms(), process.parameters())
              + ','
              + process(process.identity())
              + ','
              + footprint(thread.footprint())
              + ",,"
              + state(thread.histograms(), StateHistory.NONE)
              + intervals(thread.histograms(), Optional.empty()));
    }
  }

  private boolean isPartlyCounted() {
    return report.whole().totals().counted() > 0;
  }

  /**
   * The share of scored accesses, the state, and why and since when, each after a comma, if some
   * were only counted.
   */
  private String state(Histograms histograms, StateHistory history) {
    return isPartlyCounted()
        ? String.format(
            Locale.ROOT,
            ",%.9f,%s,%s,%s",
            histograms.scoredShare(),
            Measures.state(histograms),
            CsvTable.quoted(history.reason()),
            CsvTable.quoted(history.describe()))
        : "";
  }

  /** Where the scores lie, each interval after a comma; empty ones where that is not known. */
  private String intervals(Histograms histograms, Optional<ScoreErrors> errors) {
    Tally tally = new Tally(report.whole().parameters()).add(histograms.accesses(), histograms);
    errors.ifPresent(known -> tally.addErrors(known, tally.accesses()));
    Row row = Row.of(Map.of(), tally);
    return intervals.stream()
        .map(column -> "," + CsvTable.text(column.value().apply(row)))
        .collect(Collectors.joining());
  }

  /** The scores of all granularities, each after a comma. */
  private String scores(Histograms histograms, MetricParameters parameters) {
    StringBuilder line = new StringBuilder();
    for (Granularity granularity : granularities) {
      for (Score score : Score.values()) {
        double value = score.of(histograms, granularity, parameters);
        line.append(Double.isNaN(value) ? "," : String.format(Locale.ROOT, ",%.9f", value));
      }
    }
    return line.toString();
  }

  private static String process(ProcessIdentity identity) {
    String rank = identity.rank() < 0 ? "" : Integer.toString(identity.rank());
    return rank + ',' + identity.pid() + ',' + CsvTable.quoted(identity.host());
  }

  private String footprint(Footprint footprint) {
    return granularities.stream()
        .map(granularity -> Long.toString(footprint.at(granularity)))
        .collect(Collectors.joining(","));
  }

  private static String imbalance(Optional<AccessImbalance> row) {
    return row.map(r -> String.format(Locale.ROOT, "%.9f", r.imbalance())).orElse("");
  }
}
