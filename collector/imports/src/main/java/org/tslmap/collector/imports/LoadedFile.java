package org.tslmap.collector.imports;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program or shared object, and where it lay in memory.
 *
 * @param file its path
 * @param bias address of its code in memory less that in the file
 * @param segments what was mapped of it
 */
public record LoadedFile(Path file, long bias, List<Segment> segments) {
  private static final int HEADER_BYTES = 64;
  private static final int LOAD = 1;
  private static final int SEGMENT_BYTES = 56;

  /**
   * Memory that holds a part of the file.
   *
   * @param start first address
   * @param bytes length
   * @param offset where in the file it begins
   * @param protection 1 read, 2 write, 4 execute, added together
   */
  public record Segment(long start, long bytes, long offset, int protection) {
    boolean holds(long address) {
      return address - start >= 0 && address - start < bytes;
    }
  }

  /** Keeps the list unmodifiable. */
  public LoadedFile {
    segments = List.copyOf(segments);
  }

  boolean holds(long address) {
    return segments.stream().anyMatch(segment -> segment.holds(address));
  }

  /**
   * A file as {@code FILE} or {@code FILE@ADDRESS} names it.
   *
   * @param text the address is what its code lies higher in memory than in the file, hexadecimal
   * @throws ImportException if it is no 64-bit ELF file, or the address is no number
   */
  public static LoadedFile of(String text) throws IOException {
    int at = text.lastIndexOf('@');
    Path file = Path.of(at < 0 ? text : text.substring(0, at));
    long bias = 0;
    if (at >= 0) {
      try {
        bias = Long.parseUnsignedLong(text.substring(at + 1).replaceFirst("^0x", ""), 16);
      } catch (NumberFormatException e) {
        throw new ImportException(
            "--loaded: expected FILE@ADDRESS with a hexadecimal address, found " + text, e);
      }
    }
    return new LoadedFile(file, bias, segments(file, bias));
  }

  private static List<Segment> segments(Path file, long bias) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new ImportException("expected a program or shared object, found nothing at " + file);
    }
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer header = read(channel, 0, HEADER_BYTES);
      if (header.remaining() < HEADER_BYTES
          || header.getInt(0) != 0x464C457F
          || header.get(4) != 2) {
        throw new ImportException("expected a 64-bit ELF file, found something else in " + file);
      }
      int count = header.getShort(56) & 0xFFFF;
      ByteBuffer table = read(channel, header.getLong(32), count * SEGMENT_BYTES);
      List<Segment> segments = new ArrayList<>();
      for (int at = 0; at + SEGMENT_BYTES <= table.remaining(); at += SEGMENT_BYTES) {
        if (table.getInt(at) == LOAD) {
          int flags = table.getInt(at + 4);
          segments.add(
              new Segment(
                  table.getLong(at + 16) + bias,
                  table.getLong(at + 40),
                  table.getLong(at + 8),
                  (flags & 4) >> 2 | flags & 2 | (flags & 1) << 2));
        }
      }
      return segments;
    }
  }

  private static ByteBuffer read(FileChannel channel, long from, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (from >= 0 && from < channel.size()) {
      int got = channel.read(buffer, from);
      while (got > 0 && buffer.hasRemaining()) {
        got = channel.read(buffer, from + buffer.position());
      }
    }
    return buffer.flip();
  }
}
