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
      if (hotspots.estimated().isPresent()) {
        out.writeStringField("estimated", hotspots.estimated().get());
      }
      caches(hotspots, out);
      time(hotspots, out);
      phases(hotspots, out);
      out.writeArrayFieldStart("problems");
      int number = 0;
      for (List<Finding> same : hotspots.problems()) {
        problem(++number, same, out);
      }
      out.writeEndArray();
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

  /** What findings of one rank are together, for people. */
  private static void problem(int rank, List<Finding> same, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeNumberField("rank", rank);
    out.writeStringField("title", Hotspots.title(same));
    strings("objects", Hotspots.objects(same), out);
    out.writeStringField("sentence", Hotspots.sentence(same));
    strings("evidence", Hotspots.evidence(same), out);
    out.writeEndObject();
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
      out.writeStringField("title", hotspots.phaseTitle(phase.name()));
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
    out.writeStringField("pattern", name(finding.pattern()));
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
    strings("canTry", finding.trials().stream().map(t -> name(t.remedy().kind())).toList(), out);
    if (finding.cannotTry().isPresent()) {
      out.writeStringField("cannotTry", finding.cannotTry().get());
    }
    if (!finding.tried().isEmpty()) {
      tried(hotspots.settings(), finding.tried(), out);
    }
    out.writeEndObject();
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static void tried(HotspotSettings settings, List<Tried> tried, JsonGenerator out)
      throws IOException {
    out.writeArrayFieldStart("tried");
    for (Tried one : tried) {
      out.writeStartObject();
      out.writeStringField("remedy", name(one.kind()));
      out.writeStringField("label", one.kind().label());
      out.writeNumberField("gain", one.gain());
      out.writeBooleanField("helps", one.helps());
      figures("before", settings, one.before(), out);
      figures("after", settings, one.after(), out);
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void figures(
      String key, HotspotSettings settings, Tried.Figures figures, JsonGenerator out)
      throws IOException {
    out.writeObjectFieldStart(key);
    out.writeNumberField("tl", figures.temporal());
    out.writeNumberField("sl", figures.spatial());
    out.writeObjectFieldStart("misses");
    for (int i = 0; i < figures.misses().size(); i++) {
      out.writeNumberField(settings.caches().get(i).name(), figures.misses().get(i));
    }
    out.writeEndObject();
    out.writeNumberField("seconds", SECONDS * figures.nanoseconds());
    out.writeEndObject();
  }

  /**
   * Writes what came of the trials of one finding, as its key {@code tried} has it, and a line end;
   * leaves the writer open.
   */
  public static void writeTried(HotspotSettings settings, List<Tried> tried, Writer writer)
      throws IOException {
    JsonGenerator out = new JsonFactory().createGenerator(writer);
    out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    try (out) {
      out.writeStartObject();
      tried(settings, tried, out);
      out.writeEndObject();
    }
    writer.write('\n');
    writer.flush();
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
