package org.tslmap.collector.hotspots;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.Writer;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import org.tslmap.collector.phases.Phase;

/** Hotspots for scripts; {@code collector/HOTSPOTS.md} lists the keys. */
public final class HotspotJson {

  /** Version of the keys. */
  public static final int SCHEMA_VERSION = 2;

  private static final double SECONDS = 1e-9;

  private HotspotJson() {}

  /**
   * Writes the first findings and a line end; leaves the writer open.
   *
   * @param top how many at most
   */
  public static void write(Hotspots hotspots, int top, Writer writer) throws IOException {
    JsonGenerator out = new JsonFactory().createGenerator(writer);
    out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    out.setPrettyPrinter(new DefaultPrettyPrinter());
    try (out) {
      out.writeStartObject();
      out.writeNumberField("schemaVersion", SCHEMA_VERSION);
      out.writeNumberField("accesses", hotspots.accesses());
      out.writeNumberField("leastShare", hotspots.settings().leastShare());
      out.writeNumberField("line", hotspots.lineBytes());
      if (hotspots.sampled().isPresent()) {
        out.writeStringField("sampled", hotspots.sampled().get());
      }
      caches(hotspots, out);
      time(hotspots, out);
      phases(hotspots, out);
      out.writeArrayFieldStart("hotspots");
      IdentityHashMap<Finding, Integer> ranks = new IdentityHashMap<>();
      int rank = 0;
      for (List<Finding> same : hotspots.alike()) {
        rank++;
        for (Finding finding : same) {
          ranks.put(finding, rank);
        }
      }
      for (Finding finding : hotspots.findings().stream().limit(top).toList()) {
        finding(hotspots, finding, ranks.get(finding), out);
      }
      out.writeEndArray();
      out.writeArrayFieldStart("small");
      for (Finding finding : hotspots.small()) {
        finding(hotspots, finding, ++rank, out);
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    writer.write('\n');
    writer.flush();
  }

  private static void caches(Hotspots hotspots, JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("caches");
    for (CacheLevel cache : hotspots.settings().caches()) {
      out.writeStartObject();
      out.writeStringField("name", cache.name());
      out.writeNumberField("bytes", cache.bytes());
      out.writeNumberField("ways", cache.ways());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void phases(Hotspots hotspots, JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("phases");
    for (Phase phase : hotspots.phases().list()) {
      out.writeStartObject();
      out.writeStringField("name", phase.name());
      out.writeBooleanField("marked", phase.marked());
      out.writeNumberField("first", phase.firstAccess());
      out.writeNumberField("accesses", phase.accesses());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void time(Hotspots hotspots, JsonGenerator out) throws IOException {
    out.writeStringField("costs", hotspots.settings().times().source());
    out.writeNumberField("seconds", SECONDS * hotspots.time().nanoseconds());
    out.writeNumberField("leftOutSeconds", SECONDS * hotspots.time().leftOut());
    out.writeNumberField("wastedShare", hotspots.time().share(hotspots.time().wasted()));
    out.writeNumberField("smallerShare", hotspots.smallerShare());
    out.writeNumberField("smallerGroups", hotspots.smallerGroups());
  }

  private static void finding(Hotspots hotspots, Finding finding, int rank, JsonGenerator out)
      throws IOException {
    out.writeStartObject();
    out.writeNumberField("rank", rank);
    out.writeStringField("pattern", finding.pattern().name().toLowerCase(Locale.ROOT));
    out.writeStringField("label", finding.pattern().label());
    out.writeBooleanField("note", finding.pattern().isNote());
    out.writeStringField("function", finding.function());
    out.writeStringField("object", finding.object());
    out.writeStringField("phase", finding.phase());
    strings("places", finding.places(), out);
    out.writeNumberField("stride", finding.stride());
    out.writeNumberField("seconds", SECONDS * finding.nanoseconds());
    out.writeNumberField("share", hotspots.share(finding));
    out.writeNumberField("waste", finding.waste());
    out.writeNumberField("accesses", finding.accesses());
    out.writeArrayFieldStart("missRatios");
    for (double ratio : finding.missRatios()) {
      out.writeNumber(ratio);
    }
    out.writeEndArray();
    out.writeNumberField("processes", finding.processes());
    out.writeStringField("sentence", finding.sentence());
    out.writeStringField("remedy", finding.pattern().remedy());
    strings("evidence", finding.evidence(), out);
    out.writeEndObject();
  }

  private static void strings(String key, Iterable<String> values, JsonGenerator out)
      throws IOException {
    out.writeArrayFieldStart(key);
    for (String value : values) {
      out.writeString(value);
    }
    out.writeEndArray();
  }
}
