package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;

/** Source files, of which only those are read that a profile names as its functions' own. */
final class SourceText {
  private static final long MOST_BYTES = 8L << 20;

  private SourceText() {}

  /** The lines of a file, or why there are none. */
  static Answer answer(LocalityProfile profile, String file) throws IOException {
    if (file.isEmpty()) {
      throw new IllegalArgumentException("expected a source file as file, found none");
    }
    boolean named =
        profile.processes().stream()
            .anyMatch(
                process -> process.sites().stream().anyMatch(s -> process.fileOf(s).equals(file)));
    if (!named) {
      return Answer.notFound("the run names no such source file");
    }
    Optional<List<String>> lines = read(profile, file);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(bytes)) {
      out.writeStartObject();
      out.writeStringField("file", file);
      out.writeBooleanField("found", lines.isPresent());
      out.writeArrayFieldStart("lines");
      for (String line : lines.orElse(List.of())) {
        out.writeString(line);
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    return Answer.json(bytes.toByteArray());
  }

  private static Optional<List<String>> read(LocalityProfile profile, String file)
      throws IOException {
    try {
      for (ProcessProfile process : profile.processes()) {
        Path path = Path.of(process.identity().directory()).resolve(file);
        if (path.isAbsolute() && Files.isRegularFile(path) && Files.isReadable(path)) {
          return Files.size(path) > MOST_BYTES
              ? Optional.empty()
              : Optional.of(
                  new String(Files.readAllBytes(path), StandardCharsets.UTF_8).lines().toList());
        }
      }
    } catch (InvalidPathException e) {
      // A name that is no path here names no file here.
    }
    return Optional.empty();
  }
}
