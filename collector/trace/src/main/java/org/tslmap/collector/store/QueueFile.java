package org.tslmap.collector.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of a Chronicle Queue, looked at without mapping it: a queue reads mapped memory, and
 * memory behind the end of a file that was cut is a fault that the JVM reports late and anywhere.
 *
 * <p>The file is excerpts one behind the other, each a header of four bytes (the length in its low
 * 30 bits, and whether the excerpt is whole) and its bytes, up to the next multiple of four. A
 * header of zero is where the next excerpt goes.
 */
final class QueueFile {
  private static final int LENGTH_BITS = 0x3FFF_FFFF;
  private static final int UNFINISHED = 0x8000_0000;

  /** Behind the last excerpt so much has to be there, which a queue may look at. */
  private static final int SPARE_BYTES = 64;

  private static final int READ_BYTES = 1 << 16;

  private QueueFile() {}

  /**
   * Checks that all excerpts lie in the file.
   *
   * @throws DamagedTraceException if not; names the file and the byte
   */
  static void check(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer read = ByteBuffer.allocate(READ_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);
      long size = channel.size();
      long from = 0;
      long at = 0;
      while (true) {
        if (at + SPARE_BYTES > size) {
          throw new DamagedTraceException(
              ("trace file %s: expected an excerpt or the end of the queue at byte %d, found the end"
                      + " of the file at byte %d; the trace was cut, record the run again")
                  .formatted(file, at, size));
        }
        if (at < from || at + Integer.BYTES > from + read.limit()) {
          from = at;
          read.clear();
          while (read.hasRemaining() && channel.read(read, from + read.position()) > 0) {
            // until the buffer is full, or the file ends
          }
          read.flip();
        }
        int header = read.getInt((int) (at - from));
        if (header == 0 || (header & UNFINISHED) != 0) {
          if (at == 0) {
            throw new DamagedTraceException(
                "trace file %s: expected a queue's description, found none; the trace was altered, record the run again"
                    .formatted(file));
          }
          return;
        }
        at += Integer.BYTES + ((header & LENGTH_BITS) + 3L & ~3L);
      }
    }
  }
}
