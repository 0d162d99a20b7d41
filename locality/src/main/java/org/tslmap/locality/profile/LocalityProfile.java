package org.tslmap.locality.profile;

import java.util.List;
import java.util.Objects;
import org.tslmap.locality.MetricParameters;

/**
 * The result of a run: one profile for each process.
 *
 * @param generator the program and version that made it
 * @param processes the processes, in the order they started
 */
public record LocalityProfile(String generator, List<ProcessProfile> processes) {

  /** Keeps the list unmodifiable. */
  public LocalityProfile {
    Objects.requireNonNull(generator, "generator");
    processes = List.copyOf(processes);
  }

  /** Whether every process's stream is whole and there is at least one. */
  public boolean complete() {
    return !processes.isEmpty() && processes.stream().allMatch(process -> process.end().complete());
  }

  /**
   * The process whose command and end stand for the run: the first, as the last program it became.
   *
   * @throws IllegalStateException if there is no process
   */
  public ProcessProfile mainProcess() {
    if (processes.isEmpty()) {
      throw new IllegalStateException("a profile without processes has no main process");
    }
    ProcessProfile main = processes.get(0);
    for (ProcessProfile process : processes) {
      if (process.identity().pid() == main.identity().pid()
          && process.identity().host().equals(main.identity().host())) {
        main = process;
      }
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
    if (processes.size() == 1) {
      return processes.get(0).scored();
    }
    ProcessProfile first = processes.get(0);
    MetricParameters parameters = first.parameters();
    AccessTotals totals = AccessTotals.NONE;
    Footprint footprint = Footprint.NONE;
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
      functions.add(process);
    }
    return new ScoredStream(parameters, totals, footprint, histograms, functions.rows());
  }
}
