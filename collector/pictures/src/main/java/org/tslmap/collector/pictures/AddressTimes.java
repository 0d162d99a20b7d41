package org.tslmap.collector.pictures;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tslmap.collector.density.DensityFile;
import org.tslmap.collector.density.RunDensity;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * Addresses over time of the processes of a run.
 *
 * @param processes in the order in which they came
 * @param leftOut how many more there are
 */
public record AddressTimes(List<ProcessAddresses> processes, int leftOut) {
  /** Processes that are drawn at most. */
  static final int MOST = 24;

  /** Keeps the list unmodifiable. */
  public AddressTimes {
    processes = List.copyOf(processes);
  }

  /**
   * All of a run: what was recorded with it, or is counted from its trace now; nothing if it has
   * neither.
   *
   * @param run the run's folder
   * @throws IOException if a file or the trace cannot be read or is damaged
   */
  public static AddressTimes of(Path run) throws IOException {
    List<Path> files = RunDensity.files(run, counted -> true);
    int drawn = Math.min(files.size(), MOST);
    List<ProcessAddresses> processes = new ArrayList<>();
    for (Path file : files.subList(0, drawn)) {
      try (DensityFile density = DensityFile.open(file)) {
        processes.add(ProcessAddresses.of(density));
      }
    }
    return new AddressTimes(processes, files.size() - drawn);
  }

  /** Says of which processes of a run not all accesses are here: a trace may end at its limit. */
  public List<String> missing(LocalityProfile run) {
    List<String> lines = new ArrayList<>();
    for (ProcessProfile process : run.processes()) {
      long all = process.totals().accesses();
      for (ProcessAddresses shown : processes) {
        long some = shown.subject().accesses();
        if (shown.subject().isOf(process.identity()) && some < all) {
          lines.add(
              "addresses over time are those of the first %,d of %,d accesses of process %d: the trace has no more"
                  .formatted(some, all, process.identity().pid()));
        }
      }
    }
    return lines;
  }

  /** Says of how many processes there is no picture, if there are such. */
  public Optional<String> notice() {
    return leftOut == 0
        ? Optional.empty()
        : Optional.of(
            "addresses over time are drawn for the first %d processes only; %d have no such picture"
                .formatted(processes.size(), leftOut));
  }
}
