package org.tslmap.collector.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Reads the file of a Chronicle Queue without the queue, so that nothing that the file says is
 * believed: a queue follows positions in its index to anywhere, and reads mapped memory, which
 * behind the end of a file that was cut is a fault that the JVM reports late.
 *
 * <p>The file is excerpts one behind the other, each a header of four bytes (the length in its low
 * 30 bits, whether the excerpt is the queue's own, and whether it is unfinished) and its bytes, up
 * to the next multiple of four. The first is the queue's own. A header of zero is where the next
 * excerpt goes.
 */
final class QueueFile implements AutoCloseable {
  private static final int LENGTH_BITS = 0x3FFF_FFFF;
  private static final int QUEUES_OWN = 0x4000_0000;
  private static final int UNFINISHED = 0x8000_0000;

  private static final int READ_BYTES = 1 << 16;

  /** Of so many excerpts one's place is remembered. */
  private static final int MARKED = 64;

  private final Path file;
  private final FileChannel channel;

  /** What is in the file from {@link #from} on. */
  private final ByteBuffer read =
      ByteBuffer.allocateDirect(READ_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);

  private long from;

  /** Where the excerpts are whose numbers are multiples of {@link #MARKED}. */
  private long[] marks = new long[16];

  private long excerpts;

  /** Where the next header is, and the number of the next excerpt that is not the queue's own. */
  private long at;

  private long number;

  /** Where the rest of the current excerpt is, and how long it is. */
  private long content;

  private int remaining;

  private QueueFile(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Opens a file and looks at all headers.
   *
   * @throws DamagedTraceException if not all excerpts lie in the file; names file and byte
   */
  static QueueFile open(Path file) throws IOException {
    QueueFile opened = new QueueFile(file, FileChannel.open(file, StandardOpenOption.READ));
    try {
      opened.look();
      return opened;
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private void look() throws IOException {
    if ((header() & QUEUES_OWN) == 0) {
      throw new DamagedTraceException(
          "trace file %s: expected a queue's description, found none; the trace was altered, record the run again"
              .formatted(file));
    }
    while (next()) {
      excerpts = number;
    }
    moveTo(0);
  }

  /**
   * Goes on to the next excerpt that is not the queue's own.
   *
   * @return false if there is none
   */
  boolean next() throws IOException {
    while (true) {
      int header = header();
      if (header == 0 || (header & UNFINISHED) != 0) {
        return false;
      }
      long begin = at;
      content = at + Integer.BYTES;
      remaining = header & LENGTH_BITS;
      at = content + (remaining + 3L & ~3L);
      if ((header & QUEUES_OWN) == 0) {
        if (number % MARKED == 0) {
          mark(begin);
        }
        number++;
        return true;
      }
    }
  }

  private int header() throws IOException {
    need(at, Integer.BYTES);
    return read.getInt((int) (at - from));
  }

  private void mark(long begin) {
    int index = Math.toIntExact(number / MARKED);
    if (index == marks.length) {
      marks = Arrays.copyOf(marks, 2 * marks.length);
    }
    marks[index] = begin;
  }

  /** Bytes of the current excerpt that are not read yet. */
  int remaining() {
    return remaining;
  }

  /**
   * Reads on in the current excerpt.
   *
   * @param count at most {@link #remaining}
   */
  void read(byte[] to, int count) throws IOException {
    for (int done = 0; done < count; ) {
      need(content, 1);
      int begin = (int) (content - from);
      int some = Math.min(count - done, read.limit() - begin);
      read.get(begin, to, done, some);
      done += some;
      content += some;
      remaining -= some;
    }
  }

  /**
   * Makes the excerpt of this number the next one.
   *
   * @return whether there was one when the file was opened
   */
  boolean moveTo(long wanted) throws IOException {
    if (wanted < 0 || wanted > 0 && wanted >= excerpts) {
      return false;
    }
    number = wanted / MARKED * MARKED;
    at = marks[(int) (number / MARKED)];
    while (number < wanted && next()) {
      // until it is the next one
    }
    return true;
  }

  /** Has so many bytes from there on in the buffer. */
  private void need(long place, int count) throws IOException {
    if (place >= from && place + count <= from + read.limit()) {
      return;
    }
    from = place;
    read.clear();
    while (read.hasRemaining() && channel.read(read, from + read.position()) > 0) {
      // until the buffer is full, or the file ends
    }
    read.flip();
    if (read.limit() < count) {
      throw new DamagedTraceException(
          ("trace file %s: expected an excerpt or the end of the queue at byte %d, found the end"
                  + " of the file at byte %d; the trace was cut, record the run again")
              .formatted(file, place, channel.size()));
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
