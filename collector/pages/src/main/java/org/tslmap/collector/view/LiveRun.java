package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.tslmap.collector.density.AddressMap;
import org.tslmap.collector.density.DensityLevel;
import org.tslmap.collector.density.DensityRecording;
import org.tslmap.collector.session.Progress;
import org.tslmap.locality.score.Score;

/** A run that goes on: how far it is, told to whoever listens, and its picture so far. */
public final class LiveRun implements AutoCloseable, WebService.EventSource {
  private static final long PERIOD_MILLIS = 500;

  /** As many readings are kept for pages that are opened later. */
  private static final int MOST_READINGS = 2000;

  private final List<String> command;
  private final DensityRecording density;
  private final List<WebService.EventListener> listeners = new CopyOnWriteArrayList<>();
  private final List<String> readings = new ArrayList<>();
  private final Timer clock = new Timer("tslmap-live", true);
  private Optional<Supplier<Progress>> source = Optional.empty();
  private Optional<String> finished = Optional.empty();

  /**
   * A run that has not begun.
   *
   * @param command the program and its arguments
   * @param density records its addresses over time
   */
  public LiveRun(List<String> command, DensityRecording density) {
    this.command = List.copyOf(command);
    this.density = density;
  }

  /** The program runs; from now on listeners are told twice a second. */
  public synchronized void begin(Supplier<Progress> progress) {
    source = Optional.of(progress);
    clock.scheduleAtFixedRate(
        new TimerTask() {
          @Override
          public void run() {
            tell();
          }
        },
        0,
        PERIOD_MILLIS);
  }

  /**
   * The run is over and can be looked at.
   *
   * @param id under which it is served
   */
  public void finish(String id) {
    tell();
    clock.cancel();
    synchronized (this) {
      finished = Optional.of(id);
    }
    listeners.forEach(listener -> listener.event("finished", quoted(id)));
  }

  private void tell() {
    String reading;
    synchronized (this) {
      if (finished.isPresent() || source.isEmpty()) {
        return;
      }
      reading = json(source.get().get());
      if (readings.size() == MOST_READINGS) {
        readings.remove(0);
      }
      readings.add(reading);
    }
    listeners.forEach(listener -> listener.event("progress", reading));
  }

  @Override
  public AutoCloseable subscribe(WebService.EventListener listener) {
    listeners.add(listener);
    Optional<String> over;
    synchronized (this) {
      over = finished;
    }
    over.ifPresent(id -> listener.event("finished", quoted(id)));
    return () -> listeners.remove(listener);
  }

  /** What runs, and how it went until now. */
  Answer state() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(bytes)) {
      out.writeStartObject();
      out.writeArrayFieldStart("command");
      for (String word : command) {
        out.writeString(word);
      }
      out.writeEndArray();
      synchronized (this) {
        if (finished.isPresent()) {
          out.writeStringField("finished", finished.get());
        }
        out.writeArrayFieldStart("readings");
        for (String reading : readings) {
          out.writeRawValue(reading);
        }
        out.writeEndArray();
      }
      out.writeEndObject();
    }
    return Answer.json(bytes.toByteArray());
  }

  /** Addresses over time until now, of the process that connected first, as pixels. */
  Answer picture(Request request) throws IOException {
    int columns = (int) request.number("columns", 1, 2000);
    int rows = (int) request.number("rows", 1, 1000);
    Optional<DensityLevel> level = density.soFar();
    if (level.isEmpty()) {
      return Answer.notFound("there is nothing to see yet");
    }
    AddressMap map = AddressMap.of(level.get());
    long end = level.get().columns() * level.get().accessesPerColumn();
    PictureGrid grid = new PictureGrid(new PictureGrid.View(0, end, 0, 1, columns, rows), map);
    grid.add(level.get());
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(head)) {
      out.writeStartObject();
      out.writeNumberField("to", end);
      out.writeArrayFieldStart("regions");
      for (AddressMap.Region region : map.regions()) {
        out.writeStartObject();
        out.writeNumberField("start", region.start());
        out.writeNumberField("from", region.from());
        out.writeNumberField("to", region.to());
        out.writeEndObject();
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    return Answer.of(Answer.BINARY, PictureAnswers.joined(head, grid.bytes()));
  }

  private static String json(Progress progress) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
      out.writeStartObject();
      out.writeNumberField("elapsed", progress.elapsedNanos() / 1e9);
      out.writeNumberField("accesses", progress.accesses());
      out.writeNumberField(Score.TL.key(), progress.temporalLocality());
      out.writeNumberField(Score.SL.key(), progress.spatialLocality());
      out.writeNumberField("traceBytes", progress.traceBytes());
      out.writeNumberField("open", progress.open());
      out.writeNumberField("finished", progress.finished());
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it goes to memory
    }
    return text.toString();
  }

  private static String quoted(String id) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
      out.writeString(id);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  @Override
  public void close() {
    clock.cancel();
  }
}
