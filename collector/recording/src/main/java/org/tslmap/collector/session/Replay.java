package org.tslmap.collector.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.tslmap.collector.analysis.SinkFactory;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.selection.FilteredStream;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.sources.KeptSources;
import org.tslmap.collector.store.DamagedTraceException;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.collector.store.TraceReader;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.StreamHandler;
import org.tslmap.collector.wire.WireException;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.filter.FilterRules;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;

/** Scores a stored trace again. */
public final class Replay {
  private Replay() {}

  /** A filter file, for all processes of a run. */
  private static final class Filter {
    private final String option;
    private final FilterRules rules;

    Filter(Path file) throws IOException {
      option = "--tsl-filter=" + file.toAbsolutePath();
      rules = FilterRules.read(file);
    }

    StreamHandler before(StreamHandler stream) {
      return new FilteredStream(rules, option, stream);
    }

    /** Says which rules matched no function, one line each. */
    List<String> unmatched() {
      return rules.unmatched().stream()
          .map(rule -> option + ": nothing that ran matches " + rule)
          .toList();
    }

    /** Ends, when nobody asks any more. */
    void closeAfter(ExecutorService workers) {
      try {
        if (workers.awaitTermination(1, TimeUnit.MINUTES)) {
          rules.close();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Reads the trace of every process of a run and scores it. With the run's own parameters the
   * profile is the run's, bit for bit.
   *
   * @param runFolder the folder a recorder wrote
   * @param attribution what accesses are attributed to besides code
   * @param sinks take the accesses as they are decoded, one instance of each for each process
   * @param selector gives the part of a process's accesses that forms the stream
   * @param filter a filter file whose functions are counted and not scored
   * @param expectedRanks how many MPI ranks the run should have, 0 when that is not known
   * @param jobs threads that work at the same time, at least 1: each process has one, or two, of
   *     which one counts what the other decodes and labels; with sinks it is one process at a time
   * @param notices takes what needs saying, one line each, such as a trace that stops at its limit
   * @throws IOException if there is no trace, or it is cut short or damaged; names file and
   *     position
   */
  public static LocalityProfile replay(
      Path runFolder,
      MetricParameters parameters,
      EngineChoice engine,
      AttributionOptions attribution,
      List<SinkFactory> sinks,
      Function<Hello, Selection> selector,
      Optional<Path> filter,
      int expectedRanks,
      int jobs,
      Consumer<String> notices)
      throws IOException {
    List<Path> traces = traces(runFolder);
    boolean alongside = jobs > traces.size();
    Optional<Filter> rules =
        filter.isPresent() ? Optional.of(new Filter(filter.get())) : Optional.empty();
    ExecutorService workers =
        Executors.newFixedThreadPool(
            sinks.isEmpty() ? Math.max(1, Math.min(jobs, traces.size())) : 1);
    try {
      List<Future<ProcessProfile>> results = new ArrayList<>();
      for (Path trace : traces) {
        results.add(
            workers.submit(
                () ->
                    replayOne(
                        trace,
                        new ProcessRecording(
                            parameters, engine, attribution, sinks, selector, alongside),
                        rules
                            .<UnaryOperator<StreamHandler>>map(used -> used::before)
                            .orElse(UnaryOperator.identity()),
                        notices)));
      }
      List<ProcessProfile> processes = new ArrayList<>();
      for (Future<ProcessProfile> result : results) {
        processes.add(await(result));
      }
      processes.sort(Comparator.comparingLong(process -> process.identity().startedMicros()));
      compare(runFolder, processes);
      rules.ifPresent(used -> used.unmatched().forEach(notices));
      return new LocalityProfile(RunFile.generator(), processes, expectedRanks);
    } finally {
      workers.shutdownNow();
      rules.ifPresent(used -> used.closeAfter(workers));
    }
  }

  /** Processes that were complete when they were recorded must have the same accesses again. */
  private static void compare(Path runFolder, List<ProcessProfile> processes) throws IOException {
    Path recorded = new RunFolder(runFolder).profile();
    if (!Files.exists(recorded)) {
      return;
    }
    Map<ProcessIdentity, ProcessProfile> before = new HashMap<>();
    for (ProcessProfile process : ProfileJson.read(recorded).processes()) {
      before.put(process.identity(), process);
    }
    processes.replaceAll(
        process -> {
          ProcessProfile then = before.get(process.identity());
          long now = process.totals().storedAccesses();
          return then == null
                  || !then.end().complete()
                  || !process.end().complete()
                  || then.totals().storedAccesses() == now
              ? process
              : process.with(
                  process
                      .end()
                      .withIncomplete(
                          "expected the %,d accesses that were stored, found %,d in the trace"
                              .formatted(then.totals().storedAccesses(), now)));
        });
  }

  private static ProcessProfile await(Future<ProcessProfile> result) throws IOException {
    try {
      return result.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while scoring a trace again", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    }
  }

  /**
   * What the metrics of a recorded run were computed with.
   *
   * @throws IOException if its {@code run.json} cannot be read
   */
  public static MetricParameters parameters(Path runFolder) throws IOException {
    RunFolder run = new RunFolder(runFolder);
    return run.hasDescription()
        ? RunFile.parameters(run.description())
        : MetricParameters.defaults();
  }

  /**
   * What accesses of a recorded run were attributed to.
   *
   * @throws IOException if its {@code run.json} cannot be read
   */
  public static AttributionOptions attribution(Path runFolder) throws IOException {
    RunFolder run = new RunFolder(runFolder);
    return run.hasDescription() ? RunFile.attribution(run.description()) : AttributionOptions.ALL;
  }

  /**
   * Writes the result of a replay as a run of its own, without a trace: its profile, and a {@code
   * run.json} with its own parameters, and with the time and the notices of the run it is of, as
   * far as that has a {@code run.json}. Copies of sources come along.
   *
   * @param of the folder of the run whose traces were scored
   * @param to the folder of the result, which exists and holds no run
   * @param attribution what accesses are attributed to besides code
   * @param notices what was said in addition, one line each
   * @throws IOException if it cannot be written, or the run's {@code run.json} is damaged
   */
  public static void keep(
      LocalityProfile profile,
      RunFolder of,
      RunFolder to,
      MetricParameters parameters,
      AttributionOptions attribution,
      List<String> notices)
      throws IOException {
    Instant started =
        profile.processes().stream()
            .findFirst()
            .map(first -> Instant.EPOCH.plus(first.identity().startedMicros(), ChronoUnit.MICROS))
            .orElseGet(Instant::now);
    Set<String> lines = new LinkedHashSet<>();
    if (of.hasDescription()) {
      RunFile.Run recorded = RunFile.read(of.description(), profile);
      started = recorded.started();
      lines.addAll(recorded.notices());
    }
    lines.addAll(notices);
    new KeptSources(of).copyTo(new KeptSources(to));
    ProfileJson.write(profile, to.profile());
    RunFile.write(
        to.description(),
        new RunFile.Run(
            started, parameters, attribution, false, List.of(), profile, List.copyOf(lines)));
  }

  static List<Path> traces(Path runFolder) throws IOException {
    RunFolder run = new RunFolder(runFolder);
    if (!Files.isDirectory(run.traces())) {
      throw new IOException(
          "expected a stored trace in %s, found none; record the run with --trace full"
              .formatted(run.traces()));
    }
    List<Path> found = run.storedTraces();
    Path description = run.description();
    if (run.hasDescription()) {
      for (RunFile.Trace trace : RunFile.traces(description)) {
        if (!found.contains(runFolder.resolve(trace.folder()))) {
          throw new IOException(
              "expected the trace of a process in %s, as %s says, found none; copy the whole run"
                      .formatted(runFolder.resolve(trace.folder()), description)
                  + " folder");
        }
      }
    }
    return found;
  }

  /**
   * Scores one process's trace.
   *
   * @param filter gives what is to take the stream, in front of the recording
   */
  static ProcessProfile replayOne(
      Path trace,
      ProcessRecording recording,
      UnaryOperator<StreamHandler> filter,
      Consumer<String> notices)
      throws IOException {
    try (recording;
        TraceReader reader = TraceReader.open(trace)) {
      StreamHandler stream = filter.apply(recording.stream());
      while (reader.next(stream)) {
        // All is done while it reads.
      }
      stream.finish();
      if (recording.stream().hello().isEmpty()) {
        throw new DamagedTraceException(
            "trace %s: expected a process's stream, found nothing; record the run again"
                .formatted(trace));
      }
      if (reader.limited()) {
        notices.accept(
            "the trace %s %s: %,d accesses are scored, the program made more"
                .formatted(trace, reader.limit(), reader.accesses()));
      }
      recording.notice().ifPresent(notices);
      return recording.profile(
          reader.limited() ? "the stored trace " + reader.limit() : reader.failure(),
          reader.accesses());
    } catch (WireException e) {
      throw new DamagedTraceException(
          "trace %s: %s; record the run again".formatted(trace, e.getMessage()));
    }
  }
}
