package org.tslmap.collector.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Java's own gzip for Parquet, whose other codecs come with native libraries or with Hadoop. */
final class GzipCodecs implements CompressionCodecFactory {

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    if (codec != CompressionCodecName.GZIP) {
      throw new IllegalArgumentException("expected the codec GZIP, found " + codec);
    }
    return new Compressor();
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    throw new UnsupportedOperationException("files are only written");
  }

  @Override
  public void release() {
    // holds nothing
  }

  private static final class Compressor implements BytesInputCompressor {

    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      ByteArrayOutputStream compressed = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
        bytes.writeAllTo(gzip);
      }
      return BytesInput.from(compressed);
    }

    @Override
    public CompressionCodecName getCodecName() {
      return CompressionCodecName.GZIP;
    }

    @Override
    public void release() {
      // holds nothing
    }
  }
}
