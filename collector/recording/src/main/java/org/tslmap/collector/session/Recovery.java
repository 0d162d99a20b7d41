package org.tslmap.collector.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.store.DamagedTraceException;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/**
 * Makes a whole run of what a collector that was killed has left: profiles of processes that had
 * ended are there, processes that were running are scored from their traces, up to the last block
 * that is whole, or have the profile that was kept last.
 */
public final class Recovery {
  private final RunFolder folder;
  private final EngineChoice engine;
  private final Consumer<String> notices;
  private final List<String> said = new ArrayList<>();
  private MetricParameters parameters = MetricParameters.defaults();
  private AttributionOptions attribution = AttributionOptions.ALL;
  private Optional<Instant> started = Optional.empty();

  private Recovery(RunFolder folder, EngineChoice engine, Consumer<String> notices) {
    this.folder = folder;
    this.engine = engine;
    this.notices = notices;
  }

  /**
   * Writes {@code profile.json} and {@code run.json} anew. Processes that were running are marked
   * as cut.
   *
   * @param run the folder a recorder wrote
   * @param notices takes what needs saying, one line each
   * @return what was written
   * @throws IOException if the run is finished or still recorded, nothing of a process is stored,
   *     or the result cannot be written
   */
  public static LocalityProfile recover(Path run, EngineChoice engine, Consumer<String> notices)
      throws IOException {
    return new Recovery(new RunFolder(run), engine, notices).recover();
  }

  private LocalityProfile recover() throws IOException {
    readDescription();
    int ranks = folder.hasProfile() ? ProfileJson.read(folder.profile()).expectedRanks() : 0;
    Map<String, Path> traces = new TreeMap<>();
    for (Path trace : folder.storedTraces()) {
      traces.put(trace.getFileName().toString(), trace);
    }
    Map<String, Path> profiles = new TreeMap<>();
    for (Path profile : folder.processProfiles()) {
      String name = profile.getFileName().toString();
      if (name.endsWith(RunFolder.PROFILE_SUFFIX)) {
        profiles.put(name.substring(0, name.length() - RunFolder.PROFILE_SUFFIX.length()), profile);
      }
    }
    Map<String, Path> names = new TreeMap<>(traces);
    profiles.forEach(names::putIfAbsent);
    List<ProcessProfile> processes = new ArrayList<>();
    List<RunFile.Trace> stored = new ArrayList<>();
    for (String name : names.keySet()) {
      Optional<ProcessProfile> process =
          process(name, Optional.ofNullable(traces.get(name)), profiles.get(name) != null);
      process.ifPresent(processes::add);
      if (process.isPresent() && traces.containsKey(name)) {
        stored.add(trace(traces.get(name), process.get()));
      }
    }
    if (processes.isEmpty()) {
      throw new IOException(
          "expected a process's trace or profile in %s, found none that can be read; record the run again"
              .formatted(folder.path()));
    }
    return write(ranks, processes, stored);
  }

  private void readDescription() throws IOException {
    Path description = folder.description();
    if (!folder.hasDescription()) {
      if (folder.storedTraces().isEmpty() && folder.processProfiles().isEmpty()) {
        throw new IOException(
            "expected a run's folder, found neither %s nor a trace in %s; tslmap list shows the runs there are"
                .formatted(description.getFileName(), folder.path()));
      }
      return;
    }
    Optional<RecordingProcess> recorder = RunFile.recordedBy(description);
    if (recorder.isEmpty() && folder.hasProfile()) {
      throw new IOException(
          "%s is finished, so there is nothing to recover; tslmap report shows it"
              .formatted(folder.path()));
    }
    if (recorder.isPresent() && recorder.get().isRunningHere()) {
      throw new IOException(
          "%s is still recorded, by process %d; end that one first"
              .formatted(folder.path(), recorder.get().pid()));
    }
    parameters = RunFile.parameters(description);
    attribution = RunFile.attribution(description);
    started = Optional.of(RunFile.started(description));
    said.addAll(RunFile.notices(description));
  }

  /** A process's profile; nothing if nothing of it can be read. */
  private Optional<ProcessProfile> process(String name, Optional<Path> trace, boolean kept)
      throws IOException {
    Path file = folder.processProfileFolder().resolve(name + RunFolder.PROFILE_SUFFIX);
    Optional<LocalityProfile> found = kept ? Optional.of(ProfileJson.read(file)) : Optional.empty();
    if (found.isPresent() && (trace.isEmpty() || !found.get().unfinished())) {
      return Optional.of(found.get().processes().get(0));
    }
    try {
      ProcessProfile process =
          Replay.replayOne(
              trace.orElseThrow(),
              new ProcessRecording(
                  parameters, engine, attribution, List.of(), hello -> Selection.ALL, true),
              UnaryOperator.identity(),
              notices);
      // From here on its large parts need not be in memory.
      Files.createDirectories(file.getParent());
      ProfileJson.write(new LocalityProfile(RunFile.generator(), List.of(process), 0, false), file);
      return Optional.of(process);
    } catch (DamagedTraceException e) {
      notices.accept(e.getMessage());
      return found.map(profile -> profile.processes().get(0));
    }
  }

  private RunFile.Trace trace(Path trace, ProcessProfile process) throws IOException {
    long bytes = 0;
    try (var files = Files.newDirectoryStream(trace)) {
      for (Path file : files) {
        bytes += Files.size(file);
      }
    }
    return new RunFile.Trace(
        folder.path().relativize(trace).toString(),
        process.totals().storedAccesses(),
        bytes,
        false);
  }

  private LocalityProfile write(
      int ranks, List<ProcessProfile> processes, List<RunFile.Trace> stored) throws IOException {
    processes.sort(Comparator.comparingLong(process -> process.identity().startedMicros()));
    LocalityProfile profile = new LocalityProfile(RunFile.generator(), processes, ranks);
    said.add("the collector of this run was killed; tslmap recover has scored what it had stored");
    ProfileJson.write(profile, folder.profile());
    RunFile.write(
        folder.description(),
        new RunFile.Run(
            started.orElseGet(
                () ->
                    Instant.EPOCH.plus(
                        processes.get(0).identity().startedMicros(), ChronoUnit.MICROS)),
            parameters,
            attribution,
            !stored.isEmpty(),
            stored,
            profile,
            said));
    RunJournal.removeProfiles(folder);
    return profile;
  }
}
