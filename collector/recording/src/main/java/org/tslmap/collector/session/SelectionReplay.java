package org.tslmap.collector.session;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.LongPredicate;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.memory.MemoryListener;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.store.DamagedTraceException;
import org.tslmap.collector.store.TraceReader;
import org.tslmap.collector.wire.WireException;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * Scores a selection of one process's stored trace as {@link Replay} does, but reads no further
 * than to its end, tells how far it is, and can be stopped.
 */
public final class SelectionReplay {
  private SelectionReplay() {}

  /**
   * Scores a selection.
   *
   * @param trace the trace's folder
   * @param attribution what accesses are attributed to besides code
   * @param selection which accesses are scored
   * @param listeners told what is where in memory up to the selection's end
   * @param further told now and then how many accesses were read; false ends the work
   * @return the profile; of a selection that ends before the trace does it is not known how the
   *     process ended
   * @throws CancellationException if it was ended
   * @throws IOException if the trace is cut short or damaged
   */
  public static ProcessProfile of(
      Path trace,
      MetricParameters parameters,
      AttributionOptions attribution,
      Selection selection,
      List<? extends MemoryListener> listeners,
      LongPredicate further)
      throws IOException {
    try (ProcessRecording recording =
            new ProcessRecording(
                parameters, EngineChoice.AUTO, attribution, List.of(), process -> selection, true);
        TraceReader reader = TraceReader.open(trace)) {
      listeners.forEach(recording::listen);
      while (reader.accesses() < selection.time().to() && reader.next(recording.stream())) {
        if (!further.test(Math.min(reader.accesses(), selection.time().to()))) {
          throw new CancellationException();
        }
      }
      return recording.profile("", reader.accesses());
    } catch (WireException e) {
      throw new DamagedTraceException(
          "trace %s: %s; record the run again".formatted(trace, e.getMessage()));
    }
  }
}
