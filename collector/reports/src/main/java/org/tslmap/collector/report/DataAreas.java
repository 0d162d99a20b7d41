package org.tslmap.collector.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.collector.origin.Origin;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;

/** Data objects with the quantities that stacks have, for pages that draw them as areas. */
public final class DataAreas {

  private DataAreas() {}

  /**
   * Writes {@code metrics} and {@code objects}, which have a {@code name}, {@code class}, {@code
   * origin}, {@code bytes} and {@code own}, in the order of the metrics; leaves the writer open.
   *
   * @param weight the last of the metrics
   */
  public static void write(Report report, List<CacheSize> caches, StackWeight weight, Writer writer)
      throws IOException {
    StackMetrics metrics =
        new StackMetrics(report.whole().parameters(), caches, false, Optional.of(weight));
    Map<DataObject, Double> weights = new HashMap<>();
    for (ProcessProfile process : report.processes()) {
      List<DataObject> own = process.attribution().objects();
      for (int i = 0; i < own.size(); i++) {
        weights.merge(DataTables.identity(own.get(i)), weight.of(process, i), Double::sum);
      }
    }
    JsonGenerator out = new JsonFactory().createGenerator(writer);
    out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    try (out) {
      out.writeStartObject();
      StackJson.metrics(metrics.metrics(), out);
      out.writeArrayFieldStart("objects");
      DataTables.Objects all = new DataTables(new Scope(report, List.of())).objects();
      for (Map.Entry<DataObject, Tally> one : all.sums().entrySet()) {
        if (one.getValue().accesses() > 0) {
          DataObject object = all.objects().get(one.getKey());
          out.writeStartObject();
          out.writeStringField("name", Names.of(object));
          out.writeStringField("class", object.kind().label());
          out.writeStringField("origin", Origin.of(object).key());
          out.writeNumberField("bytes", object.bytes());
          StackJson.values(
              metrics.of(one.getValue(), weights.getOrDefault(one.getKey(), 0.0)), out);
          out.writeEndObject();
        }
      }
      out.writeEndArray();
      out.writeEndObject();
    }
  }
}
