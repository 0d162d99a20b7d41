package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.locality.score.ScoreFields;

/** What the list of runs says of one: its command, when it ran, and its scores. */
final class RunSummary {
  private RunSummary() {}

  /** The object with the name of the run as its first key. */
  static String named(String id, String summary) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
      out.writeString(id);
    }
    return "{\"id\":" + text + "," + summary.substring(1);
  }

  /** A JSON object about a run, without its name. */
  static String of(LocalityProfile profile) throws IOException {
    ScoredStream whole = profile.merged();
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
      out.writeStartObject();
      out.writeArrayFieldStart("command");
      for (String word : profile.mainProcess().identity().command()) {
        out.writeString(word);
      }
      out.writeEndArray();
      out.writeStringField("started", started(profile).toString());
      out.writeBooleanField("complete", profile.complete());
      out.writeStringField("problems", String.join("; ", profile.problems()));
      out.writeNumberField("processes", profile.processes().size());
      out.writeNumberField("ranks", profile.parallel() ? profile.ranks().size() : 0);
      out.writeStringField("view", profile.mainProcess().view().key());
      out.writeNumberField("accesses", whole.totals().accesses());
      out.writeNumberField("loads", whole.totals().loads());
      out.writeNumberField("stores", whole.totals().stores());
      new ScoreFields(out, whole.parameters(), false)
          .write(
              whole.histograms(),
              Optional.of(whole.footprint()),
              Sampling.errors(profile.processes()));
      out.writeEndObject();
    }
    return text.toString();
  }

  /** A JSON object about a run that cannot be read. */
  static String unreadable(String id, String why) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
      out.writeStartObject();
      out.writeStringField("id", id);
      out.writeStringField("unreadable", why);
      out.writeEndObject();
    }
    return text.toString();
  }

  private static Instant started(LocalityProfile profile) {
    long micros = profile.mainProcess().identity().startedMicros();
    return Instant.ofEpochMilli(TimeUnit.MICROSECONDS.toMillis(micros));
  }
}
