package org.tslmap.collector.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import org.tslmap.collector.wire.FrameType;

/**
 * Keeps one process's stream in a Chronicle Queue: frames as they came, event words packed.
 *
 * <p>Used by one thread at a time. Once the size limit is reached nothing more is stored; the trace
 * says so, and {@link TraceReader} tells its reader.
 */
public final class TraceWriter implements AutoCloseable {
  /** Words packed at once: even the worst of them fit into one piece. */
  private static final int WORDS_PER_PIECE = 32 * 1024;

  /** Reading can start at every so many accesses, at the next frame of events. */
  private static final long KEY_ACCESSES = 1L << 22;

  private final Path folder;
  private final SingleChronicleQueue queue;
  private final ExcerptAppender appender;
  private final EventEncoder encoder = new EventEncoder();
  private final CRC32C checksum = new CRC32C();
  private final AtomicLong remaining;
  private byte[] piece = new byte[1 << 16];
  private long bytes;
  private long storedAccesses;
  private final long keyAccesses;
  private long nextKey;
  private boolean limited;
  private final TracePositions.Builder positions = new TracePositions.Builder();

  private TraceWriter(
      Path folder, SingleChronicleQueue queue, AtomicLong remaining, long keyAccesses) {
    this.folder = folder;
    this.keyAccesses = keyAccesses;
    this.nextKey = keyAccesses;
    this.queue = queue;
    this.appender = queue.createAppender();
    this.remaining = remaining;
  }

  /**
   * Starts a trace.
   *
   * @param folder where it goes; made when missing, must be empty
   * @param remaining bytes that may still be stored; goes down, and may be shared by several traces
   * @throws IOException if the folder cannot be made or holds something already
   */
  public static TraceWriter create(Path folder, AtomicLong remaining) throws IOException {
    return create(folder, remaining, KEY_ACCESSES);
  }

  /** The same with places to start at every so many accesses. */
  static TraceWriter create(Path folder, AtomicLong remaining, long keyAccesses)
      throws IOException {
    Files.createDirectories(folder);
    try (var content = Files.list(folder)) {
      if (content.findAny().isPresent()) {
        throw new IOException(
            "expected an empty folder for a new trace, found files in "
                + folder
                + "; choose another run folder");
      }
    }
    return new TraceWriter(folder, TraceFormat.open(folder, false), remaining, keyAccesses);
  }

  /**
   * Stores a frame other than EVENTS.
   *
   * @param type its number on the wire
   * @param payload from position to limit, which are left as they are
   * @return whether it was stored; false once the limit is reached
   */
  public boolean frame(int type, ByteBuffer payload) {
    int size = payload.remaining();
    if (!fits(size)) {
      return false;
    }
    room(size);
    payload.duplicate().get(piece, 0, size);
    write(TraceFormat.FRAME, type, 0, piece, size);
    if (type != FrameType.HEAP.code()) { // there may be as many of these as of pieces
      positions.frame(appender.lastIndexAppended());
    }
    return true;
  }

  /**
   * Stores event words.
   *
   * @param words whole blocks, checked
   * @param count how many entries of the array
   * @param accesses how many accesses the words stand for
   * @return whether they were stored; false once the limit is reached
   */
  public boolean events(long[] words, int count, long accesses) {
    if (storedAccesses >= nextKey) {
      key();
    }
    if (limited) {
      return false;
    }
    int from = 0;
    while (from < count) {
      int to = count - from <= WORDS_PER_PIECE ? count : pieceEnd(words, from);
      encoder.encode(words, from, to);
      if (!fits(encoder.size())) {
        return false;
      }
      boolean whole = to == count;
      write(
          whole ? TraceFormat.EVENTS : TraceFormat.PART,
          to - from,
          whole ? accesses : 0,
          encoder.bytes(),
          encoder.size());
      from = to;
    }
    storedAccesses += accesses;
    return true;
  }

  private void key() {
    if (encoder.thread() != EventEncoder.NO_THREAD && fits(0)) {
      encoder.restart();
      write(TraceFormat.KEY, encoder.thread(), 0, piece, 0);
      positions.key(appender.lastIndexAppended(), storedAccesses, encoder.thread());
      nextKey = storedAccesses + keyAccesses;
    }
  }

  /** The end of as many whole blocks as one piece may hold, at least one. */
  private static int pieceEnd(long[] words, int from) {
    int end = from;
    while (true) {
      int next = end + 1 + (words[end] >>> 62 == 3 ? 0 : (int) (words[end] >>> 32) & 0x3FFF);
      if (next - from > WORDS_PER_PIECE) {
        return end == from ? next : end;
      }
      end = next;
    }
  }

  /**
   * Marks the trace as whole; nothing may follow. Not subject to the size limit.
   *
   * @param failure what was wrong with the stream, or empty
   */
  public void end(String failure) {
    byte[] text = failure.getBytes(StandardCharsets.UTF_8);
    write(TraceFormat.CLOSED, 0, 0, text, text.length);
  }

  private boolean fits(int size) {
    int needed = size + TraceFormat.HEAD_BYTES;
    if (!limited && remaining.addAndGet(-needed) < 0) {
      remaining.addAndGet(needed);
      limited = true;
      write(TraceFormat.LIMIT, 0, 0, piece, 0);
    }
    return !limited;
  }

  private void write(int kind, int number, long accesses, byte[] content, int size) {
    checksum.reset();
    checksum.update(content, 0, size);
    try (DocumentContext document = appender.writingDocument()) {
      Bytes<?> to = document.wire().bytes();
      to.writeByte((byte) kind);
      to.writeInt(number);
      to.writeLong(accesses);
      to.writeInt(size);
      to.writeInt((int) checksum.getValue());
      to.write(content, 0, size);
    }
    bytes += size + TraceFormat.HEAD_BYTES;
  }

  private void room(int size) {
    if (size > piece.length) {
      piece = new byte[2 * size];
    }
  }

  /** Accesses whose event words are stored. */
  public long storedAccesses() {
    return storedAccesses;
  }

  /** Bytes stored so far, those of the queue's own tables not counted. */
  public long bytes() {
    return bytes;
  }

  /** Whether the size limit has stopped the storing. */
  public boolean limited() {
    return limited;
  }

  /**
   * Ends the trace.
   *
   * @throws IOException if its files cannot be cut to size, or its table of positions not written
   */
  @Override
  public void close() throws IOException {
    if (!queue.isClosed()) {
      appender.close();
      queue.close();
      TraceFormat.trim(folder);
      positions.built(storedAccesses).write(folder);
    }
  }
}
