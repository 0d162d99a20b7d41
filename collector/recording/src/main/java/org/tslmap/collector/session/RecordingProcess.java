package org.tslmap.collector.session;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;

/**
 * The process that records a run, so that others can tell whether it still does.
 *
 * @param host where it runs
 * @param pid its number there
 * @param started when it started, in milliseconds since 1970
 */
record RecordingProcess(String host, long pid, long started) {

  /** This process. */
  static RecordingProcess current() {
    ProcessHandle own = ProcessHandle.current();
    return new RecordingProcess(thisHost(), own.pid(), startOf(own));
  }

  private static String thisHost() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "";
    }
  }

  private static long startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  /** Whether it runs on this host; false of other hosts, since nobody can tell. */
  boolean isRunningHere() {
    return host.equals(thisHost())
        && ProcessHandle.of(pid).filter(one -> startOf(one) == started).isPresent();
  }

  void write(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("recordedBy");
    json.writeStringField("host", host);
    json.writeNumberField("pid", pid);
    json.writeNumberField("started", started);
    json.writeEndObject();
  }

  static RecordingProcess read(JsonNode run) {
    JsonNode json = run.path("recordedBy");
    return new RecordingProcess(
        json.path("host").asText(), json.path("pid").asLong(), json.path("started").asLong());
  }
}
