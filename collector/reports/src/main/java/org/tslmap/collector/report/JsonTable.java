package org.tslmap.collector.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.profile.StrideShare;

/** Rows of a table as JSON objects, with the scores of each granularity as an object in them. */
final class JsonTable {

  private final JsonGenerator out;
  private final List<Column> columns;
  private final List<Granularity> granularities;

  JsonTable(JsonGenerator out, List<Column> columns) {
    this.out = out;
    this.columns = columns;
    this.granularities =
        columns.stream().flatMap(c -> c.granularity().stream()).distinct().sorted().toList();
  }

  void row(Row row) throws IOException {
    out.writeStartObject();
    out.writeStringField("row", row.kind().name().toLowerCase(Locale.ROOT));
    values(row);
    out.writeEndObject();
  }

  /** The fields of a row's columns, into an object that is open. */
  void values(Row row) throws IOException {
    fields(row, Optional.empty());
    for (Granularity granularity : granularities) {
      out.writeObjectFieldStart(granularity.key());
      fields(row, Optional.of(granularity));
      out.writeEndObject();
    }
  }

  private void fields(Row row, Optional<Granularity> granularity) throws IOException {
    for (Column column : columns) {
      Cell cell = column.value().apply(row);
      if (column.granularity().equals(granularity) && !(cell instanceof Cell.Nothing)) {
        out.writeFieldName(column.key());
        value(cell);
      }
    }
  }

  private void value(Cell cell) throws IOException {
    if (cell instanceof Cell.Text text) {
      out.writeString(text.text());
    } else if (cell instanceof Cell.Number number) {
      out.writeNumber(number.value());
    } else if (cell instanceof Cell.Count count) {
      out.writeNumber(count.value());
    } else if (cell instanceof Cell.Interval interval) {
      out.writeArray(interval.ends(), 0, 2);
    } else if (cell instanceof Cell.Strides strides) {
      out.writeStartArray();
      for (StrideShare step : strides.commonest()) {
        out.writeStartObject();
        out.writeNumberField("bytes", step.bytes());
        out.writeNumberField("count", step.count());
        out.writeEndObject();
      }
      out.writeEndArray();
    } else {
      out.writeNumber(cell.magnitude());
    }
  }
}
