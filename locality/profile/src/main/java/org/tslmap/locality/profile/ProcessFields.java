package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.SimulatedCache;
import org.tslmap.locality.WideAccesses;

/**
 * Writes what profiles and reports say of a process with the same keys. Every method throws {@link
 * IOException} if the generator cannot write.
 */
public final class ProcessFields {

  private final JsonGenerator out;

  /** Writes into the object that the generator is in. */
  public ProcessFields(JsonGenerator out) {
    this.out = out;
  }

  /** Which process it is. */
  public void identity(ProcessIdentity identity) throws IOException {
    out.writeNumberField("pid", identity.pid());
    out.writeNumberField("ppid", identity.ppid());
    out.writeStringField("host", identity.host());
    out.writeNumberField("rank", identity.rank());
    out.writeStringField("rankSource", identity.rankSource());
    out.writeStringField("executable", identity.executable());
    strings("command", identity.command());
    out.writeStringField("directory", identity.directory());
    out.writeNumberField("started", identity.startedMicros());
  }

  /** How it ended. */
  public void end(ProcessEnd end) throws IOException {
    if (end.exitStatus().isPresent()) {
      out.writeNumberField("exitStatus", end.exitStatus().getAsInt());
    } else {
      out.writeNullField("exitStatus");
    }
    out.writeNumberField("signal", end.signal());
    out.writeBooleanField("complete", end.complete());
    out.writeStringField("incompleteReason", end.incompleteReason());
  }

  /** What the metrics were computed with. */
  public void parameters(MetricParameters parameters) throws IOException {
    out.writeObjectFieldStart("parameters");
    out.writeNumberField("word", parameters.word());
    out.writeNumberField("line", parameters.line());
    if (parameters.page() != 0) {
      out.writeNumberField("page", parameters.page());
    }
    out.writeNumberField("window", parameters.window());
    out.writeNumberField("imax", parameters.imax());
    out.writeNumberField("N", parameters.n());
    out.writeNumberField("timeWindow", parameters.timeWindow());
    out.writeStringField("history", parameters.history().name().toLowerCase(Locale.ROOT));
    if (parameters.wide() != WideAccesses.FIRST) {
      out.writeStringField("wide", parameters.wide().name().toLowerCase(Locale.ROOT));
    }
    if (!parameters.caches().isEmpty()) {
      out.writeArrayFieldStart("caches");
      for (SimulatedCache cache : parameters.caches()) {
        out.writeStartObject();
        cache(cache);
        out.writeEndObject();
      }
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  /** A simulated cache. */
  public void cache(SimulatedCache cache) throws IOException {
    out.writeStringField("kind", cache.kind().name().toLowerCase(Locale.ROOT));
    geometry(cache);
  }

  /** The size of a simulated cache, its ways and its lines. */
  public void geometry(SimulatedCache cache) throws IOException {
    out.writeNumberField("bytes", cache.bytes());
    out.writeNumberField("ways", cache.ways());
    out.writeNumberField("lineBytes", cache.lineBytes());
  }

  /** How much was counted. */
  public void totals(AccessTotals totals) throws IOException {
    out.writeObjectFieldStart("totals");
    out.writeNumberField("accesses", totals.accesses());
    out.writeNumberField("loads", totals.loads());
    out.writeNumberField("stores", totals.stores());
    if (totals.more() != 0) {
      out.writeNumberField("made", totals.made());
    }
    if (totals.counted() > 0) {
      out.writeNumberField("counted", totals.counted());
    }
    if (totals.estimated() > 0) {
      out.writeNumberField("estimated", totals.estimated());
    }
    if (totals.warm() > 0) {
      out.writeNumberField("warm", totals.warm());
    }
    out.writeNumberField("toolAccesses", totals.toolAccesses());
    out.writeNumberField("storedAccesses", totals.storedAccesses());
    out.writeNumberField("blocks", totals.blocks());
    out.writeNumberField("eventWords", totals.eventWords());
    out.writeEndObject();
  }

  /** What of it was measured, if that was a stretch. */
  public void stretch(Optional<Stretch> measured) throws IOException {
    if (measured.isEmpty()) {
      return;
    }
    Stretch stretch = measured.get();
    out.writeObjectFieldStart("stretch");
    out.writeBooleanField("begun", stretch.begun());
    if (stretch.before().isPresent()) {
      out.writeNumberField("before", stretch.before().getAsLong());
    } else {
      out.writeNullField("before");
    }
    out.writeNumberField("begunMillis", stretch.begunMillis());
    out.writeBooleanField("stopped", stretch.stopped());
    out.writeNumberField("stoppedMillis", stretch.stoppedMillis());
    out.writeEndObject();
  }

  /** That scores come from a part of the accesses. */
  public void sampling(Sampling sampling) throws IOException {
    out.writeStringField("mode", sampling.mode());
    out.writeNumberField("rate", sampling.rate());
    out.writeNumberField("scoredAccesses", sampling.scoredAccesses());
    out.writeNumberField("exactAccesses", sampling.exactAccesses());
    out.writeNumberField("pausedAccesses", sampling.pausedAccesses());
    if (sampling.budget().isPresent()) {
      Sampling.Budget budget = sampling.budget().get();
      out.writeObjectFieldStart("budget");
      out.writeStringField("asked", budget.asked());
      out.writeNumberField("pace", budget.pace());
      out.writeNumberField("seconds", budget.seconds());
      out.writeEndObject();
    }
  }

  /** Why a function is in its last state, and when it changed; nothing if it never did. */
  public void states(StateHistory states) throws IOException {
    if (states.changes().isEmpty()) {
      return;
    }
    out.writeStringField("reason", states.reason());
    out.writeArrayFieldStart("changes");
    for (StateChange change : states.changes()) {
      out.writeStartObject();
      out.writeNumberField("after", change.after());
      out.writeStringField("state", change.state());
      out.writeStringField("reason", change.reason());
      out.writeEndObject();
    }
    out.writeEndArray();
    if (states.leftOut() > 0) {
      out.writeNumberField("changesLeftOut", states.leftOut());
    }
  }

  /** A list of strings. */
  public void strings(String key, List<String> values) throws IOException {
    out.writeArrayFieldStart(key);
    for (String value : values) {
      out.writeString(value);
    }
    out.writeEndArray();
  }
}
