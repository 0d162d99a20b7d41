package org.tslmap.locality.profile;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import java.io.IOException;

/**
 * Puts each key of a process, and each site, thread, function or window, on a line of its own, and
 * everything deeper into that line. Such a file can be searched with grep and compared with diff.
 */
final class RowPrinter implements PrettyPrinter {

  /** The document, its processes, one process, and the arrays in it. */
  private static final int DEEPEST_WITH_LINES = 4;

  /** How many objects and arrays a process of a profile is in. */
  private static final int PROCESS_DEPTH = 2;

  private int depth;

  private RowPrinter(int depth) {
    this.depth = depth;
  }

  /** For a document. */
  RowPrinter() {
    this(0);
  }

  /** For a process that is written into a document. */
  static RowPrinter ofProcess() {
    return new RowPrinter(PROCESS_DEPTH);
  }

  @Override
  public void writeRootValueSeparator(JsonGenerator out) throws IOException {
    out.writeRaw('\n');
  }

  @Override
  public void writeStartObject(JsonGenerator out) throws IOException {
    out.writeRaw('{');
    depth++;
  }

  @Override
  public void beforeObjectEntries(JsonGenerator out) throws IOException {
    newLine(out);
  }

  @Override
  public void writeObjectFieldValueSeparator(JsonGenerator out) throws IOException {
    out.writeRaw(':');
  }

  @Override
  public void writeObjectEntrySeparator(JsonGenerator out) throws IOException {
    out.writeRaw(',');
    newLine(out);
  }

  @Override
  public void writeEndObject(JsonGenerator out, int entries) throws IOException {
    depth--;
    out.writeRaw('}');
    if (depth == 0) {
      out.writeRaw('\n');
    }
  }

  @Override
  public void writeStartArray(JsonGenerator out) throws IOException {
    out.writeRaw('[');
    depth++;
  }

  @Override
  public void beforeArrayValues(JsonGenerator out) throws IOException {
    newLine(out);
  }

  @Override
  public void writeArrayValueSeparator(JsonGenerator out) throws IOException {
    out.writeRaw(',');
    newLine(out);
  }

  @Override
  public void writeEndArray(JsonGenerator out, int values) throws IOException {
    depth--;
    out.writeRaw(']');
  }

  private void newLine(JsonGenerator out) throws IOException {
    if (depth <= DEEPEST_WITH_LINES) {
      out.writeRaw('\n');
    }
  }
}
