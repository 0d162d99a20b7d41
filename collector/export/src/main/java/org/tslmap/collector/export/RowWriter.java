package org.tslmap.collector.export;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.tslmap.collector.report.TableData;
import org.tslmap.locality.profile.StrideShare;

/** Hands the values of rows to Parquet. */
final class RowWriter extends WriteSupport<List<Optional<Object>>> {

  static final String STRIDE_BYTES = "bytes";
  static final String STRIDE_COUNT = "count";

  private final MessageType schema;
  private final List<TableData.Field> fields;
  private final boolean estimated;
  private RecordConsumer out;

  RowWriter(MessageType schema, List<TableData.Field> fields, boolean estimated) {
    this.schema = schema;
    this.fields = fields;
    this.estimated = estimated;
  }

  @Override
  @SuppressWarnings("deprecation") // abstract still
  public WriteContext init(org.apache.hadoop.conf.Configuration configuration) {
    return new WriteContext(schema, Map.of());
  }

  @Override
  public WriteContext init(ParquetConfiguration configuration) {
    return new WriteContext(schema, Map.of());
  }

  @Override
  public void prepareForWrite(RecordConsumer recordConsumer) {
    out = recordConsumer;
  }

  @Override
  public void write(List<Optional<Object>> row) {
    out.startMessage();
    for (int i = 0; i < fields.size(); i++) {
      if (row.get(i).isPresent()) {
        out.startField(fields.get(i).name(), i);
        value(row.get(i).get());
        out.endField(fields.get(i).name(), i);
      }
    }
    out.startField(ParquetTable.ESTIMATED, fields.size());
    out.addBoolean(estimated);
    out.endField(ParquetTable.ESTIMATED, fields.size());
    out.endMessage();
  }

  private void value(Object value) {
    if (value instanceof String text) {
      out.addBinary(Binary.fromString(text));
    } else if (value instanceof Long whole) {
      out.addLong(whole);
    } else if (value instanceof Double real) {
      out.addDouble(real);
    } else {
      strides((List<?>) value);
    }
  }

  /** A list as Parquet's format has it: a group "list" that repeats, with an "element". */
  private void strides(List<?> strides) {
    out.startGroup();
    if (!strides.isEmpty()) {
      out.startField("list", 0);
      for (Object item : strides) {
        StrideShare stride = (StrideShare) item;
        out.startGroup();
        out.startField("element", 0);
        out.startGroup();
        number(STRIDE_BYTES, 0, stride.bytes());
        number(STRIDE_COUNT, 1, stride.count());
        out.endGroup();
        out.endField("element", 0);
        out.endGroup();
      }
      out.endField("list", 0);
    }
    out.endGroup();
  }

  private void number(String name, int index, long value) {
    out.startField(name, index);
    out.addLong(value);
    out.endField(name, index);
  }
}
