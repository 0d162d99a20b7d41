package org.tslmap.collector.store;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.queue.rollcycles.LargeRollCycles;
import org.tslmap.locality.codec.EventPacker;

/**
 * What a trace looks like in its Chronicle Queue: one excerpt a record, a fixed head and the bytes.
 *
 * <table>
 * <caption>Head of a record, little-endian</caption>
 * <tr><td>u8</td><td>kind: {@link #BEGIN}, {@link #FRAME}, {@link #EVENTS}, {@link #LIMIT} or
 *     {@link #CLOSED}</td></tr>
 * <tr><td>i32</td><td>{@link #BEGIN}: {@link #VERSION}; {@link #FRAME}: frame type; else 0</td></tr>
 * <tr><td>i64</td><td>accesses: {@link #EVENTS}: in the words; {@link #FRAME}: see there; else 0
 *     </td></tr>
 * <tr><td>i32</td><td>event words, likewise</td></tr>
 * <tr><td>i32</td><td>bytes that follow</td></tr>
 * <tr><td>i32</td><td>their CRC-32C</td></tr>
 * </table>
 */
final class TraceFormat {
  /**
   * Of what is described here. Traces of others are refused: their programs have to be recorded
   * again.
   */
  static final int VERSION = 2;

  /**
   * A frame's payload as it came over the wire. The accesses and words are those of the next {@link
   * #EVENTS} that come before it: frames need not wait until a block of events is full.
   */
  static final int FRAME = 1;

  /**
   * Packed event words of several EVENTS frames, as {@link org.tslmap.locality.codec.EventPacker}
   * gives them.
   */
  static final int EVENTS = 2;

  /**
   * Storing stopped here because of what the bytes say in UTF-8; because the size limit was reached
   * if there are none.
   */
  static final int LIMIT = 3;

  /** Says that only parts of the stream came from there on. */
  static final String SAMPLES = "samples begin";

  /** The last record: what was wrong with the stream, in UTF-8, or nothing. */
  static final int CLOSED = 5;

  /** The first record. Traces without it are older than version 2. */
  static final int BEGIN = 7;

  /** Bytes before those of the record. */
  static final int HEAD_BYTES = 25;

  /** Files are mapped in chunks of this size; an excerpt, and so a frame, may take a quarter. */
  static final long BLOCK_BYTES = 128L << 20;

  /** Of a record behind its head. */
  static final long MOST_BYTES = BLOCK_BYTES / 4;

  private static final LargeRollCycles CYCLE = LargeRollCycles.LARGE_DAILY;

  /** Nobody shares a queue, so what is locked or not finished stays so. */
  private static final long LOCK_MILLIS = 500;

  private static final int TRIM_BYTES = 64 << 10;

  /** More than a table of the queue's index takes. */
  private static final long TABLE_BYTES = 1L << 20;

  private TraceFormat() {}

  /**
   * Looks whether event words can be packed and unpacked here.
   *
   * @throws IOException if not; says why
   */
  static void requireCodec() throws IOException {
    Optional<String> problem = EventPacker.problem();
    if (problem.isPresent()) {
      throw new IOException(
          "traces need tslmap's native library, which did not load (--trace none goes without): "
              + problem.get());
    }
  }

  /** A queue that stays in one file, whatever becomes of the clock and the date. */
  static SingleChronicleQueue write(Path folder) {
    long now = System.currentTimeMillis();
    return builder(folder).timeProvider(() -> now).build();
  }

  /** The number in its file, from 0, of the record that has this index in its queue. */
  static long number(long index) {
    return CYCLE.toSequenceNumber(index);
  }

  /** A queue's files with records, in order; none where there is no folder. */
  static List<Path> files(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> file.toString().endsWith(".cq4")).sorted().toList();
    }
  }

  private static SingleChronicleQueueBuilder builder(Path folder) {
    return SingleChronicleQueueBuilder.binary(folder)
        .rollCycle(CYCLE)
        .timeoutMS(LOCK_MILLIS)
        .blockSize(BLOCK_BYTES);
  }

  /**
   * Has the queue's classes made ready; what fails here fails again, and is told, when one opens.
   */
  static void load() {
    try {
      builder(Path.of(""));
    } catch (RuntimeException | Error e) {
      org.slf4j.LoggerFactory.getLogger(TraceFormat.class).debug("the trace store is not there", e);
    }
  }

  /**
   * Cuts the unused rest off a closed queue's files, which are made large and empty.
   *
   * @param end where the last record ends in the last file; the queue's own tables may follow
   */
  static void trim(Path folder, long end) throws IOException {
    List<Path> files = files(folder);
    for (Path file : files) {
      boolean last = file.equals(files.get(files.size() - 1));
      try (FileChannel channel = FileChannel.open(file, READ, WRITE)) {
        long most = last ? Math.min(end + TABLE_BYTES, channel.size()) : channel.size();
        channel.truncate(used(channel, most));
      }
    }
  }

  /**
   * A multiple of {@link #TRIM_BYTES} behind everything that is not zero, with zeros before it.
   *
   * @param most there are only zeros behind it
   */
  private static long used(FileChannel channel, long most) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(TRIM_BYTES).order(ByteOrder.nativeOrder());
    long at = (most + TRIM_BYTES - 1) / TRIM_BYTES * TRIM_BYTES;
    while (at > 0) {
      at -= TRIM_BYTES;
      buffer.clear();
      channel.read(buffer, at);
      buffer.flip();
      while (buffer.remaining() >= Long.BYTES) {
        if (buffer.getLong() != 0) {
          return Math.min(channel.size(), at + 2 * TRIM_BYTES);
        }
      }
    }
    return Math.min(channel.size(), TRIM_BYTES);
  }

  /** Bytes that a trace's folder takes on the disk's books. */
  static long bytes(Path folder) throws IOException {
    long total = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        total += Files.size(file);
      }
    }
    return total;
  }
}
