package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.tslmap.apexmap.MeasuredCost;
import org.tslmap.apexmap.Surface;
import org.tslmap.apexmap.SurfaceFile;
import org.tslmap.apexmap.placement.OwnSurface;
import org.tslmap.apexmap.placement.ScorePlane;
import org.tslmap.apexmap.placement.SinglePoint;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.ScoredStream;

/** Surfaces that pages show in three dimensions, and the places of runs on them. */
public final class SurfaceShelf {
  private record Kept(String file, String machine, Surface surface) {}

  private record Plane(long words, MetricParameters parameters) {}

  private final List<Kept> surfaces = new ArrayList<>();
  private final Map<Plane, ScorePlane> planes = new HashMap<>();

  /**
   * Reads surfaces.
   *
   * @param files as {@code tslmap apex measure} writes them
   */
  public SurfaceShelf(List<Path> files) throws IOException {
    for (Path file : files) {
      SurfaceFile content = SurfaceFile.read(file);
      for (Surface surface : content.surfaces()) {
        surfaces.add(
            new Kept(file.getFileName().toString(), content.machine().description(), surface));
      }
    }
  }

  /** Whether there is none. */
  boolean isEmpty() {
    return surfaces.isEmpty();
  }

  /** How many there are. */
  int size() {
    return surfaces.size();
  }

  /**
   * All surfaces.
   *
   * @param runs each of which stands on one of those that were measured alike
   */
  Answer list(List<ViewedRun> runs) throws IOException {
    List<ScoredStream> programs = runs.stream().flatMap(run -> program(run).stream()).toList();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(bytes)) {
      out.writeStartObject();
      out.writeArrayFieldStart("surfaces");
      for (Kept kept : surfaces) {
        write(out, kept, programs);
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    return Answer.json(bytes.toByteArray());
  }

  private void write(JsonGenerator out, Kept kept, List<ScoredStream> programs) throws IOException {
    Surface surface = kept.surface();
    out.writeStartObject();
    out.writeStringField("file", kept.file());
    out.writeStringField("machine", kept.machine());
    out.writeStringField("operation", lower(surface.setting().operation()));
    out.writeStringField("dependence", lower(surface.setting().dependence()));
    out.writeNumberField("threads", surface.setting().threads());
    out.writeBooleanField("hugePages", surface.setting().hugePages());
    out.writeNumberField("words", surface.words());
    out.writeNumberField("stride", surface.stride());
    out.writeNumberField(
        "runs", programs.stream().filter(program -> holds(surface, program)).count());
    out.writeArrayFieldStart("alphas");
    for (double alpha : surface.alphas()) {
      out.writeNumber(alpha);
    }
    out.writeEndArray();
    out.writeArrayFieldStart("lengths");
    for (int length : surface.lengths()) {
      out.writeNumber(length);
    }
    out.writeEndArray();
    out.writeArrayFieldStart("nanoseconds");
    for (int alpha = 0; alpha < surface.alphas().size(); alpha++) {
      out.writeStartArray();
      for (int length = 0; length < surface.lengths().size(); length++) {
        MeasuredCost cost = surface.at(alpha, length);
        out.writeNumber(cost.nanoseconds());
      }
      out.writeEndArray();
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Runs at the points of a surface's plane that have their scores: those that this one holds best
   * of all that were measured like it.
   *
   * @param request names the surface by its place in the list
   */
  synchronized Answer points(Request request, List<ViewedRun> runs) throws IOException {
    Surface surface =
        surfaces.get((int) request.number("surface", 0, surfaces.size() - 1L)).surface();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(bytes)) {
      out.writeStartObject();
      out.writeArrayFieldStart("points");
      if (Long.bitCount(surface.words()) == 1) {
        for (ViewedRun run : runs) {
          point(out, surface, run);
        }
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    return Answer.json(bytes.toByteArray());
  }

  /** What a run did; nothing if it cannot be read, which the list of runs says. */
  private static Optional<ScoredStream> program(ViewedRun run) {
    try {
      return Optional.of(run.profile().merged());
    } catch (IOException | IllegalStateException e) {
      return Optional.empty();
    }
  }

  /** Whether a program stands on this surface, of all that were measured like it. */
  private boolean holds(Surface surface, ScoredStream program) {
    List<Surface> all = surfaces.stream().map(Kept::surface).toList();
    return OwnSurface.words(all, surface, program) == surface.words();
  }

  private void point(JsonGenerator out, Surface surface, ViewedRun run) throws IOException {
    Optional<ScoredStream> program =
        program(run).filter(one -> one.histograms().tellScores() && holds(surface, one));
    if (program.isEmpty()) {
      return;
    }
    ScoredStream whole = program.get();
    LocalityHistogram word = whole.histograms().word();
    Plane plane = new Plane(surface.words(), whole.parameters());
    SinglePoint place =
        planes
            .computeIfAbsent(plane, p -> ScorePlane.of(p.words(), p.parameters()))
            .place(word.temporalLocality(whole.parameters().n()), word.spatialLocality());
    out.writeStartObject();
    out.writeStringField("id", run.id());
    out.writeNumberField("alpha", place.alpha());
    out.writeNumberField("length", place.length());
    out.writeBooleanField("found", place.found());
    if (surface.covers(place.alpha(), place.length())) {
      out.writeNumberField("nanoseconds", surface.cost(place.alpha(), place.length()));
    }
    out.writeEndObject();
  }
}
