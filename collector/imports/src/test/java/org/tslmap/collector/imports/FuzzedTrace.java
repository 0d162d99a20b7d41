package org.tslmap.collector.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A trace made of a fuzzer's input. The bits of the first byte say whether fetches count, whether
 * the rest is two files or one, and whether files are zip archives of chunks.
 */
final class FuzzedTrace {
  private static final int FETCHES = 1;
  private static final int TWO_FILES = 2;
  private static final int CHUNKS = 4;

  /** No multiple of a record's bytes, so that records lie across chunks. */
  private static final int CHUNK_BYTES = 50;

  private FuzzedTrace() {}

  /** Reads it: every access comes out, or one line says where the trace is wrong. */
  static void isReadOrRefused(TraceFormat format, Path folder, byte[] input) throws IOException {
    if (input.length == 0) {
      return;
    }
    byte[] content = Arrays.copyOfRange(input, 1, input.length);
    boolean chunks = (input[0] & CHUNKS) != 0;
    Path first = folder.resolve("first.trace");
    Path second = folder.resolve("second.trace");
    Path[] files = {first};
    if ((input[0] & TWO_FILES) != 0) {
      int half = content.length / 2;
      write(first, Arrays.copyOf(content, half), chunks);
      write(second, Arrays.copyOfRange(content, half, content.length), chunks);
      files = new Path[] {first, second};
    } else {
      write(first, content, chunks);
    }
    try {
      isRead(format, (input[0] & FETCHES) != 0, files);
    } catch (IOException e) {
      isOneLine(e);
      assertTrue(
          e.getMessage().matches(".*/(first|second)\\.trace, byte \\d+( of what is unpacked)?: .*"),
          e.getMessage());
    }
  }

  static void isRead(TraceFormat format, boolean fetches, Path... files) throws IOException {
    try (Imported trace = Imported.of(format, fetches, files)) {
      assertEquals(trace.accesses.size(), trace.stream.totals().accesses());
    }
  }

  static void isOneLine(IOException refused) {
    assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
  }

  private static void write(Path file, byte[] content, boolean chunks) throws IOException {
    if (!chunks) {
      Files.write(file, content);
      return;
    }
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int at = 0; at == 0 || at < content.length; at += CHUNK_BYTES) {
        zip.putNextEntry(new ZipEntry("chunk." + at / CHUNK_BYTES));
        zip.write(content, at, Math.min(CHUNK_BYTES, content.length - at));
      }
    }
  }
}
