package org.tslmap.collector.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tslmap.collector.report.AttributedProfile;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.RowSelection;
import org.tslmap.collector.report.TableKind;
import org.tslmap.collector.report.TableReport;
import org.tslmap.locality.profile.LocalityProfile;

/** Parquet's own reader finds in the files what JSON has. */
class ParquetTableTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(TableKind.class)
  void filesHoldWhatJsonHolds(TableKind kind) throws IOException {
    Report report =
        Report.of(
            new LocalityProfile("tslmap 1", List.of(AttributedProfile.process(true))),
            RowSelection.ALL,
            List.of());
    String of = kind.isOfFunction() ? "work" : "";
    TableReport table =
        new TableReport(report, kind, of, List.of(new CacheSize(48 << 10)), RowSelection.ALL);
    Path file = folder.resolve("table.parquet");
    ParquetTable.write(file, table.data(), true, Map.of("remark", "a\nb"));
    StringWriter json = new StringWriter();
    table.json(new PrintWriter(json));
    JsonNode expected = new ObjectMapper().readTree(json.toString()).path("rows");
    List<Group> rows = read(file);
    assertEquals(expected.size(), rows.size());
    for (int i = 0; i < rows.size(); i++) {
      assertSame(expected.get(i), rows.get(i));
    }
  }

  private static void assertSame(JsonNode expected, Group row) {
    int compared = 0;
    for (int i = 0; i < row.getType().getFieldCount(); i++) {
      String name = row.getType().getFieldName(i);
      JsonNode value = expected.path(name);
      for (String granularity : List.of("word", "line", "page")) {
        if (name.startsWith(granularity) && Character.isUpperCase((name + " ").charAt(4))) {
          String key = name.substring(4, 5).toLowerCase(java.util.Locale.ROOT) + name.substring(5);
          value = expected.path(granularity).path(key);
        }
      }
      if (name.equals("estimated")) {
        assertTrue(row.getBoolean(i, 0));
      } else if (row.getFieldRepetitionCount(i) == 0) {
        assertTrue(value.isMissingNode(), name + ": " + value);
      } else if (!row.getType().getType(i).isPrimitive()) {
        assertStrides(value, row.getGroup(i, 0));
      } else {
        compared++;
        PrimitiveTypeName type = row.getType().getType(i).asPrimitiveType().getPrimitiveTypeName();
        switch (type) {
          case INT64 -> assertEquals(value.longValue(), row.getLong(i, 0), name);
          case DOUBLE -> assertEquals(value.doubleValue(), row.getDouble(i, 0), name);
          default -> assertEquals(value.textValue(), row.getString(i, 0), name);
        }
      }
    }
    assertTrue(compared > 1, row.toString());
  }

  private static void assertStrides(JsonNode expected, Group strides) {
    assertEquals(expected.size(), strides.getFieldRepetitionCount(0));
    for (int i = 0; i < expected.size(); i++) {
      Group stride = strides.getGroup(0, i).getGroup(0, 0);
      assertEquals(expected.get(i).path("bytes").longValue(), stride.getLong("bytes", 0));
      assertEquals(expected.get(i).path("count").longValue(), stride.getLong("count", 0));
    }
  }

  private static List<Group> read(Path file) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .withCodecFactory(new Gunzip())
            .build();
    List<Group> rows = new ArrayList<>();
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
      assertEquals("a\nb", reader.getFileMetaData().getKeyValueMetaData().get("remark"));
      MessageType schema = reader.getFileMetaData().getSchema();
      for (PageReadStore pages = reader.readNextRowGroup();
          pages != null;
          pages = reader.readNextRowGroup()) {
        RecordReader<Group> records =
            new ColumnIOFactory()
                .getColumnIO(schema)
                .getRecordReader(pages, new GroupRecordConverter(schema));
        for (long i = 0; i < pages.getRowCount(); i++) {
          rows.add(records.read());
        }
      }
    }
    return rows;
  }

  /** Java's own gzip for the reader. */
  private static final class Gunzip implements CompressionCodecFactory {

    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
      throw new UnsupportedOperationException("files are only read");
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
      assertEquals(CompressionCodecName.GZIP, codec);
      return new BytesInputDecompressor() {
        @Override
        public BytesInput decompress(BytesInput bytes, int decompressedSize) throws IOException {
          return BytesInput.from(new GZIPInputStream(bytes.toInputStream()).readAllBytes());
        }

        @Override
        public void decompress(
            ByteBuffer input, int compressedSize, ByteBuffer output, int decompressedSize) {
          throw new UnsupportedOperationException("buffers are not used");
        }

        @Override
        public void release() {
          // holds nothing
        }
      };
    }

    @Override
    public void release() {
      // holds nothing
    }
  }
}
