package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.RankProfile;
import org.tslmap.locality.profile.ThreadProfile;
import org.tslmap.locality.score.Measure;

/** One of several that share a run's work: a thread of a process, an MPI rank, a host. */
public final class RunPart {
  private final String name;
  private final Tally tally;
  private final MetricParameters parameters;

  private RunPart(String name, MetricParameters parameters, Tally tally) {
    this.name = name;
    this.parameters = parameters;
    this.tally = tally;
  }

  /** The threads of a process. */
  public static List<RunPart> threads(ProcessProfile process) {
    List<RunPart> parts = new ArrayList<>();
    for (ThreadProfile thread : process.threads()) {
      Tally tally = new Tally(process.parameters());
      tally.add(thread.loads(), thread.stores(), thread.histograms());
      parts.add(new RunPart("thread " + thread.id(), process.parameters(), tally));
    }
    return parts;
  }

  /** The MPI ranks that came. */
  public static List<RunPart> ranks(LocalityProfile profile) {
    return profile.ranks().stream()
        .map((RankProfile rank) -> of("rank " + rank.rank(), rank.processes()))
        .toList();
  }

  /** The hosts that processes ran on. */
  public static List<RunPart> hosts(LocalityProfile profile) {
    Map<String, List<ProcessProfile>> byHost = new LinkedHashMap<>();
    for (ProcessProfile process : profile.processes()) {
      byHost.computeIfAbsent(process.identity().host(), h -> new ArrayList<>()).add(process);
    }
    List<RunPart> parts = new ArrayList<>();
    byHost.forEach((host, processes) -> parts.add(of("host " + host, processes)));
    return parts;
  }

  private static RunPart of(String name, List<ProcessProfile> processes) {
    MetricParameters parameters = processes.get(0).parameters();
    Tally tally = new Tally(parameters);
    for (ProcessProfile process : processes) {
      tally.add(process.totals().loads(), process.totals().stores(), process.histograms());
    }
    return new RunPart(name, parameters, tally);
  }

  /** All of some parts as one. */
  public static RunPart together(String name, List<RunPart> parts) {
    MetricParameters parameters = parts.get(0).parameters;
    Tally sum = new Tally(parameters);
    parts.forEach(part -> sum.add(part.tally));
    return new RunPart(name, parameters, sum);
  }

  /** What it is called: "thread 2", "rank 0". */
  public String name() {
    return name;
  }

  /** How many accesses it makes. */
  public long accesses() {
    return tally.accesses();
  }

  /**
   * This part beside another: scores and misses, and the number of accesses.
   *
   * @param caches the caches whose misses are compared
   */
  public ComparedRow comparedWith(RunPart reference, List<CacheSize> caches) {
    List<Column> columns =
        Comparison.columns(parameters, caches).stream()
            .filter(
                column ->
                    Measure.ofColumn(column.key())
                        .filter(
                            measure ->
                                measure.better() != Measure.Better.NEITHER
                                    || measure.equals(Measure.ACCESSES))
                        .isPresent())
            .toList();
    return new ComparedRow(
        name,
        Optional.of(reference.measured(columns)),
        Optional.of(measured(columns)),
        columns,
        Math.max(1, Math.max(accesses(), reference.accesses())),
        Margins.NONE);
  }

  private Measured measured(List<Column> columns) {
    return Measured.of(Row.of(Map.of(), tally), name, columns, true);
  }
}
