package org.tslmap.collector.report;

import java.util.List;
import java.util.Map;
import org.tslmap.locality.profile.AccessImbalance;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessEnd;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.RankProfile;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.locality.profile.ThreadProfile;

/** The text report's tables of what a run consists of: MPI ranks, processes, threads. */
final class PartTables {

  private final Report report;
  private final LocalityProfile profile;
  private final TableWriter out;

  PartTables(Report report, TableWriter out) {
    this.report = report;
    this.profile = report.profile();
    this.out = out;
  }

  /** Each table of which there is more than one row. */
  void write() {
    if (profile.parallel()) {
      ranks();
    }
    if (profile.processes().size() > (profile.parallel() ? profile.ranks().size() : 1)) {
      processes();
    }
    if (profile.processes().stream().anyMatch(ProcessProfile::hasThreads)) {
      threads();
    }
  }

  private void ranks() {
    out.line(
        "%-8s%-18s%s%10s  %-24s%s",
        "rank", "process", TableWriter.briefHeadings(), "accesses", "footprint", "end");
    for (RankProfile rank : profile.ranks()) {
      ScoredStream stream = rank.scored();
      ProcessProfile main = rank.main();
      out.line(
          "%-8d%-18s%s%10s  %-24s%s",
          rank.rank(),
          main.identity().pid() + "@" + main.identity().host(),
          TableWriter.brief(stream.histograms(), stream.parameters()),
          Quantities.count(stream.totals().accesses()),
          TableWriter.places(stream.footprint(), stream.parameters()),
          end(main.end()));
    }
    for (int rank : profile.missingRanks()) {
      out.line("%-8d%-18s", rank, "missing");
    }
    out.line("");
  }

  private static String end(ProcessEnd end) {
    if (end.exitStatus().isPresent()) {
      return "status " + end.exitStatus().getAsInt();
    }
    if (end.signal() != 0) {
      return end.signal() > 0 ? "signal " + end.signal() : "a signal";
    }
    return end.complete() ? "" : "cut";
  }

  private void processes() {
    out.line("%-20s%s%10s  %s", "process", TableWriter.briefHeadings(), "accesses", "command");
    for (ProcessProfile process : report.processes()) {
      out.line(
          "%-20s%s%10s  %s",
          name(process),
          TableWriter.brief(process.histograms(), process.parameters()),
          Quantities.count(process.totals().accesses()),
          String.join(" ", process.identity().command()));
    }
    out.line("");
  }

  private String name(ProcessProfile process) {
    int rank = process.identity().rank();
    return process.identity().pid() + (profile.parallel() && rank >= 0 ? " rank " + rank : "");
  }

  private void threads() {
    boolean several = profile.processes().size() > 1;
    out.line(
        "%-20s%8s%s%10s%10s  %s",
        several ? "thread of process" : "thread",
        "share",
        TableWriter.briefHeadings(),
        "loads",
        "stores",
        "footprint");
    for (ProcessProfile process : report.processes()) {
      for (ThreadProfile thread : process.threads()) {
        out.line(
            "%-20s%7.1f%%%s%10s%10s  %s",
            several ? thread.id() + " of " + name(process) : thread.id(),
            100.0
                * (thread.loads() + thread.stores())
                / Math.max(1, report.whole().totals().accesses()),
            TableWriter.brief(thread.histograms(), process.parameters()),
            Quantities.count(thread.loads()),
            Quantities.count(thread.stores()),
            TableWriter.places(thread.footprint(), process.parameters()));
      }
    }
    out.line("");
  }

  /** How evenly the accesses of these functions are spread over the ranks, if there are several. */
  void imbalance(List<FunctionProfile> functions) {
    if (!report.comparesRanks()) {
      return;
    }
    out.line("");
    out.line(
        "%-" + TableWriter.NAME_WIDTH + "s%8s%10s%10s%6s%10s%6s",
        "imbalance over %d%s ranks"
            .formatted(profile.ranks().size(), profile.complete() ? "" : " incomplete"),
        "I",
        "mean",
        "most",
        "rank",
        "fewest",
        "rank");
    imbalance("all accesses", profile.imbalance());
    Map<FunctionInfo, AccessImbalance> all = profile.functionImbalances();
    for (FunctionProfile row : functions) {
      if (all.containsKey(row.function())) {
        imbalance(row.function().name(), all.get(row.function()));
      }
    }
  }

  private void imbalance(String name, AccessImbalance row) {
    out.line(
        "%-" + TableWriter.NAME_WIDTH + "s%8.4f%10s%10s%6d%10s%6d",
        TableWriter.shortened(name),
        row.imbalance(),
        Quantities.count(Math.round(row.mean())),
        Quantities.count(row.max()),
        row.maxRank(),
        Quantities.count(row.min()),
        row.minRank());
  }
}
