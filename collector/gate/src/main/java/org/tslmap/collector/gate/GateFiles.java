package org.tslmap.collector.gate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.tslmap.collector.report.Measured;

/** What a gate measured and found, for other programs. */
public final class GateFiles {
  private final Judgement judgement;
  private final Map<String, Measured> rows = new LinkedHashMap<>();

  /** Of a judgement: the whole and the functions that were judged. */
  public GateFiles(Judgement judgement) {
    this.judgement = judgement;
    rows.put(Baseline.WHOLE, judgement.now().run().whole());
    judgement.judged().stream()
        .flatMap(row -> row.after().stream())
        .sorted(Comparator.comparing(Measured::name).thenComparing(Measured::file))
        .forEach(row -> rows.put(distinct(row), row));
  }

  /** Its name, and of static functions of one name the file. */
  private String distinct(Measured row) {
    return rows.containsKey(row.name())
        ? "%s (%s)".formatted(row.name(), row.file().substring(row.file().lastIndexOf('/') + 1))
        : row.name();
  }

  /**
   * Writes JUnit's XML: a test case for each function, which fails by its regressions.
   *
   * @throws IOException if it cannot be written
   */
  public void junit(PrintWriter writer) throws IOException {
    try {
      XMLStreamWriter out = XMLOutputFactory.newInstance().createXMLStreamWriter(writer);
      long failures =
          judgement.regressions().stream().map(Judgement.Finding::name).distinct().count();
      out.writeStartDocument("UTF-8", "1.0");
      out.writeStartElement("testsuite");
      out.writeAttribute("name", "tslmap gate " + judgement.now().program());
      out.writeAttribute("tests", Integer.toString(rows.size()));
      out.writeAttribute("failures", Long.toString(failures));
      out.writeAttribute("errors", "0");
      out.writeAttribute("skipped", "0");
      out.writeAttribute("time", "0");
      for (Map.Entry<String, Measured> row : rows.entrySet()) {
        out.writeStartElement("testcase");
        out.writeAttribute("classname", judgement.now().program());
        out.writeAttribute("name", row.getKey());
        out.writeAttribute("time", "0");
        failure(row.getValue(), out);
        out.writeEndElement();
      }
      out.writeEndElement();
      out.writeEndDocument();
      out.flush();
      writer.println();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private void failure(Measured row, XMLStreamWriter out) throws XMLStreamException {
    List<String> lines = new ArrayList<>();
    for (Judgement.Finding finding : judgement.regressions()) {
      if (finding.row().after().filter(now -> now == row).isPresent()) {
        lines.add(GateReport.line(finding));
      }
    }
    if (!lines.isEmpty()) {
      out.writeStartElement("failure");
      out.writeAttribute("message", lines.get(0));
      out.writeAttribute("type", "regression");
      out.writeCharacters(String.join("\n", lines));
      out.writeEndElement();
    }
  }

  /**
   * Writes Bencher's JSON (BMF): for each function its metrics; limits are Bencher's own.
   *
   * @throws IOException if it cannot be written
   */
  public void bencher(PrintWriter writer) throws IOException {
    try (JsonGenerator out = json(writer)) {
      out.writeStartObject();
      for (Map.Entry<String, Measured> row : rows.entrySet()) {
        out.writeObjectFieldStart(benchmark(row.getKey()));
        for (Metric metric : judgement.now().metrics()) {
          Optional<Double> value = metric.of(row.getValue());
          if (value.isPresent()) {
            out.writeObjectFieldStart(metric.key());
            out.writeNumberField("value", value.get());
            out.writeEndObject();
          }
        }
        out.writeEndObject();
      }
      out.writeEndObject();
    }
    writer.println();
  }

  /**
   * Writes the JSON that github-action-benchmark reads as {@code customSmallerIsBetter}. Of scores,
   * of which more is better, it has what is missing to 1.
   *
   * @throws IOException if it cannot be written
   */
  public void benchmarkAction(PrintWriter writer) throws IOException {
    try (JsonGenerator out = json(writer)) {
      out.writeStartArray();
      for (Map.Entry<String, Measured> row : rows.entrySet()) {
        for (Metric metric : judgement.now().metrics()) {
          Optional<Double> value = metric.of(row.getValue());
          if (value.isPresent()) {
            out.writeStartObject();
            out.writeStringField(
                "name",
                benchmark(row.getKey())
                    + ": "
                    + (metric.isScore() ? "1 - " : "")
                    + metric.heading());
            out.writeStringField("unit", unit(metric));
            out.writeFieldName("value");
            out.writeNumber(
                metric.isScore()
                    ? String.format(Locale.ROOT, "%.6f", 1 - value.get())
                    : metric.exact(value.get()));
            out.writeEndObject();
          }
        }
      }
      out.writeEndArray();
    }
    writer.println();
  }

  private static String unit(Metric metric) {
    return metric.isScore() ? "score" : metric.countsPlaces() ? "places" : "accesses";
  }

  private String benchmark(String name) {
    return judgement.now().program() + "/" + name;
  }

  private static JsonGenerator json(PrintWriter writer) throws IOException {
    JsonGenerator out = new JsonFactory().createGenerator(writer);
    out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    out.setPrettyPrinter(new DefaultPrettyPrinter());
    return out;
  }
}
