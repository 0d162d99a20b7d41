package org.tslmap.collector.pictures;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tslmap.collector.density.DensityFile;
import org.tslmap.collector.density.DensityRecording;

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
   * What was recorded of a run, all of it; nothing if it was recorded without.
   *
   * @param run the run's folder
   * @throws IOException if a file cannot be read or is damaged
   */
  public static AddressTimes recorded(Path run) throws IOException {
    List<Path> files = DensityRecording.filesOf(run);
    int drawn = Math.min(files.size(), MOST);
    List<ProcessAddresses> processes = new ArrayList<>();
    for (Path file : files.subList(0, drawn)) {
      try (DensityFile density = DensityFile.open(file)) {
        processes.add(ProcessAddresses.of(density));
      }
    }
    return new AddressTimes(processes, files.size() - drawn);
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
