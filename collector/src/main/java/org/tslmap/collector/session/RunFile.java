package org.tslmap.collector.session;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;

/** Writes {@code run.json}: what ran, where, with what, and how it went. */
final class RunFile {
  private static final int SCHEMA_VERSION = 1;

  /**
   * One stored trace.
   *
   * @param folder relative to the run's
   * @param accesses accesses stored
   * @param bytes bytes stored
   * @param limited whether the size limit ended it
   */
  record Trace(String folder, long accesses, long bytes, boolean limited) {}

  /** Everything the file says. */
  record Run(
      Instant started,
      MetricParameters parameters,
      boolean storeTrace,
      List<Trace> traces,
      LocalityProfile profile,
      List<String> notices) {}

  private RunFile() {}

  /** Name and version of this program. */
  static String generator() {
    return "tslmap "
        + Optional.ofNullable(RunFile.class.getPackage().getImplementationVersion())
            .orElse("(built from source)");
  }

  static void write(Path file, Run run) throws IOException {
    try (JsonGenerator json =
        new JsonFactory()
            .createGenerator(file.toFile(), JsonEncoding.UTF8)
            .useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeNumberField("schemaVersion", SCHEMA_VERSION);
      json.writeStringField("generator", generator());
      json.writeStringField("started", run.started().toString());
      json.writeStringField("java", System.getProperty("java.version"));
      json.writeStringField(
          "system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
      json.writeObjectFieldStart("parameters");
      MetricParameters parameters = run.parameters();
      json.writeNumberField("word", parameters.word());
      json.writeNumberField("line", parameters.line());
      json.writeNumberField("window", parameters.window());
      json.writeNumberField("imax", parameters.imax());
      json.writeNumberField("N", parameters.n());
      json.writeNumberField("timeWindow", parameters.timeWindow());
      json.writeStringField(
          "history", parameters.history().name().toLowerCase(java.util.Locale.ROOT));
      json.writeEndObject();
      json.writeBooleanField("complete", run.profile().complete());
      json.writeArrayFieldStart("processes");
      for (ProcessProfile process : run.profile().processes()) {
        write(json, process);
      }
      json.writeEndArray();
      json.writeStringField("trace", run.storeTrace() ? "full" : "none");
      json.writeArrayFieldStart("traces");
      for (Trace trace : run.traces()) {
        json.writeStartObject();
        json.writeStringField("folder", trace.folder());
        json.writeNumberField("accesses", trace.accesses());
        json.writeNumberField("bytes", trace.bytes());
        json.writeBooleanField("limited", trace.limited());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayFieldStart("notices");
      for (String notice : run.notices()) {
        json.writeString(notice);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  /**
   * The folders of the traces a run has, relative to the run's, as its {@code run.json} names them.
   *
   * @throws IOException if the file cannot be read
   */
  static List<String> traceFolders(Path file) throws IOException {
    List<String> folders = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
      boolean inTraces = false;
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.START_ARRAY && "traces".equals(json.currentName())) {
          inTraces = true;
        } else if (token == JsonToken.END_ARRAY) {
          inTraces = false;
        } else if (inTraces
            && token == JsonToken.VALUE_STRING
            && "folder".equals(json.currentName())) {
          folders.add(json.getText());
        }
      }
    } catch (JsonProcessingException e) {
      throw new IOException(
          "expected a run's description in %s, found damaged JSON (%s); record the run again"
              .formatted(file, e.getOriginalMessage()),
          e);
    }
    return folders;
  }

  private static void write(JsonGenerator json, ProcessProfile process) throws IOException {
    json.writeStartObject();
    json.writeNumberField("pid", process.identity().pid());
    json.writeStringField("host", process.identity().host());
    json.writeArrayFieldStart("command");
    for (String argument : process.identity().command()) {
      json.writeString(argument);
    }
    json.writeEndArray();
    json.writeNumberField("accesses", process.totals().accesses());
    json.writeBooleanField("complete", process.end().complete());
    json.writeStringField("incompleteReason", process.end().incompleteReason());
    json.writeEndObject();
  }
}
