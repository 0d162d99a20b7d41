package org.tslmap.collector.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.SimulatedCache;
import org.tslmap.locality.profile.AccessImbalance;
import org.tslmap.locality.profile.Accounting;
import org.tslmap.locality.profile.ChainLink;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.InstructionKind;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessEnd;
import org.tslmap.locality.profile.ProcessFields;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.RankProfile;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.ScoreErrors;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.locality.profile.ThreadProfile;
import org.tslmap.locality.score.ScoreFields;

/**
 * The report for scripts. Its keys are stable: more may be added, none changes its meaning or goes
 * away while {@code schemaVersion} stays the same. {@code collector/README.md} lists them.
 */
public final class JsonReport {

  /** Version of the report's keys. */
  public static final int SCHEMA_VERSION = 1;

  private final Report report;
  private final boolean overview;
  private final JsonGenerator out;
  private final ProcessFields fields;

  private JsonReport(Report report, boolean overview, JsonGenerator out) {
    this.report = report;
    this.overview = overview;
    this.out = out;
    this.fields = new ProcessFields(out);
  }

  /** Writes the report and a line end; leaves the writer open. */
  public static void write(Report report, Writer writer) throws IOException {
    write(report, false, writer);
  }

  /**
   * The same without {@code processes}, which may be many times as long as the rest, and with the
   * imbalance of all functions.
   */
  public static void writeOverview(Report report, Writer writer) throws IOException {
    write(report, true, writer);
  }

  private static void write(Report report, boolean overview, Writer writer) throws IOException {
    JsonGenerator out = new JsonFactory().createGenerator(writer);
    out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    out.setPrettyPrinter(new DefaultPrettyPrinter());
    try (out) {
      new JsonReport(report, overview, out).write();
    }
    writer.write('\n');
    writer.flush();
  }

  private void write() throws IOException {
    List<ProcessProfile> processes = report.profile().processes();
    out.writeStartObject();
    out.writeNumberField("schemaVersion", SCHEMA_VERSION);
    ProcessProfile main = report.profile().mainProcess();
    process(main, endOfAll());
    fields.strings("notices", report.notices());
    accounting(report.accounting());
    waiting(Waiting.of(processes));
    out.writeNumberField("wideShare", WideShare.of(processes, report.whole().parameters()).share());
    body(report.whole(), processes);
    out.writeArrayFieldStart("threads");
    for (ProcessProfile process : processes) {
      threads(process);
    }
    out.writeEndArray();
    if (processes.size() > 1 && !overview) {
      out.writeArrayFieldStart("processes");
      for (ProcessProfile process : processes) {
        out.writeStartObject();
        process(process, process.end());
        body(process.scored(), List.of(process));
        out.writeArrayFieldStart("threads");
        threads(process);
        out.writeEndArray();
        out.writeEndObject();
      }
      out.writeEndArray();
    }
    if (report.profile().parallel()) {
      ranks();
    }
    out.writeEndObject();
  }

  private void accounting(Accounting counts) throws IOException {
    out.writeObjectFieldStart("accounting");
    out.writeBooleanField("agrees", counts.agrees());
    out.writeNumberField("processes", counts.processes());
    out.writeNumberField("checked", counts.checked());
    out.writeNumberField("tool", counts.tool());
    out.writeNumberField("received", counts.received());
    out.writeNumberField("scored", counts.scored());
    out.writeNumberField("counted", counts.counted());
    out.writeNumberField("stored", counts.stored());
    out.writeNumberField("leftOut", counts.leftOut());
    out.writeEndObject();
  }

  private void waiting(Waiting waiting) throws IOException {
    out.writeObjectFieldStart("waiting");
    out.writeNumberField("accesses", waiting.accesses());
    out.writeNumberField("share", waiting.share());
    fields.strings("functions", waiting.functions());
    out.writeEndObject();
  }

  /** That of the main process, incomplete when anything is. */
  private ProcessEnd endOfAll() {
    LocalityProfile profile = report.profile();
    ProcessEnd end = profile.mainProcess().end();
    boolean others = profile.parallel() || profile.processes().size() > 1;
    return others && !profile.complete()
        ? end.withIncomplete(String.join("; ", profile.problems()))
        : end;
  }

  private void ranks() throws IOException {
    out.writeArrayFieldStart("ranks");
    for (RankProfile rank : report.profile().ranks()) {
      ScoredStream stream = rank.scored();
      out.writeStartObject();
      out.writeNumberField("rank", rank.rank());
      out.writeNumberField("pid", rank.main().identity().pid());
      out.writeStringField("host", rank.main().identity().host());
      out.writeNumberField("processes", rank.processes().size());
      fields.end(rank.end());
      fields.totals(stream.totals());
      scores(
          stream.histograms(),
          stream.parameters(),
          Optional.of(stream.footprint()),
          Sampling.errors(rank.processes()));
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeArrayFieldStart("missingRanks");
    for (int rank : report.profile().missingRanks()) {
      out.writeNumber(rank);
    }
    out.writeEndArray();
    if (report.comparesRanks()) {
      imbalance();
    }
  }

  private void imbalance() throws IOException {
    Map<FunctionInfo, AccessImbalance> all = report.profile().functionImbalances();
    out.writeObjectFieldStart("imbalance");
    out.writeStringField("formula", "(max - mean) / max * n / (n - 1)");
    out.writeObjectFieldStart("whole");
    imbalance(report.profile().imbalance());
    out.writeEndObject();
    out.writeArrayFieldStart("functions");
    for (FunctionProfile row :
        overview ? report.whole().functions() : report.functions(report.whole())) {
      if (all.containsKey(row.function())) {
        out.writeStartObject();
        function(row.function());
        imbalance(all.get(row.function()));
        out.writeEndObject();
      }
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private void imbalance(AccessImbalance row) throws IOException {
    out.writeNumberField("ranks", row.ranks());
    out.writeNumberField("imbalance", row.imbalance());
    out.writeNumberField("mean", row.mean());
    out.writeNumberField("max", row.max());
    out.writeNumberField("maxRank", row.maxRank());
    out.writeNumberField("min", row.min());
    out.writeNumberField("minRank", row.minRank());
  }

  private void function(FunctionInfo function) throws IOException {
    out.writeStringField("name", function.name());
    out.writeStringField("object", function.object());
    out.writeStringField("file", function.file());
    // "line" holds the scores at line granularity, as everywhere else in the report.
    out.writeNumberField("sourceLine", function.line());
  }

  private void process(ProcessProfile process, ProcessEnd end) throws IOException {
    fields.identity(process.identity());
    fields.end(end);
    out.writeStringField("view", process.view().key());
    fields.strings("options", process.options());
    fields.stretch(process.stretch());
  }

  private void body(ScoredStream stream, List<ProcessProfile> processes) throws IOException {
    Map<FunctionInfo, ScoreErrors> errors = Sampling.functionErrors(processes);
    fields.parameters(stream.parameters());
    fields.totals(stream.totals());
    Optional<Sampling> sampling = Sampling.of(processes);
    if (sampling.isPresent()) {
      out.writeObjectFieldStart("sampling");
      Optional<String> share = Sampling.share(processes);
      if (share.isPresent()) {
        out.writeStringField("share", share.get());
      }
      fields.sampling(sampling.get());
      out.writeEndObject();
    }
    scores(
        stream.histograms(),
        stream.parameters(),
        Optional.of(stream.footprint()),
        Sampling.errors(processes));
    caches(stream.histograms(), stream.parameters());
    Instructions instructions = Instructions.of(processes);
    instructions(instructions.whole());
    CountedReasons reasons = CountedReasons.of(processes);
    out.writeArrayFieldStart("functions");
    for (FunctionProfile function : report.functions(stream)) {
      out.writeStartObject();
      function(function.function());
      out.writeNumberField("accesses", function.accesses());
      out.writeNumberField("loads", function.loads());
      out.writeNumberField("stores", function.stores());
      out.writeNumberField("scoredShare", function.histograms().scoredShare());
      out.writeStringField("state", Measures.state(function.histograms()));
      fields.states(reasons.of(function.function()));
      instructions(instructions.of(function.function()));
      caches(function.histograms(), stream.parameters());
      scores(
          function.histograms(),
          stream.parameters(),
          Optional.empty(),
          Optional.ofNullable(errors.get(function.function())));
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  /** How many instructions were executed, in all and by kind, if they were counted. */
  private void instructions(Optional<InstructionCounts> known) throws IOException {
    if (known.isEmpty()) {
      return;
    }
    out.writeObjectFieldStart("instructions");
    out.writeNumberField("all", known.get().all());
    for (InstructionKind kind : InstructionKind.values()) {
      out.writeNumberField(kind.key(), known.get().of(kind));
    }
    if (known.get().mispredicted().isPresent()) {
      out.writeNumberField("conditional", known.get().conditional().getAsLong());
      out.writeNumberField("mispredicted", known.get().mispredicted().getAsLong());
    }
    out.writeObjectFieldStart("chain");
    for (ChainLink link : ChainLink.values()) {
      out.writeNumberField(link.key(), known.get().chain(link));
    }
    out.writeEndObject();
    out.writeEndObject();
  }

  /** What accesses missed of simulated caches, and of levels of a TLB, if there are any. */
  private void caches(Histograms histograms, MetricParameters parameters) throws IOException {
    if (!histograms.misses().isKnown()) {
      return;
    }
    for (SimulatedCache.Kind kind : SimulatedCache.Kind.values()) {
      out.writeArrayFieldStart(kind == SimulatedCache.Kind.DATA ? "caches" : "tlbs");
      for (CacheTraffic traffic : CacheTraffic.of(histograms, parameters)) {
        if (traffic.cache().kind() == kind) {
          out.writeStartObject();
          fields.geometry(traffic.cache());
          out.writeNumberField("accesses", traffic.accesses());
          out.writeNumberField("misses", traffic.misses());
          out.writeNumberField("conflictMisses", traffic.conflictMisses());
          out.writeEndObject();
        }
      }
      out.writeEndArray();
    }
  }

  private void threads(ProcessProfile process) throws IOException {
    for (ThreadProfile thread : process.threads()) {
      out.writeStartObject();
      out.writeNumberField("id", thread.id());
      out.writeNumberField("pid", process.identity().pid());
      out.writeNumberField("accesses", thread.loads() + thread.stores());
      out.writeNumberField("loads", thread.loads());
      out.writeNumberField("stores", thread.stores());
      scores(
          thread.histograms(),
          process.parameters(),
          Optional.of(thread.footprint()),
          Optional.empty());
      out.writeEndObject();
    }
  }

  private void scores(
      Histograms histograms,
      MetricParameters parameters,
      Optional<Footprint> footprint,
      Optional<ScoreErrors> errors)
      throws IOException {
    if (errors.isPresent()) {
      out.writeBooleanField("tooFewSamples", errors.get().tooFew());
    }
    new ScoreFields(out, parameters, true).write(histograms, footprint, errors);
  }
}
