package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.tslmap.collector.phases.Phase;
import org.tslmap.collector.phases.Phases;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.TimeLine;
import org.tslmap.locality.profile.WindowProfile;

/** The scores of a process's time windows, as JSON. */
final class TimeLineJson {
  private TimeLineJson() {}

  /** The windows of one of a run's processes, and its phases. */
  static byte[] of(LocalityProfile profile, ProcessProfile process) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(bytes)) {
      out.writeStartObject();
      out.writeNumberField("pid", process.identity().pid());
      out.writeNumberField("processes", profile.processes().size());
      out.writeArrayFieldStart("windows");
      for (WindowProfile window : process.windows()) {
        LocalityHistogram word = window.histograms().word();
        out.writeStartObject();
        out.writeNumberField("first", window.first());
        out.writeNumberField("accesses", window.accesses());
        out.writeNumberField("tl", word.temporalLocality(process.parameters().n()));
        out.writeNumberField("sl", word.spatialLocality());
        out.writeNumberField("cold", word.coldShare());
        out.writeEndObject();
      }
      out.writeEndArray();
      phases(out, process.attribution().time());
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static void phases(JsonGenerator out, TimeLine time) throws IOException {
    out.writeArrayFieldStart("phases");
    for (Phase phase : Phases.find(time).list()) {
      out.writeStartObject();
      out.writeNumberField("first", phase.firstAccess());
      out.writeNumberField("accesses", phase.accesses());
      out.writeStringField("name", phase.name());
      out.writeBooleanField("marked", phase.marked());
      out.writeEndObject();
    }
    out.writeEndArray();
  }
}
