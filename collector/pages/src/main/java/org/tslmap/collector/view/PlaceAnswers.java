package org.tslmap.collector.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.store.StoredTrace;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.Site;

/** Answers who accessed a small rectangle of time and addresses. */
final class PlaceAnswers {
  private static final long MOST_ACCESSES = 4_000_000;
  private static final int MOST_ROWS = 4;

  /** How often a line of the program did so, and one access by which it did. */
  private static final class Count {
    private final int site;
    private final long address;
    private final long access;
    private long loads;
    private long stores;

    Count(int site, long address, long access) {
      this.site = site;
      this.address = address;
      this.access = access;
    }
  }

  private record Line(int function, int line) {}

  private PlaceAnswers() {}

  /** The lines with most accesses there. */
  static Answer of(Request request, ProcessPicture picture, DataNames names) throws IOException {
    long from = request.number("from", 0, Math.max(0, picture.accesses() - 1));
    long asked = request.number("to", from + 1, picture.accesses());
    long low = picture.map().address(request.fraction("low"));
    long high = Math.max(low + 1, picture.map().address(request.fraction("high")));
    Map<Line, Count> counts = new HashMap<>();
    boolean readable = picture.trace().isPresent() && from < picture.trace().get().accesses();
    long to = asked;
    if (readable) {
      StoredTrace trace = picture.trace().get();
      to = Math.min(Math.min(asked, from + MOST_ACCESSES), trace.accesses());
      long[] before = {from};
      trace.read(
          from,
          to,
          (thread, addresses, sites, count) -> {
            for (int i = 0; i < count; i++) {
              if (addresses[i] >= low && addresses[i] < high) {
                add(counts, trace, sites[i], addresses[i], before[0] + i);
              }
            }
            before[0] += count;
          });
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = new JsonFactory().createGenerator(bytes)) {
      out.writeStartObject();
      out.writeStringField(
          "stretch", to < asked ? "of the first %,d accesses there".formatted(to - from) : "");
      out.writeArrayFieldStart("sites");
      if (readable) {
        write(out, picture.trace().get(), counts, names);
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    return Answer.json(bytes.toByteArray());
  }

  private static void add(
      Map<Line, Count> counts, StoredTrace trace, int siteId, long address, long access) {
    Site site = trace.symbols().site(siteId);
    Count count =
        counts.computeIfAbsent(
            new Line(site.function(), site.line()), line -> new Count(siteId, address, access));
    if (site.store()) {
      count.stores++;
    } else {
      count.loads++;
    }
  }

  private static void write(
      JsonGenerator out, StoredTrace trace, Map<Line, Count> counts, DataNames names)
      throws IOException {
    List<Count> most =
        counts.values().stream()
            .sorted(Comparator.comparingLong((Count c) -> c.loads + c.stores).reversed())
            .limit(MOST_ROWS)
            .toList();
    for (Count count : most) {
      Site site = trace.symbols().site(count.site);
      FunctionSymbol function = trace.symbols().function(site.function());
      out.writeStartObject();
      out.writeStringField("function", function.name());
      out.writeStringField("file", names.file(count.site));
      out.writeNumberField("line", site.line());
      out.writeStringField("object", names.of(count.site, count.address, count.access));
      out.writeNumberField("loads", count.loads);
      out.writeNumberField("stores", count.stores);
      out.writeEndObject();
    }
  }
}
