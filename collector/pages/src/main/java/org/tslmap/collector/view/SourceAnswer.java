package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.tslmap.collector.sources.SourceFiles;
import org.tslmap.collector.sources.SourceText;

/** The text of a source file, as far as it may be shown. */
final class SourceAnswer {

  private SourceAnswer() {}

  /** The lines of a file, or why there are none. */
  static Answer of(SourceFiles sources, String file) throws IOException {
    if (file.isEmpty()) {
      throw new IllegalArgumentException("expected a source file as file, found none");
    }
    SourceText text = sources.read(file);
    if (!sources.names().contains(file)) {
      return Answer.notFound(text.missing());
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(bytes)) {
      out.writeStartObject();
      out.writeStringField("file", file);
      out.writeBooleanField("found", text.isThere());
      out.writeStringField("missing", text.missing());
      out.writeArrayFieldStart("lines");
      for (String line : text.lines()) {
        out.writeString(line);
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    return Answer.json(bytes.toByteArray());
  }
}
