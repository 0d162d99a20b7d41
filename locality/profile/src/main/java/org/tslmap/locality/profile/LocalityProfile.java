package org.tslmap.locality.profile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;

/**
 * The result of a run: one profile for each process.
 *
 * @param generator the program and version that made it
 * @param processes the processes, in the order they started
 * @param expectedRanks the MPI ranks there should be, 0 to this - 1; 0 when that is not known
 * @param unfinished whether the run was still recorded when this was written, so that processes may
 *     be missing, and parts of processes
 */
public record LocalityProfile(
    String generator, List<ProcessProfile> processes, int expectedRanks, boolean unfinished) {

  /** Keeps the list unmodifiable. */
  public LocalityProfile {
    Objects.requireNonNull(generator, "generator");
    processes = List.copyOf(processes);
    if (expectedRanks < 0) {
      throw new IllegalArgumentException(
          "the number of ranks must not be negative, but is " + expectedRanks);
    }
  }

  /** A run that is over. */
  public LocalityProfile(String generator, List<ProcessProfile> processes, int expectedRanks) {
    this(generator, processes, expectedRanks, false);
  }

  /** A run of which it is not known how many ranks it should have. */
  public LocalityProfile(String generator, List<ProcessProfile> processes) {
    this(generator, processes, 0);
  }

  /** The same, all of it in memory; for a profile whose file is going to be removed. */
  public LocalityProfile inMemory() {
    return new LocalityProfile(
        generator,
        processes.stream().map(ProcessProfile::inMemory).toList(),
        expectedRanks,
        unfinished);
  }

  /** Whether there is at least one process, nothing is missing, and no rank died. */
  public boolean complete() {
    return !processes.isEmpty() && problems().isEmpty();
  }

  /**
   * Why the run is not complete, one sentence each: processes whose streams are not whole, ranks
   * that never came, and ranks of a parallel program that a signal ended before their end.
   */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (unfinished) {
      problems.add(
          "the run has no end: it is still recorded, or its collector was killed (tslmap recover"
              + " scores what is stored of it)");
    }
    for (ProcessProfile process : processes) {
      if (!process.end().complete()) {
        int rank = process.identity().rank();
        problems.add(
            "process %d%s: %s"
                .formatted(
                    process.identity().pid(),
                    parallel() && rank >= 0 ? " (rank " + rank + ")" : "",
                    process.end().incompleteReason()));
      }
    }
    processes.forEach(process -> Accounting.difference(process).ifPresent(problems::add));
    for (int rank : missingRanks()) {
      problems.add("rank %d is missing: it never connected".formatted(rank));
    }
    if (parallel()) {
      ranks().forEach(rank -> rank.death().ifPresent(problems::add));
    }
    return problems;
  }

  /** Whether this is a run of a parallel program with MPI ranks. */
  public boolean parallel() {
    return expectedRanks > 0 || ranks().size() > 1;
  }

  /** The MPI ranks that came, in ascending order. */
  public List<RankProfile> ranks() {
    Map<Integer, List<ProcessProfile>> byRank = new TreeMap<>();
    for (ProcessProfile process : processes) {
      if (process.identity().rank() >= 0) {
        byRank.computeIfAbsent(process.identity().rank(), r -> new ArrayList<>()).add(process);
      }
    }
    return byRank.entrySet().stream()
        .map(rank -> new RankProfile(rank.getKey(), rank.getValue()))
        .toList();
  }

  /** Ranks that should have come and did not, in ascending order. */
  public List<Integer> missingRanks() {
    List<Integer> present = ranks().stream().map(RankProfile::rank).toList();
    return IntStream.range(0, expectedRanks)
        .filter(rank -> !present.contains(rank))
        .boxed()
        .toList();
  }

  /** What was recorded of the process of this number that started then. */
  public List<ProcessProfile> processes(int pid, long startedMicros) {
    return processes.stream()
        .filter(process -> process.identity().pid() == pid)
        .filter(process -> process.identity().startedMicros() == startedMicros)
        .toList();
  }

  /**
   * The process whose command and end stand for the run: the first (of MPI ranks, the lowest), as
   * the last program it became.
   *
   * @throws IllegalStateException if there is no process
   */
  public ProcessProfile mainProcess() {
    if (processes.isEmpty()) {
      throw new IllegalStateException("a profile without processes has no main process");
    }
    ProcessProfile main = processes.get(0);
    if (main.identity().rank() >= 0) {
      return ranks().get(0).main();
    }
    for (ProcessProfile process : processes) {
      main = process.identity().isSameProcess(main.identity()) ? process : main;
    }
    return main;
  }

  /**
   * All processes added together, histogram by histogram.
   *
   * @throws IllegalStateException if there is no process, or processes were measured with different
   *     parameters
   */
  public ScoredStream merged() {
    if (processes.isEmpty()) {
      throw new IllegalStateException("a profile without processes has nothing to add up");
    }
    return sum(processes);
  }

  /** Adds processes together; at least one. */
  static ScoredStream sum(List<ProcessProfile> processes) {
    if (processes.size() == 1) {
      return processes.get(0).scored();
    }
    ProcessProfile first = processes.get(0);
    MetricParameters parameters = first.parameters();
    AccessTotals totals = AccessTotals.NONE;
    Footprint footprint = Footprint.none(parameters);
    Histograms histograms = Histograms.empty(parameters);
    FunctionTable functions = new FunctionTable(parameters);
    for (ProcessProfile process : processes) {
      if (!process.parameters().equals(parameters)) {
        throw new IllegalStateException(
            ("process %d was measured with %s, but process %d with %s; only profiles of the same"
                    + " parameters add, so replay their traces with one set")
                .formatted(
                    first.identity().pid(),
                    parameters,
                    process.identity().pid(),
                    process.parameters()));
      }
      totals = totals.plus(process.totals());
      footprint = footprint.plus(process.footprint());
      histograms.add(process.histograms());
      functions.add(process); // now, while the process is in memory
    }
    return new ScoredStream(
        parameters,
        totals,
        footprint,
        histograms,
        functions::rows,
        () -> {
          DataTable table = new DataTable(parameters);
          processes.forEach(table::add);
          return table.rows();
        });
  }

  /**
   * How evenly all accesses are spread over the ranks that came.
   *
   * @throws IllegalArgumentException if fewer than two did
   */
  public AccessImbalance imbalance() {
    List<RankProfile> ranks = ranks();
    long[] accesses =
        ranks.stream()
            .mapToLong(
                rank -> rank.processes().stream().mapToLong(p -> p.totals().accesses()).sum())
            .toArray();
    return AccessImbalance.of(numbers(ranks), accesses);
  }

  /**
   * The same for each function's own accesses. A rank that never called a function counts as 0.
   * Functions that no rank called are left out: the launcher's own, say.
   *
   * @throws IllegalArgumentException if fewer than two ranks came
   */
  public Map<FunctionInfo, AccessImbalance> functionImbalances() {
    List<RankProfile> ranks = ranks();
    Map<FunctionInfo, long[]> accesses = new LinkedHashMap<>();
    for (int i = 0; i < ranks.size(); i++) {
      for (ProcessProfile process : ranks.get(i).processes()) {
        for (SiteProfile site : process.sites()) {
          long[] ofFunction =
              accesses.computeIfAbsent(process.functionOf(site), f -> new long[ranks.size()]);
          ofFunction[i] += site.accesses();
        }
      }
    }
    int[] numbers = numbers(ranks);
    Map<FunctionInfo, AccessImbalance> result = new LinkedHashMap<>();
    accesses.forEach((function, own) -> result.put(function, AccessImbalance.of(numbers, own)));
    return result;
  }

  private static int[] numbers(List<RankProfile> ranks) {
    return ranks.stream().mapToInt(RankProfile::rank).toArray();
  }
}
