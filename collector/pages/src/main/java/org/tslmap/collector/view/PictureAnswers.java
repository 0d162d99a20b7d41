package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashSet;
import java.util.Set;
import org.tslmap.collector.density.AddressMap;
import org.tslmap.collector.density.DensityLevel;
import org.tslmap.collector.store.StoredTrace;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SymbolTables;

/**
 * Answers what the picture of addresses over time asks: the map of its addresses, views as pixels,
 * and single accesses where a view holds few.
 */
final class PictureAnswers {
  /** A view with at most so many accesses brings each of them along. */
  static final long MOST_SINGLE = 8192;

  private static final int MOST_PIXELS = 1 << 21;

  private PictureAnswers() {}

  /** Regions and resolutions of one process. */
  static void map(JsonGenerator out, ProcessPicture picture, RegionNames names) throws IOException {
    out.writeNumberField("accesses", picture.accesses());
    out.writeBooleanField("trace", picture.trace().isPresent());
    out.writeNumberField("mostFromTrace", ProcessPicture.MOST_FROM_TRACE);
    out.writeArrayFieldStart("levels");
    for (DensityLevel level : picture.density().levels()) {
      out.writeStartObject();
      out.writeNumberField("accessesPerColumn", level.accessesPerColumn());
      out.writeNumberField("blockBytes", level.blockBytes());
      out.writeNumberField("columns", level.columns());
      out.writeNumberField("rows", level.blocks().length);
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeArrayFieldStart("regions");
    for (AddressMap.Region region : picture.map().regions()) {
      out.writeStartObject();
      out.writeNumberField("start", region.start());
      out.writeNumberField("end", region.end());
      out.writeNumberField("from", region.from());
      out.writeNumberField("to", region.to());
      out.writeStringField("name", names.of(region));
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeArrayFieldStart("parts");
    for (RegionNames.Part part : names.parts(picture.map())) {
      out.writeStartObject();
      out.writeStringField("name", part.name());
      out.writeNumberField("from", part.from());
      out.writeNumberField("to", part.to());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  /**
   * One view: the length of what follows in JSON, a little-endian 32-bit number, then that, filled
   * up with spaces to a multiple of 4, then the pixels (see {@link PictureGrid#bytes}).
   */
  static Answer view(Request request, ProcessPicture picture, DataNames names) throws IOException {
    PictureGrid.View view = viewOf(request, picture);
    PictureGrid grid = new PictureGrid(view, picture.map());
    boolean exact = picture.isInTrace(view.from(), view.to());
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(head)) {
      out.writeStartObject();
      if (exact) {
        StoredTrace trace = picture.trace().orElseThrow();
        trace.read(view.from(), view.to(), grid.sink(trace.symbols()));
        out.writeStringField("source", "trace");
        out.writeNumberField("accessesPerColumn", 1);
        out.writeNumberField("blockBytes", 1);
        if (view.to() - view.from() <= MOST_SINGLE) {
          single(out, trace, view, names);
        }
      } else {
        DensityLevel level = picture.level(view.from(), view.to(), view.columns());
        grid.add(level);
        out.writeStringField("source", "tiles");
        out.writeNumberField("accessesPerColumn", level.accessesPerColumn());
        out.writeNumberField("blockBytes", level.blockBytes());
      }
      out.writeEndObject();
    }
    return Answer.of(Answer.BINARY, joined(head, grid.bytes()));
  }

  static byte[] joined(ByteArrayOutputStream head, ByteBuffer pixels) {
    while (head.size() % 4 != 0) {
      head.write(' ');
    }
    ByteBuffer all =
        ByteBuffer.allocate(Integer.BYTES + head.size() + pixels.remaining())
            .order(ByteOrder.LITTLE_ENDIAN);
    return all.putInt(head.size()).put(head.toByteArray()).put(pixels).array();
  }

  private static PictureGrid.View viewOf(Request request, ProcessPicture picture) {
    long all = picture.accesses();
    long from = request.number("from", 0, Math.max(0, all - 1));
    long to = request.number("to", from + 1, all);
    double low = request.fraction("low");
    double high = request.fraction("high");
    int columns = (int) request.number("columns", 1, 8192);
    int rows = (int) request.number("rows", 1, 8192);
    if (high <= low || (long) columns * rows > MOST_PIXELS) {
      throw new IllegalArgumentException(
          "expected low below high and at most %d pixels, found %s to %s and %d x %d"
              .formatted(MOST_PIXELS, low, high, columns, rows));
    }
    return new PictureGrid.View(from, to, low, high, columns, rows);
  }

  /** Every access: thread, address, site, name of the data; and what the sites are. */
  private static void single(
      JsonGenerator out, StoredTrace trace, PictureGrid.View view, DataNames names)
      throws IOException {
    Set<Integer> used = new LinkedHashSet<>();
    ByteArrayOutputStream rows = new ByteArrayOutputStream();
    try (JsonGenerator list = new JsonFactory().createGenerator(rows)) {
      list.writeStartArray();
      IOException[] failure = {null};
      long[] at = {view.from()};
      trace.read(
          view.from(),
          view.to(),
          (thread, addresses, sites, count) -> {
            try {
              for (int i = 0; i < count; i++) {
                list.writeStartArray();
                list.writeNumber(thread);
                list.writeNumber(addresses[i]);
                list.writeNumber(sites[i]);
                list.writeString(names.of(sites[i], addresses[i], at[0]++));
                list.writeEndArray();
                used.add(sites[i]);
              }
            } catch (IOException e) {
              failure[0] = e;
            }
          });
      if (failure[0] != null) {
        throw failure[0];
      }
      list.writeEndArray();
    }
    out.writeFieldName("accesses");
    out.writeRawValue(rows.toString(java.nio.charset.StandardCharsets.UTF_8));
    out.writeObjectFieldStart("sites");
    for (int site : used) {
      site(out, trace.symbols(), site, names.file(site));
    }
    out.writeEndObject();
  }

  private static void site(JsonGenerator out, SymbolTables symbols, int id, String file)
      throws IOException {
    Site site = symbols.site(id);
    FunctionSymbol function = symbols.function(site.function());
    out.writeObjectFieldStart(Integer.toString(id));
    out.writeBooleanField("store", site.store());
    out.writeNumberField("size", site.size());
    out.writeNumberField("instruction", site.instruction());
    out.writeStringField("function", function.name());
    out.writeStringField("file", file);
    out.writeNumberField("line", site.line());
    out.writeEndObject();
  }
}
