package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongPredicate;

/**
 * Counts what is in a rectangle exactly, by replaying the trace from its beginning, and tells those
 * who wait for it how far it is. It ends when nobody waits any more.
 */
final class RectangleCount implements WebService.EventSource {
  private static final long PERIOD_NANOS = 200_000_000;

  private final Work work;
  private final long total;
  private final List<WebService.EventListener> waiting = new CopyOnWriteArrayList<>();
  private boolean started;
  private Optional<String> outcome = Optional.empty();
  private long told;

  /** The work itself. */
  interface Work {
    /**
     * Does it.
     *
     * @param further told how many accesses were gone through; false says to stop
     * @throws CancellationException if it was stopped
     */
    void run(LongPredicate further) throws IOException;
  }

  /**
   * Work that has not begun.
   *
   * @param total accesses that are gone through
   */
  RectangleCount(Work work, long total) {
    this.work = work;
    this.total = total;
  }

  @Override
  public AutoCloseable subscribe(WebService.EventListener listener) {
    waiting.add(listener);
    synchronized (this) {
      if (outcome.isPresent()) {
        listener.event(outcome.get(), "{}");
      } else if (!started) {
        started = true;
        Thread thread = new Thread(this::run, "tslmap-count");
        thread.setDaemon(true);
        thread.start();
      }
    }
    return () -> waiting.remove(listener);
  }

  /** Whether it is done, was stopped, or failed. */
  synchronized boolean isOver() {
    return outcome.isPresent();
  }

  private void run() {
    try {
      work.run(this::further);
      end("counted", "{}");
    } catch (CancellationException e) {
      end("stopped", "{}");
    } catch (IOException | RuntimeException e) {
      end("failed", failure(e));
    }
  }

  private boolean further(long done) {
    long now = System.nanoTime();
    if (now - told >= PERIOD_NANOS) {
      told = now;
      String text = "{\"done\":%d,\"total\":%d}".formatted(done, total);
      waiting.forEach(listener -> listener.event("progress", text));
    }
    return !waiting.isEmpty();
  }

  private void end(String how, String data) {
    synchronized (this) {
      outcome = Optional.of(how);
    }
    waiting.forEach(listener -> listener.event(how, data));
  }

  /** Why there is nothing, as the data of an event. */
  static String failure(Exception why) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
      out.writeStartObject();
      out.writeStringField("why", String.valueOf(why.getMessage()));
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it goes to memory
    }
    return text.toString();
  }
}
