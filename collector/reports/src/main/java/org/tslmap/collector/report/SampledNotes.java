package org.tslmap.collector.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Sampling;

/**
 * What is said of processes of which a part of the accesses was scored. It is told from their
 * profiles, since a run may be merged with others, and of a part of one all may be scored.
 */
final class SampledNotes {
  private static final String ESTIMATES =
      ": scores, first touches and misses are estimates, and so is what data objects and call paths"
          + " have of the accesses; accesses of functions, of lines and of the whole are exact";

  private final List<ProcessProfile> processes;
  private final List<ProcessProfile> sampled;
  private final Optional<String> share;

  SampledNotes(List<ProcessProfile> processes) {
    this.processes = processes;
    this.sampled = processes.stream().filter(process -> process.sampling().isPresent()).toList();
    this.share = Sampling.share(processes);
  }

  private boolean isMixed() {
    return sampled.size() < processes.size();
  }

  /** Which part was scored, and what there is a trace of; nothing if sampling was off. */
  Optional<String> notice() {
    if (sampled.isEmpty()) {
      return Optional.empty();
    }
    String budgets =
        sampled.stream()
            .flatMap(process -> process.sampling().flatMap(Sampling::budget).stream())
            .map(Sampling.Budget::describe)
            .distinct()
            .collect(Collectors.joining(", "));
    String mixed =
        isMixed()
            ? " (%d of %d processes sampled)".formatted(sampled.size(), processes.size())
            : "";
    String part =
        share
            .map(
                scored ->
                    scored
                        + mixed
                        + "; totals are exact, scores have 95 % intervals, and what data objects and"
                        + " call paths have of the totals is estimated")
            .orElse(
                budgets.isEmpty() ? "so few accesses that all are scored" : "all accesses scored");
    long stored = sampled.stream().mapToLong(process -> process.totals().storedAccesses()).sum();
    return Optional.of(
        "sampled: "
            + part
            + (budgets.isEmpty() ? "" : "; " + budgets)
            + (stored == 0
                ? "; no trace"
                : String.format(Locale.ROOT, "; the trace has the first %,d", stored))
            + (isMixed() ? " of what was sampled" : ""));
  }

  /** Which numbers are not exact, for those who see only numbers. */
  Optional<String> caution() {
    return share.map(scored -> scored + ESTIMATES);
  }

  /** How many accesses were scored and how, where it was not all of them. */
  void write(TableWriter out) {
    if (share.isEmpty()) {
      return;
    }
    List<Sampling> parts =
        sampled.stream().flatMap(process -> process.sampling().stream()).toList();
    out.line(
        "sampled     %s%,d accesses scored in bursts, and the first %,d all; the others%s are"
            + " counted, and scores estimated: ± is half of the 95 %% interval",
        isMixed() ? "in %d of %d processes ".formatted(sampled.size(), processes.size()) : "",
        parts.stream().mapToLong(Sampling::scoredAccesses).sum(),
        parts.stream().mapToLong(Sampling::exactAccesses).sum(),
        isMixed() ? " there" : "");
    long paused = parts.stream().mapToLong(Sampling::pausedAccesses).sum();
    if (paused > 0) {
      out.line(
          "paused      recording paused for %,d accesses, which are only counted: memory that was"
              + " touched only meanwhile is not in the footprint",
          paused);
    }
  }
}
