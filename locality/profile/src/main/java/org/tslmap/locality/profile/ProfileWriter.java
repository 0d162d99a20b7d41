package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Granularity;

/** Writes a profile's JSON, key by key in the schema's order. */
final class ProfileWriter {

  private final JsonGenerator out;
  private final ProcessFields fields;
  private final AttributionWriter attribution;

  ProfileWriter(JsonGenerator out) {
    this.out = out;
    this.fields = new ProcessFields(out);
    this.attribution = new AttributionWriter(out);
  }

  /** Writes one process, or copies it. */
  @FunctionalInterface
  interface Element {
    void write(ProcessProfile process) throws IOException;
  }

  /**
   * Writes the profile, but leaves its processes to somebody else.
   *
   * @param element writes each process's object directly to where the generator writes, which has
   *     passed everything on that comes before it
   * @param checksum gives the checksum of all that has reached the file
   */
  void write(LocalityProfile profile, Element element, Supplier<String> checksum)
      throws IOException {
    out.writeStartObject();
    out.writeNumberField("schemaVersion", ProfileJson.SCHEMA_VERSION);
    out.writeStringField("generator", profile.generator());
    if (profile.expectedRanks() > 0) {
      out.writeNumberField("expectedRanks", profile.expectedRanks());
    }
    if (profile.unfinished()) {
      out.writeBooleanField("unfinished", true);
    }
    out.writeArrayFieldStart("processes");
    for (ProcessProfile process : profile.processes()) {
      out.writeRawValue(""); // what comes between two values
      out.flush();
      element.write(process);
    }
    out.writeEndArray();
    out.flush();
    out.writeStringField(Checksum.KEY, checksum.get());
    out.writeEndObject();
  }

  /** Writes one process. */
  void write(ProcessProfile process) throws IOException {
    out.writeStartObject();
    fields.identity(process.identity());
    fields.end(process.end());
    fields.parameters(process.parameters());
    fields.strings("options", process.options());
    fields.totals(process.totals());
    fields.stretch(process.stretch());
    footprint(process.footprint());
    if (process.sampling().isPresent()) {
      sampling(process.sampling().get());
    }
    out.writeArrayFieldStart("functions");
    List<FunctionInfo> functions = process.functions();
    for (int i = 0; i < functions.size(); i++) {
      function(functions.get(i), process.states().getOrDefault(i, StateHistory.NONE));
    }
    out.writeEndArray();
    out.writeArrayFieldStart("threads");
    for (ThreadProfile thread : process.threads()) {
      thread(thread);
    }
    out.writeEndArray();
    Map<CodeOrigin, Integer> origins = origins(process);
    out.writeArrayFieldStart("sites");
    for (SiteProfile site : process.sites()) {
      site(site, origins);
    }
    out.writeEndArray();
    out.writeArrayFieldStart("windows");
    for (WindowProfile window : process.windows()) {
      window(window);
    }
    out.writeEndArray();
    if (process.loops().isKnown()) {
      loops(process.loops());
    }
    if (!process.waiting().isEmpty()) {
      out.writeArrayFieldStart("waiting");
      for (int site : process.waiting()) {
        out.writeNumber(site);
      }
      out.writeEndArray();
    }
    if (process.operations().isKnown()) {
      out.writeObjectFieldStart("operations");
      out.writeNumberField("numbers", InstructionCounts.ALL);
      numbers("rows", process.operations().rows());
      if (!process.operations().loops().isEmpty()) {
        numbers("loops", process.operations().loopRows());
      }
      out.writeEndObject();
    }
    attribution.write(process.attribution(), process.sites());
    out.writeEndObject();
  }

  private void numbers(String key, long[] numbers) throws IOException {
    out.writeArrayFieldStart(key);
    for (long number : numbers) {
      out.writeNumber(number);
    }
    out.writeEndArray();
  }

  private void sampling(Sampling sampling) throws IOException {
    out.writeObjectFieldStart("sampling");
    fields.sampling(sampling);
    errors("whole", List.of(sampling.whole()));
    errors("functions", sampling.functions());
    errors("objects", sampling.objects());
    errors("calls", sampling.calls());
    out.writeEndObject();
  }

  private void errors(String key, List<ScoreErrors> rows) throws IOException {
    out.writeArrayFieldStart(key);
    for (ScoreErrors row : rows) {
      out.writeNumber(row.bursts());
      out.writeNumber(row.scored());
      for (int g = 0; g < row.temporal().size(); g++) {
        out.writeNumber(row.temporal().get(g));
        out.writeNumber(row.spatial().get(g));
      }
      out.writeNumber(row.accesses());
    }
    out.writeEndArray();
  }

  private void footprint(Footprint footprint) throws IOException {
    out.writeObjectFieldStart("footprint");
    for (int g = 0; g < footprint.of().size(); g++) {
      out.writeNumberField(Granularity.values()[g].key(), footprint.of().get(g));
    }
    out.writeEndObject();
  }

  private void function(FunctionInfo function, StateHistory states) throws IOException {
    out.writeStartObject();
    out.writeStringField("name", function.name());
    out.writeStringField("object", function.object());
    out.writeStringField("file", function.file());
    out.writeNumberField("line", function.line());
    fields.states(states);
    out.writeEndObject();
  }

  private void thread(ThreadProfile thread) throws IOException {
    out.writeStartObject();
    out.writeNumberField("id", thread.id());
    out.writeNumberField("loads", thread.loads());
    out.writeNumberField("stores", thread.stores());
    footprint(thread.footprint());
    HistogramFields.write(out, thread.histograms());
    out.writeEndObject();
  }

  /** Writes where inlined code comes from, and numbers it; nothing if there is none. */
  private Map<CodeOrigin, Integer> origins(ProcessProfile process) throws IOException {
    Map<CodeOrigin, Integer> origins = new LinkedHashMap<>();
    for (SiteProfile site : process.sites()) {
      if (!site.origin().isOwn()) {
        origins.putIfAbsent(site.origin(), origins.size());
      }
    }
    if (!origins.isEmpty()) {
      out.writeArrayFieldStart("origins");
      for (CodeOrigin origin : origins.keySet()) {
        out.writeStartObject();
        out.writeStringField("function", origin.function());
        out.writeStringField("file", origin.file());
        inlined(origin.inlined());
        out.writeEndObject();
      }
      out.writeEndArray();
    }
    return origins;
  }

  private void inlined(List<InlinedFunction> functions) throws IOException {
    if (functions.isEmpty()) {
      return;
    }
    out.writeArrayFieldStart("inlined");
    for (InlinedFunction function : functions) {
      out.writeStartObject();
      out.writeStringField("name", function.name());
      out.writeStringField("file", function.file());
      out.writeNumberField("line", function.line());
      if (!function.call().equals(SourceLine.UNKNOWN)) {
        out.writeStringField("callFile", function.call().file());
        out.writeNumberField("callLine", function.call().line());
      }
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private void site(SiteProfile site, Map<CodeOrigin, Integer> origins) throws IOException {
    out.writeStartObject();
    out.writeNumberField("f", site.function());
    out.writeNumberField("a", site.instruction());
    out.writeStringField("k", site.kind().letter());
    out.writeNumberField("z", site.size());
    out.writeNumberField("i", site.index());
    out.writeNumberField("l", site.line());
    if (!site.origin().isOwn()) {
      out.writeNumberField("o", origins.get(site.origin()));
    }
    out.writeNumberField("n", site.accesses());
    DependenceFields.write(out, site.dependence());
    HistogramFields.write(out, site.histograms());
    out.writeEndObject();
  }

  private void loops(LoopForest forest) throws IOException {
    out.writeArrayFieldStart("loops");
    for (CodeLoop loop : forest.loops()) {
      out.writeStartObject();
      out.writeNumberField("f", loop.function());
      if (loop.parent() >= 0) {
        out.writeNumberField("p", loop.parent());
      }
      out.writeNumberField("a", loop.head());
      if (loop.firstLine() > 0) {
        out.writeNumberField("first", loop.firstLine());
        out.writeNumberField("last", loop.lastLine());
      }
      if (!loop.reducible()) {
        out.writeBooleanField("irreducible", true);
      }
      if (loop.rounds() > 0) {
        out.writeNumberField("rounds", loop.rounds());
      }
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeArrayFieldStart("loopsOfSites");
    for (int loop : forest.ofSites()) {
      out.writeNumber(loop);
    }
    out.writeEndArray();
  }

  private void window(WindowProfile window) throws IOException {
    out.writeStartObject();
    out.writeNumberField("first", window.first());
    out.writeNumberField("n", window.accesses());
    HistogramFields.write(out, window.histograms());
    out.writeEndObject();
  }
}
