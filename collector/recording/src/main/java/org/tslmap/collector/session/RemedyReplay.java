package org.tslmap.collector.session;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongPredicate;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.remedies.AddressChange;
import org.tslmap.collector.remedies.Relocation;
import org.tslmap.collector.remedies.Survey;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.store.DamagedTraceException;
import org.tslmap.collector.store.TraceReader;
import org.tslmap.collector.wire.AccessDecoder;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.ProcessStream;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.WireException;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.SimulatedCache;
import org.tslmap.locality.layout.Remedy;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * Scores a process's stored trace as if a remedy had been applied: with the addresses that its data
 * would have then. A remedy that depends on what the program uses, or in which order, takes a pass
 * over the trace of its own, in which nothing is scored.
 */
public final class RemedyReplay {
  private RemedyReplay() {}

  /**
   * What came of it.
   *
   * @param changed the process's profile then
   * @param missesBefore what each cache misses of the remedy's accesses now, with sets
   * @param missesAfter the same then
   */
  public record Result(ProcessProfile changed, List<Long> missesBefore, List<Long> missesAfter) {

    /** Keeps the lists unmodifiable. */
    public Result {
      missesBefore = List.copyOf(missesBefore);
      missesAfter = List.copyOf(missesAfter);
    }
  }

  /**
   * Scores a process's trace with a remedy applied.
   *
   * @param run the folder of the run
   * @param recorded the process as it is, which the remedy is for
   * @param caches what misses are counted of
   * @param further told now and then how many accesses were read of the pass; false ends the work
   * @throws CancellationException if it was ended
   * @throws IOException if there is no trace of the process, or it is cut short or damaged
   */
  public static Result of(
      Path run,
      ProcessProfile recorded,
      Remedy remedy,
      List<SimulatedCache> caches,
      LongPredicate further)
      throws IOException {
    Path trace = trace(run, recorded.identity());
    AttributionOptions attribution = Replay.attribution(run);
    Optional<Survey> survey =
        remedy.needsSurvey()
            ? Optional.of(survey(trace, recorded, remedy, attribution, further))
            : Optional.empty();
    AtomicReference<Relocation> moved = new AtomicReference<>();
    try {
      ProcessProfile changed =
          scored(
              trace,
              recorded,
              attribution,
              symbols -> {
                moved.set(new Relocation(remedy, recorded.parameters(), survey, caches, symbols));
                return moved.get();
              },
              further);
      check(trace, recorded, changed, remedy);
      return new Result(changed, moved.get().missesBefore(), moved.get().missesAfter());
    } finally {
      if (moved.get() != null) {
        moved.get().close();
      }
    }
  }

  /** Whether the trace holds the process whose data the remedy names. */
  private static void check(
      Path trace, ProcessProfile recorded, ProcessProfile changed, Remedy remedy)
      throws IOException {
    for (Remedy.Target target : remedy.targets()) {
      String expected = recorded.attribution().objects().get(target.object()).name();
      List<String> names = changed.attribution().objects().stream().map(o -> o.name()).toList();
      String found = target.object() < names.size() ? names.get(target.object()) : "none";
      if (!found.equals(expected)) {
        throw new DamagedTraceException(
            "trace %s: expected data called '%s', found '%s'; record the run again"
                .formatted(trace, expected, found));
      }
    }
  }

  private static Survey survey(
      Path trace,
      ProcessProfile recorded,
      Remedy remedy,
      AttributionOptions attribution,
      LongPredicate further)
      throws IOException {
    AtomicReference<Survey> survey = new AtomicReference<>();
    AddressChange.Factory factory =
        symbols -> {
          survey.set(new Survey(remedy, symbols));
          return survey.get();
        };
    try (ProcessRecording recording = recording(recorded, attribution, factory)) {
      read(trace, recording, further);
      // What the accesses use is known once the last one has come.
      recording.stream().finish();
      recording.drain();
    }
    return survey.get();
  }

  private static ProcessProfile scored(
      Path trace,
      ProcessProfile recorded,
      AttributionOptions attribution,
      AddressChange.Factory change,
      LongPredicate further)
      throws IOException {
    try (ProcessRecording recording = recording(recorded, attribution, change)) {
      return recording.profile("", read(trace, recording, further));
    }
  }

  private static ProcessRecording recording(
      ProcessProfile recorded, AttributionOptions attribution, AddressChange.Factory change) {
    ProcessRecording recording =
        new ProcessRecording(
            recorded.parameters(),
            EngineChoice.AUTO,
            attribution,
            List.of(),
            process -> Selection.ALL,
            false);
    recording.change(change);
    return recording;
  }

  /** Reads a trace and gives the number of its accesses. */
  private static long read(Path trace, ProcessRecording recording, LongPredicate further)
      throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      while (reader.next(recording.stream())) {
        if (!further.test(reader.accesses())) {
          throw new CancellationException();
        }
      }
      return reader.accesses();
    } catch (WireException e) {
      throw new DamagedTraceException(
          "trace %s: %s; record the run again".formatted(trace, e.getMessage()));
    }
  }

  /** The trace of a process, which begins with its identity. */
  private static Path trace(Path run, ProcessIdentity process) throws IOException {
    for (Path trace : Replay.traces(run)) {
      if (isOf(trace, process)) {
        return trace;
      }
    }
    throw new IOException(
        "expected the trace of process %d in %s, found none; record the run with --trace full"
            .formatted(process.pid(), run));
  }

  private static boolean isOf(Path trace, ProcessIdentity process) throws IOException {
    ProcessStream stream = new ProcessStream(new Unheard());
    try (TraceReader reader = TraceReader.open(trace)) {
      while (stream.hello().isEmpty() && reader.next(stream)) {
        // The first frame says which process it is.
      }
    } catch (WireException e) {
      throw new DamagedTraceException(
          "trace %s: %s; record the run again".formatted(trace, e.getMessage()));
    }
    return stream
        .hello()
        .filter(hello -> hello.pid() == process.pid() && hello.host().equals(process.host()))
        .filter(hello -> hello.startedMicros() == process.startedMicros())
        .isPresent();
  }

  /** Wants to know nothing but which process it is. */
  private static final class Unheard implements ProcessStream.Listener {
    @Override
    public Optional<AccessDecoder> begin(Hello process, SymbolTables symbols) {
      return Optional.empty();
    }

    @Override
    public void frame(Frame frame) {
      // Definitions are not needed.
    }
  }
}
