package org.tslmap.collector.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.tslmap.collector.report.TableData;

/**
 * A table as a Parquet file: whole numbers are INT64, scores and shares DOUBLE, words UTF-8,
 * strides a list of their bytes and counts. Columns have the names of CSV. What does not apply is
 * null.
 */
public final class ParquetTable {

  /** The column that says whether a row's numbers come from a part of the accesses. */
  static final String ESTIMATED = "estimated";

  private ParquetTable() {}

  /**
   * Writes a file that is not there yet.
   *
   * @param estimated whether only a part of the accesses was scored
   * @param remarks what is kept in the file besides the table, by name
   * @throws IOException if it cannot be written
   */
  public static void write(
      Path file, TableData table, boolean estimated, Map<String, String> remarks)
      throws IOException {
    List<TableData.Field> fields = table.fields();
    try (ParquetWriter<List<Optional<Object>>> writer =
        new Builder(new LocalOutputFile(file), new RowWriter(schema(fields), fields, estimated))
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new GzipCodecs())
            .withCompressionCodec(CompressionCodecName.GZIP)
            .withExtraMetaData(remarks)
            .build()) {
      for (int i = 0; i < table.rows(); i++) {
        writer.write(table.row(i));
      }
    }
  }

  private static MessageType schema(List<TableData.Field> fields) {
    List<Type> types = new ArrayList<>();
    fields.forEach(field -> types.add(type(field)));
    types.add(Types.required(PrimitiveTypeName.BOOLEAN).named(ESTIMATED));
    return new MessageType("table", types);
  }

  private static Type type(TableData.Field field) {
    return switch (field.type()) {
      case TEXT ->
          Types.optional(PrimitiveTypeName.BINARY)
              .as(LogicalTypeAnnotation.stringType())
              .named(field.name());
      case WHOLE -> Types.optional(PrimitiveTypeName.INT64).named(field.name());
      case REAL -> Types.optional(PrimitiveTypeName.DOUBLE).named(field.name());
      case STRIDES ->
          Types.optionalList()
              .requiredGroupElement()
              .required(PrimitiveTypeName.INT64)
              .named(RowWriter.STRIDE_BYTES)
              .required(PrimitiveTypeName.INT64)
              .named(RowWriter.STRIDE_COUNT)
              .named(field.name());
    };
  }

  /** Parquet's way to make a writer. */
  private static final class Builder
      extends ParquetWriter.Builder<List<Optional<Object>>, Builder> {
    private final RowWriter rows;

    Builder(LocalOutputFile file, RowWriter rows) {
      super(file);
      this.rows = rows;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected RowWriter getWriteSupport(ParquetConfiguration configuration) {
      return rows;
    }

    @Override
    @SuppressWarnings("deprecation") // abstract still
    protected RowWriter getWriteSupport(org.apache.hadoop.conf.Configuration configuration) {
      return rows;
    }
  }
}
