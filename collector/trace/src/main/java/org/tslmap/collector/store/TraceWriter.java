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
import org.tslmap.collector.shortage.Shortage;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.locality.codec.EventPacker;

/**
 * Keeps one process's stream in a Chronicle Queue: frames as they came, event words packed.
 *
 * <p>Used by one thread at a time. Once the size limit is reached, or the disk is full, nothing
 * more is stored; the trace says so, and {@link TraceReader} tells its reader.
 */
public final class TraceWriter implements AutoCloseable {
  private final Path folder;

  /** Both opened with the first record, which may take a while. */
  private SingleChronicleQueue queue;

  private ExcerptAppender appender;
  private final EventPacker packer = new EventPacker();
  private final CRC32C checksum = new CRC32C();
  private final AtomicLong remaining;
  private final int blockWords;
  private byte[] content = new byte[0];
  private long bytes;

  /** Where the last record ends in the queue's file. */
  private long end;

  private long storedAccesses;

  /** Accesses of the words that are packed, but not stored yet. */
  private long packedAccesses;

  private boolean limited;

  /** Why storing stopped, if it was not the size limit. */
  private String shortage = "";

  private final DiskRoom room;
  private final TracePositions.Builder positions = new TracePositions.Builder();

  private TraceWriter(Path folder, AtomicLong remaining, int blockWords) {
    this.folder = folder;
    this.blockWords = blockWords;
    this.remaining = remaining;
    this.room = new DiskRoom(folder);
  }

  /**
   * Loads what traces are written with, on a thread of its own: that takes longer than everything
   * else before the first access comes.
   */
  public static void prepare() {
    Thread thread = new Thread(TraceFormat::load, "tslmap-trace-loading");
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Starts a trace.
   *
   * @param folder where it goes; made when missing, must be empty
   * @param remaining bytes that may still be stored; goes down, and may be shared by several traces
   * @throws IOException if the folder cannot be made or holds something already, or the native
   *     library that packs event words did not load
   */
  public static TraceWriter create(Path folder, AtomicLong remaining) throws IOException {
    return create(folder, remaining, EventPacker.BLOCK_WORDS);
  }

  /** The same with blocks of so many event words, and those of the frame that makes it so many. */
  static TraceWriter create(Path folder, AtomicLong remaining, int blockWords) throws IOException {
    TraceFormat.requireCodec();
    Files.createDirectories(folder);
    try (var content = Files.list(folder)) {
      if (content.findAny().isPresent()) {
        throw new IOException(
            "expected an empty folder for a new trace, found files in "
                + folder
                + "; choose another run folder");
      }
    }
    return new TraceWriter(folder, remaining, blockWords);
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
    if (size > content.length) {
      content = new byte[2 * size];
    }
    payload.duplicate().get(content, 0, size);
    write(TraceFormat.FRAME, type, packedAccesses, packer.words(), content, size);
    if (type != FrameType.HEAP.code()) { // there may be very many of these
      positions.frame(appender.lastIndexAppended());
    }
    return true;
  }

  /**
   * Stores event words, at the latest when the trace ends.
   *
   * @param words whole blocks, checked
   * @param count how many entries of the array
   * @param accesses how many accesses the words stand for
   * @return whether more can be stored; false once the limit is reached
   */
  public boolean events(long[] words, int count, long accesses) {
    if (limited) {
      return false;
    }
    packer.add(words, count);
    packedAccesses += accesses;
    return !blockIsFull() || storeBlock();
  }

  /** Stores what is packed, so that it is not lost when this program is killed. */
  public void flush() {
    if (!limited && packer.words() > 0) {
      storeBlock();
    }
  }

  /** Blocks become smaller towards the limit, so that the last one leaves little unused. */
  private boolean blockIsFull() {
    int size = packer.bytes();
    return packer.words() >= blockWords
        || size >= EventPacker.BLOCK_BYTES
        || size >= remaining.get() / 4;
  }

  private boolean storeBlock() {
    int words = packer.words();
    byte[] block = packer.finish();
    if (!fits(block.length)) {
      return false;
    }
    write(TraceFormat.EVENTS, 0, packedAccesses, words, block, block.length);
    positions.key(appender.lastIndexAppended(), storedAccesses, EventPacker.thread(block));
    storedAccesses += packedAccesses;
    packedAccesses = 0;
    return true;
  }

  /**
   * Marks the trace as whole; nothing may follow. Not subject to the size limit. There is no trace,
   * and no mark, if the disk was full from the beginning.
   *
   * @param failure what was wrong with the stream, or empty
   */
  public void end(String failure) {
    if (!limited && packer.words() > 0) {
      storeBlock();
    }
    if (!limited) {
      ready(0);
    }
    if (queue != null) {
      byte[] text = failure.getBytes(StandardCharsets.UTF_8);
      write(TraceFormat.CLOSED, 0, 0, 0, text, text.length);
    }
  }

  /** Stores nothing from now on: only parts of the stream come. */
  public void endBeforeSamples() {
    flush();
    if (!limited) {
      limited = true;
      mark(TraceFormat.SAMPLES);
    }
  }

  private boolean fits(int size) {
    int needed = size + TraceFormat.HEAD_BYTES;
    if (!limited && remaining.addAndGet(-needed) < 0) {
      remaining.addAndGet(needed);
      stop("");
    }
    if (!limited) {
      ready(needed);
    }
    return !limited;
  }

  /** Has a queue, and room on the disk for so many bytes more; or stops. */
  private void ready(int needed) {
    try {
      open();
      room.ensure(end, needed);
    } catch (IOException e) {
      stop(Shortage.in(e).map(Shortage::finding).orElse(e.getMessage()));
    }
  }

  /** Stores nothing from now on; the trace says why, if there is one. */
  private void stop(String reason) {
    limited = true;
    shortage = reason;
    mark(reason);
  }

  private void mark(String reason) {
    if (queue != null) {
      byte[] text = reason.getBytes(StandardCharsets.UTF_8);
      write(TraceFormat.LIMIT, 0, 0, 0, text, text.length);
    }
  }

  private void open() throws IOException {
    if (queue == null) {
      room.requireSome();
      queue = TraceFormat.write(folder);
      appender = queue.createAppender();
      write(TraceFormat.BEGIN, TraceFormat.VERSION, 0, 0, content, 0);
    }
  }

  private void write(int kind, int number, long accesses, int words, byte[] content, int size) {
    checksum.reset();
    checksum.update(content, 0, size);
    try (DocumentContext document = appender.writingDocument()) {
      Bytes<?> to = document.wire().bytes();
      to.writeByte((byte) kind);
      to.writeInt(number);
      to.writeLong(accesses);
      to.writeInt(words);
      to.writeInt(size);
      to.writeInt((int) checksum.getValue());
      to.write(content, 0, size);
      end = to.writePosition();
    }
    bytes += size + TraceFormat.HEAD_BYTES;
  }

  /** Accesses whose event words are stored. */
  public long storedAccesses() {
    return storedAccesses;
  }

  /** Bytes stored so far, those of the queue's own tables not counted. */
  public long bytes() {
    return bytes;
  }

  /** Whether the size limit or a full disk has stopped the storing. */
  public boolean limited() {
    return limited;
  }

  /** What ran out if not the size limit has stopped the storing; else empty. */
  public String shortage() {
    return shortage;
  }

  /**
   * Ends the trace.
   *
   * @throws IOException if its files cannot be cut to size, or its table of positions not written
   */
  @Override
  public void close() throws IOException {
    packer.close();
    room.close();
    if (queue != null && !queue.isClosed()) {
      appender.close();
      queue.close();
      TraceFormat.trim(folder, end);
      positions.built(storedAccesses).write(folder);
    }
  }
}
