package org.tslmap.collector.session;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessFields;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.StrictJson;
import org.tslmap.locality.profile.WholeFile;

/** Writes and reads {@code run.json}: what ran, where, with what, and how it went. */
final class RunFile {
  private static final int SCHEMA_VERSION = 1;

  /** A trace of the run itself. */
  private static final Pattern TRACE_FOLDER = Pattern.compile("trace/[0-9]+[^/]*");

  private static final ObjectMapper JSON =
      JsonMapper.builder(StrictJson.FACTORY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

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
      AttributionOptions attribution,
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

  /** Writes the file, which appears whole or not at all. */
  static void write(Path file, Run run) throws IOException {
    WholeFile.write(file, part -> writeTo(part, run));
  }

  private static void writeTo(Path file, Run run) throws IOException {
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
      new ProcessFields(json).parameters(run.parameters());
      json.writeObjectFieldStart("attribution");
      json.writeBooleanField("data", run.attribution().data());
      json.writeNumberField("callDepth", run.attribution().callDepth());
      json.writeArrayFieldStart("wrappers");
      for (NamePattern wrapper : run.attribution().wrappers()) {
        json.writeString(wrapper.text());
      }
      json.writeEndArray();
      json.writeEndObject();
      if (run.profile().unfinished()) {
        json.writeBooleanField("unfinished", true);
        RecordingProcess.current().write(json);
      }
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
   * Reads what a {@code run.json} says.
   *
   * @param profile the run's profile, which has a file of its own
   * @throws IOException if the file cannot be read or is damaged
   */
  static Run read(Path file, LocalityProfile profile) throws IOException {
    JsonNode json = tree(file);
    return new Run(
        started(file, json),
        parameters(file),
        attribution(json),
        json.path("trace").asText().equals("full"),
        traces(file, json),
        profile,
        notices(file));
  }

  /**
   * The traces a run has, as its {@code run.json} names them.
   *
   * @throws IOException if the file cannot be read or is damaged
   */
  static List<Trace> traces(Path file) throws IOException {
    return traces(file, tree(file));
  }

  /**
   * When a run started, as its {@code run.json} says.
   *
   * @throws IOException if the file cannot be read or is damaged
   */
  static Instant started(Path file) throws IOException {
    return started(file, tree(file));
  }

  private static Instant started(Path file, JsonNode json) throws IOException {
    String text = json.path("started").asText();
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new IOException(
          "expected the time a run started in %s, found \"%s\"; record the run again"
              .formatted(file, text),
          e);
    }
  }

  /**
   * What was said of a run, as its {@code run.json} has it.
   *
   * @throws IOException if the file cannot be read or is damaged
   */
  static List<String> notices(Path file) throws IOException {
    List<String> notices = new ArrayList<>();
    eachKey(
        file,
        (key, json) -> {
          json.nextToken();
          while (key.equals("notices") && json.nextToken() == JsonToken.VALUE_STRING) {
            notices.add(json.getText());
          }
        });
    return notices;
  }

  /** Reads what a key stands for, as much of it as it wants. */
  @FunctionalInterface
  private interface KeyReader {
    void read(String key, JsonParser json) throws IOException;
  }

  /** Without a tree of objects, since reports are to start fast, and errors to name their line. */
  private static void eachKey(Path file, KeyReader reader) throws IOException {
    try (JsonParser json = StrictJson.FACTORY.createParser(file.toFile())) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        reader.read(json.currentName(), json);
        json.skipChildren();
      }
      StrictJson.end(json);
    } catch (JsonProcessingException e) {
      throw damaged(file, e);
    }
  }

  /**
   * What accesses of a run were attributed to, as its {@code run.json} says.
   *
   * @throws IOException if the file cannot be read or is damaged
   */
  static AttributionOptions attribution(Path file) throws IOException {
    return attribution(tree(file));
  }

  /**
   * What a run's metrics were computed with, as its {@code run.json} says.
   *
   * @throws IOException if the file cannot be read or is damaged
   */
  static MetricParameters parameters(Path file) throws IOException {
    List<MetricParameters> found = new ArrayList<>();
    eachKey(
        file,
        (key, json) -> {
          if (key.equals("parameters")) {
            found.add(ProfileJson.parameters(json, file));
          } else {
            json.nextToken();
          }
        });
    if (found.isEmpty()) {
      throw new IOException(
          "expected the key parameters in %s, but it is missing; record the run again"
              .formatted(file));
    }
    return found.get(0);
  }

  /**
   * The process that records a run, if its {@code run.json} says that the run is not finished.
   *
   * @throws IOException if the file cannot be read or is damaged
   */
  static Optional<RecordingProcess> recordedBy(Path file) throws IOException {
    JsonNode json = tree(file);
    return json.path("unfinished").asBoolean(false)
        ? Optional.of(RecordingProcess.read(json))
        : Optional.empty();
  }

  /** Runs from before there was a choice were attributed to code. */
  private static AttributionOptions attribution(JsonNode json) {
    JsonNode attribution = json.path("attribution");
    List<NamePattern> wrappers = new ArrayList<>();
    attribution.path("wrappers").forEach(name -> wrappers.add(new NamePattern(name.asText())));
    return new AttributionOptions(
        attribution.path("data").asBoolean(false),
        Math.max(0, attribution.path("callDepth").asInt(0)),
        wrappers);
  }

  private static List<Trace> traces(Path file, JsonNode json) throws IOException {
    List<Trace> traces = new ArrayList<>();
    for (JsonNode trace : json.path("traces")) {
      String folder = trace.path("folder").asText();
      if (!TRACE_FOLDER.matcher(folder).matches()) {
        throw new IOException(
            "expected traces in folders such as trace/00001-4711 of the run, found \"%s\" in %s; whoever sent it may want to have another folder read: record the run again"
                .formatted(folder, file));
      }
      traces.add(
          new Trace(
              folder,
              trace.path("accesses").asLong(),
              trace.path("bytes").asLong(),
              trace.path("limited").asBoolean()));
    }
    return traces;
  }

  private static JsonNode tree(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return JSON.readTree(in);
    } catch (JsonProcessingException e) {
      throw damaged(file, e);
    }
  }

  private static IOException damaged(Path file, JsonProcessingException e) {
    return new IOException(
        "expected a run's description in %s, found damaged JSON (%s%s); record the run again"
            .formatted(file, e.getOriginalMessage().replaceAll("\\s+", " "), StrictJson.place(e)),
        e);
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
