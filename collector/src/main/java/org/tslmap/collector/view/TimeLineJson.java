package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.TimeLine;
import org.tslmap.locality.profile.WindowProfile;

/** The scores of a process's time windows, as JSON. */
final class TimeLineJson {
  private TimeLineJson() {}

  /** The windows of a run's main process, and the phases it marked. */
  static byte[] of(LocalityProfile profile) throws IOException {
    ProcessProfile process = profile.mainProcess();
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
    String last = "";
    for (TimeLine.Window window : time.windows()) {
      if (!window.phase().equals(last)) {
        last = window.phase();
        out.writeStartObject();
        out.writeNumberField("first", window.first());
        out.writeStringField("name", last);
        out.writeEndObject();
      }
    }
    out.writeEndArray();
  }
}
