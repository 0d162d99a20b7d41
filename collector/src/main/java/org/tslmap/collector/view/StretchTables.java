package org.tslmap.collector.view;

import java.io.IOException;
import java.util.List;
import org.tslmap.collector.report.TableKind;
import org.tslmap.collector.store.StoredTrace;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * Tables of a stretch of accesses: scored from the trace, as a stream of its own. Stretches are
 * limited to what that takes a second or two for.
 */
final class StretchTables {
  /** Accesses that are scored at once, at most. */
  static final long MOST_ACCESSES = 60_000_000;

  private StretchTables() {}

  /** A table of what the request's parameters {@code from} and {@code to} name. */
  static Answer answer(Request request, ViewedRun run, ProcessPicture picture, TableKind kind)
      throws IOException {
    long from = request.number("from", 0, Math.max(0, picture.accesses() - 1));
    long to = request.number("to", from + 1, picture.accesses());
    StoredTrace trace =
        picture
            .trace()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "this run has no stored trace to score a window from; record it with"
                            + " --trace full"));
    if (to > trace.accesses()) {
      throw new IllegalArgumentException(
          "the trace was stored up to access %,d only; choose a window before that"
              .formatted(trace.accesses()));
    }
    if (to - from > MOST_ACCESSES) {
      throw new IllegalArgumentException(
          "a window of at most %,d accesses is scored here, but this one has %,d; zoom in, or use tslmap replay"
              .formatted(MOST_ACCESSES, to - from));
    }
    ProcessProfile stretch = run.stretch(picture, from, to);
    return ViewedRun.table(
        new LocalityProfile(run.profile().generator(), List.of(stretch)), kind, "");
  }
}
