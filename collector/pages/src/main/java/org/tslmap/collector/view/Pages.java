package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.tslmap.collector.report.TableKind;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * What is where: the pages' files at the root, data below {@code /api}.
 *
 * <pre>
 * /                            the pages
 * /NAME                        a file of theirs
 * /api/live, /api/live/picture a run that goes on; /api/live/events tells how
 * /api/catalog                 what is measured, and which tables there are
 * /api/surfaces                surfaces; /api/surfaces/points?surface=N places runs on one
 * /api/runs                    the runs with their scores
 * /api/runs/ID/report          what tslmap report --top 100 --format json prints
 * /api/runs/ID/hotspots        what tslmap hotspots --format json prints
 * /api/runs/ID/hotspots/N/try  what scoring its trace with the remedy of hotspot N gives
 * /api/runs/ID/stacks          its call paths with accesses, misses and estimated time
 * /api/runs/ID/areas           its data objects with the same
 * /api/runs/ID/table/KIND      what tslmap report --table KIND --format json prints; ?of=FUNCTION
 * /api/runs/ID/table/KIND?part=N its rows in parts, without spaces; the first has all but rows, too
 * /api/runs/ID/table/KIND?top=N the N rows with most accesses, and one for the others
 * /api/runs/ID/table/KIND?...  the same, narrowed to a rectangle: process, from, to, low, high
 * /api/runs/ID/report?...      likewise; hotspots?..., stacks?..., areas?... too
 * /api/runs/ID/count?...       events while such a rectangle is counted exactly
 * /api/runs/ID/source?file=F   the text of a source file that the run names, if it may be shown
 * /api/runs/ID/plots           descriptions of its plots, over time of ?process=N
 * /api/runs/ID/plots?...       the same, narrowed
 * /api/runs/ID/pictures        addresses over time: regions and resolutions, by process; or how
 *                              much of the trace is counted for them (with ?wait=1 it waits)
 * /api/runs/ID/picture?...     a view of that of one process, as pixels
 * /api/runs/ID/places?...      its heap blocks and stacks, once the trace was gone through
 * /api/runs/ID/at?...          who accessed a small rectangle of it
 * </pre>
 */
final class Pages implements WebService, AutoCloseable {
  private final RunLibrary library;
  private final Optional<LiveRun> live;
  private final SurfaceShelf surfaces;
  private final PageFiles files = new PageFiles();

  Pages(RunLibrary library, Optional<LiveRun> live, SurfaceShelf surfaces) {
    this.library = library;
    this.live = live;
    this.surfaces = surfaces;
  }

  @Override
  public Optional<EventSource> events(Request request) {
    List<String> path = request.path();
    if (path.equals(List.of("api", "live", "events"))) {
      return live.map(run -> run);
    }
    boolean counts = path.size() == 4 && path.get(1).equals("runs") && path.get(3).equals("count");
    return counts && path.get(0).equals("api")
        ? Optional.of(listener -> count(request, listener))
        : Optional.empty();
  }

  /** Counts a rectangle as long as somebody listens. */
  private AutoCloseable count(Request request, EventListener listener) {
    try {
      ViewedRun run =
          library
              .run(request.path().get(2))
              .orElseThrow(() -> new IOException("there is no such run here"));
      Narrowing narrowing = Narrowing.of(request, picture(run, request));
      return new NarrowedTables(run, narrowing).counting().subscribe(listener);
    } catch (IOException | IllegalArgumentException e) {
      listener.event("failed", RectangleCount.failure(e));
      return () -> {};
    }
  }

  @Override
  public Answer answer(Request request) throws IOException {
    List<String> path = request.path();
    if (path.isEmpty()) {
      return files.find(PageFiles.INDEX).orElseThrow();
    }
    if (path.get(0).equals("api")) {
      return data(request);
    }
    return path.size() == 1 ? files.find(path.get(0)).orElseGet(Pages::nothing) : nothing();
  }

  private Answer data(Request request) throws IOException {
    List<String> path = request.path();
    if (path.size() >= 2 && path.get(1).equals("live") && live.isPresent()) {
      return live(path, request);
    }
    if (path.size() >= 2 && path.get(1).equals("surfaces") && !surfaces.isEmpty()) {
      return path.size() == 2
          ? surfaces.list(library.runs())
          : path.size() == 3 && path.get(2).equals("points")
              ? surfaces.points(request, library.runs())
              : nothing();
    }
    if (path.equals(List.of("api", "catalog"))) {
      return Catalog.answer(!surfaces.isEmpty());
    }
    if (path.size() < 2 || !path.get(1).equals("runs")) {
      return nothing();
    }
    if (path.size() == 2) {
      return list();
    }
    ViewedRun run = library.run(path.get(2)).orElse(null);
    if (run == null) {
      return Answer.notFound("there is no such run here");
    }
    if (path.size() == 5 && path.get(3).equals("table")) {
      return table(run, path.get(4), request);
    }
    if (path.size() == 6 && path.get(3).equals("hotspots") && path.get(5).equals("try")) {
      return path.get(4).matches("\\d{1,9}") ? run.tried(Integer.parseInt(path.get(4))) : nothing();
    }
    return path.size() == 4 ? of(run, path.get(3), request) : nothing();
  }

  private Answer live(List<String> path, Request request) throws IOException {
    if (path.size() == 2) {
      return live.orElseThrow().state();
    }
    return path.size() == 3 && path.get(2).equals("picture")
        ? live.orElseThrow().picture(request)
        : nothing();
  }

  private Answer list() throws IOException {
    StringJoiner runs = new StringJoiner(",", "{\"runs\":[", "]}");
    for (ViewedRun run : library.runs()) {
      runs.add(run.summary());
    }
    return Answer.json(runs.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static Answer of(ViewedRun run, String what, Request request) throws IOException {
    return switch (what) {
      case "report" -> isNarrowed(request) ? narrowed(run, request).report() : run.report();
      case "hotspots" -> isNarrowed(request) ? narrowed(run, request).hotspots() : run.hotspots();
      case "stacks" -> isNarrowed(request) ? narrowed(run, request).stacks() : run.stacks();
      case "areas" -> isNarrowed(request) ? narrowed(run, request).areas() : run.areas();
      case "source" -> SourceAnswer.of(run.sources(), request.text("file").orElse(""));
      case "plots" -> plots(run, request);
      case "pictures" -> pictures(run, request.text("wait").isPresent());
      case "places" -> places(run, picture(run, request));
      case "picture" -> {
        ProcessPicture picture = picture(run, request);
        yield PictureAnswers.view(request, picture, run.names(picture));
      }
      case "at" -> {
        ProcessPicture picture = picture(run, request);
        yield PlaceAnswers.of(request, picture, run.names(picture));
      }
      default -> nothing();
    };
  }

  private static Answer plots(ViewedRun run, Request request) throws IOException {
    if (isNarrowed(request)) {
      return narrowed(run, request).plots();
    }
    return run.plots(process(run, request));
  }

  private static Answer table(ViewedRun run, String name, Request request) throws IOException {
    TableKind kind;
    try {
      kind = TableKind.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      return nothing();
    }
    String of = request.text("of").orElse("");
    if (isNarrowed(request)) {
      return narrowed(run, request).table(kind, of);
    }
    if (request.text("top").isPresent()) {
      return run.top(kind, (int) request.number("top", 1, Integer.MAX_VALUE));
    }
    return request.text("part").isPresent()
        ? run.part(kind, of, (int) request.number("part", 0, Integer.MAX_VALUE))
        : run.table(kind, of);
  }

  private static boolean isNarrowed(Request request) {
    return request.text("from").isPresent();
  }

  private static NarrowedTables narrowed(ViewedRun run, Request request) throws IOException {
    return new NarrowedTables(run, Narrowing.of(request, picture(run, request)));
  }

  /** The process of a picture; the main one unless one is named. */
  private static ProcessProfile process(ViewedRun run, Request request) throws IOException {
    return request.text("process").isEmpty()
        ? run.profile().mainProcess()
        : run.process(picture(run, request));
  }

  private static ProcessPicture picture(ViewedRun run, Request request) throws IOException {
    List<ProcessPicture> pictures = run.pictures();
    if (pictures.isEmpty()) {
      throw new IllegalArgumentException(
          "this run has neither a trace nor recorded addresses over time");
    }
    return pictures.get((int) request.number("process", 0, pictures.size() - 1L));
  }

  private static Answer places(ViewedRun run, ProcessPicture picture) throws IOException {
    HeapBlocks blocks;
    try {
      blocks = run.blocks(picture).join();
    } catch (CompletionException | CancellationException e) {
      throw new IOException("heap blocks are not known: " + e.getMessage(), e);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(bytes)) {
      out.writeStartObject();
      out.writeArrayFieldStart("parts");
      for (HeapBlocks.Part part : blocks.parts(picture.map())) {
        out.writeStartObject();
        out.writeStringField("name", part.name());
        out.writeNumberField("from", part.from());
        out.writeNumberField("to", part.to());
        out.writeNumberField("first", part.first());
        out.writeNumberField("end", Math.min(part.end(), picture.accesses()));
        out.writeEndObject();
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    return Answer.json(bytes.toByteArray());
  }

  /**
   * Does not wait for a trace that is gone through for the first time, but says how far that is.
   */
  private static Answer pictures(ViewedRun run, boolean wait) throws IOException {
    Optional<Double> counted = wait ? Optional.empty() : run.counting();
    if (counted.isPresent()) {
      String progress = String.format(Locale.ROOT, "{\"counted\":%.3f}", counted.get());
      return Answer.json(progress.getBytes(StandardCharsets.UTF_8));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(bytes)) {
      out.writeStartObject();
      out.writeArrayFieldStart("processes");
      for (ProcessPicture picture : run.pictures()) {
        ProcessProfile process = run.process(picture);
        out.writeStartObject();
        out.writeNumberField("pid", process.identity().pid());
        out.writeNumberField("rank", process.identity().rank());
        PictureAnswers.map(out, picture, new RegionNames(process, picture.trace()));
        out.writeEndObject();
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    return Answer.json(bytes.toByteArray());
  }

  private static Answer nothing() {
    return Answer.notFound("there is nothing at this address");
  }

  @Override
  public void close() throws IOException {
    library.close();
  }
}
