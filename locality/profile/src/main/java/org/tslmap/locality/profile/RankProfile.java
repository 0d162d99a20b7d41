package org.tslmap.locality.profile;

import java.util.List;
import java.util.Optional;

/**
 * One MPI rank: the process its launcher started, what that became, and what it started in turn,
 * which all have the rank from the same environment.
 *
 * @param rank its number, from 0 on
 * @param processes its processes, in the order they started; at least one
 */
public record RankProfile(int rank, List<ProcessProfile> processes) {

  /** Keeps the list unmodifiable. */
  public RankProfile {
    processes = List.copyOf(processes);
    if (rank < 0 || processes.isEmpty()) {
      throw new IllegalArgumentException(
          "expected a rank from 0 on and a process of it, but found rank %d with %d processes"
              .formatted(rank, processes.size()));
    }
  }

  /** The process that stands for the rank, as the last program it became. */
  public ProcessProfile main() {
    ProcessIdentity first = processes.get(0).identity();
    ProcessProfile main = processes.get(0);
    for (ProcessProfile process : processes) {
      main = process.identity().isSameProcess(first) ? process : main;
    }
    return main;
  }

  /** Its processes added together, histogram by histogram. */
  public ScoredStream scored() {
    return LocalityProfile.sum(processes);
  }

  /** Why the rank did not come to its own end, in one sentence; nothing when it did. */
  public Optional<String> death() {
    ProcessProfile main = main();
    if (main.end().signal() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        "rank %d died: %s ended it (process %d on %s)"
            .formatted(
                rank,
                main.end().signal() > 0 ? "signal " + main.end().signal() : "a signal",
                main.identity().pid(),
                main.identity().host()));
  }

  /** How its main process ended; incomplete also when another of its processes is, or it died. */
  public ProcessEnd end() {
    ProcessEnd end = main().end();
    if (!end.complete()) {
      return end;
    }
    return processes.stream()
        .map(ProcessProfile::end)
        .filter(other -> !other.complete())
        .map(ProcessEnd::incompleteReason)
        .findFirst()
        .or(this::death)
        .map(end::withIncomplete)
        .orElse(end);
  }
}
