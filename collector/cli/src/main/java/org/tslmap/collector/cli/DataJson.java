package org.tslmap.collector.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.tslmap.collector.lookup.DataQuery;
import org.tslmap.collector.lookup.MemberAccesses;
import org.tslmap.collector.lookup.WordHistory;
import org.tslmap.collector.memory.MemoryRange;
import org.tslmap.locality.profile.DataClass;
import org.tslmap.locality.profile.DataObject;

/**
 * What {@code tslmap data} finds, for scripts: an object with {@code found}, an array in the order
 * of the text, and {@code notes}. {@code collector/REPORTS.md} lists its keys.
 */
final class DataJson implements DataOutput {

  private static final int SCHEMA_VERSION = 1;

  private final PrintWriter writer;
  private final JsonGenerator out;
  private final List<String> notes = new ArrayList<>();
  private long pid;

  DataJson(PrintWriter writer) throws IOException {
    this.writer = writer;
    out = new JsonFactory().createGenerator(writer);
    out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    out.setPrettyPrinter(new DefaultPrettyPrinter());
    out.writeStartObject();
    out.writeNumberField("schemaVersion", SCHEMA_VERSION);
    out.writeArrayFieldStart("found");
  }

  @Override
  public void note(String note) {
    notes.add(note);
  }

  @Override
  public void process(long number, boolean several) {
    pid = number;
  }

  @Override
  public void range(
      MemoryRange range,
      DataQuery query,
      List<String> allocation,
      List<MemberAccesses.Count> members)
      throws IOException {
    start("range", pid);
    out.writeStringField("kind", range.kind().label());
    out.writeStringField("name", range.name());
    out.writeStringField("function", range.origin().function());
    out.writeStringField("type", range.origin().type().text());
    if (range.kind() == DataClass.THREAD_LOCAL) {
      out.writeNumberField("thread", range.thread());
    }
    place(range.start(), range.bytes(), query);
    declared(range.origin().file(), range.origin().line(), range.origin().object());
    strings("allocation", allocation);
    out.writeNumberField("from", range.from());
    if (range.until() != MemoryRange.TO_THE_END) {
      out.writeNumberField("until", range.until());
    }
    out.writeArrayFieldStart("members");
    for (MemberAccesses.Count count : members) {
      out.writeStartObject();
      out.writeStringField("member", count.member());
      out.writeStringField("type", count.type());
      out.writeNumberField("loads", count.loads());
      out.writeNumberField("stores", count.stores());
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  private void start(String what, long process) throws IOException {
    out.writeStartObject();
    out.writeStringField("what", what);
    out.writeNumberField("pid", process);
  }

  private void place(long start, long bytes, DataQuery query) throws IOException {
    out.writeStringField("address", "0x" + Long.toHexString(start));
    out.writeNumberField("bytes", bytes);
    if (query instanceof DataQuery.At at) {
      out.writeNumberField("offset", at.address() - start);
    }
  }

  private void declared(String file, int line, String object) throws IOException {
    out.writeStringField("file", file);
    out.writeNumberField("line", line);
    out.writeStringField("object", object);
  }

  private void strings(String key, List<String> values) throws IOException {
    out.writeArrayFieldStart(key);
    for (String value : values) {
      out.writeString(value);
    }
    out.writeEndArray();
  }

  @Override
  public void leftOut(int shown, int all) {
    if (shown < all) {
      notes.add("%d of %d ranges of process %d".formatted(shown, all, pid));
    }
  }

  @Override
  public void owners(long word, String among, List<WordHistory.Owner> owners, int all)
      throws IOException {
    for (WordHistory.Owner owner : owners) {
      start("owner", pid);
      out.writeStringField("kind", owner.object().kind().label());
      out.writeStringField("name", owner.object().label());
      out.writeStringField("type", owner.object().type());
      out.writeStringField("word", "0x" + Long.toHexString(word));
      out.writeNumberField("accesses", owner.accesses());
      out.writeEndObject();
    }
    if (owners.size() < all) {
      notes.add("%d of %d owners in process %d".formatted(owners.size(), all, pid));
    }
  }

  @Override
  public void object(DataObject object, long accesses, long process, DataQuery query, boolean alone)
      throws IOException {
    start("object", process);
    out.writeStringField("kind", object.kind().label());
    out.writeStringField("name", object.name());
    out.writeStringField("function", object.function());
    out.writeStringField("type", object.type());
    if (object.address() != 0) {
      place(object.address(), object.bytes(), query);
    }
    out.writeNumberField("instances", object.instances());
    declared(object.file(), object.line(), object.object());
    strings("allocation", object.path());
    out.writeNumberField("accesses", accesses);
    out.writeEndObject();
  }

  @Override
  public void close() throws IOException {
    out.writeEndArray();
    strings("notes", notes);
    out.writeEndObject();
    out.close();
    writer.println();
  }
}
