package org.tslmap.collector.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.zip.CRC32C;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.StreamHandler;
import org.tslmap.collector.wire.WireException;
import org.tslmap.locality.codec.EventUnpacker;

/** Reads back, in order, what a {@link TraceWriter} stored. Used by one thread at a time. */
public final class TraceReader implements AutoCloseable {
  /** A frame that comes after so many words, and accesses, of the block that follows. */
  private record Early(FrameType type, byte[] payload, int words, long accesses) {}

  private final Path folder;
  private final QueueFile file;
  private final EventUnpacker unpacker = new EventUnpacker();
  private final CRC32C checksum = new CRC32C();
  private final Deque<Early> early = new ArrayDeque<>();
  private final long[] words = new long[EventUnpacker.CAPACITY];
  private final byte[] headBytes = new byte[TraceFormat.HEAD_BYTES];
  private final ByteBuffer head = ByteBuffer.wrap(headBytes).order(ByteOrder.LITTLE_ENDIAN);
  private byte[] content = new byte[1 << 16];

  // The head of the record that was read last.
  private int kind;
  private int number;
  private long recordAccesses;
  private int recordWords;
  private int size;

  /** Words of the block that is being handed over, 0 between blocks; and those that were. */
  private int blockWords;

  private int handedOver;
  private long blockAccesses;
  private long accessesBefore;
  private long records;
  private long accesses;
  private String limit = "";
  private String failure = "";
  private boolean cut;

  private TraceReader(Path folder, QueueFile file) {
    this.folder = folder;
    this.file = file;
  }

  /**
   * Opens a trace.
   *
   * @throws DamagedTraceException if there is none in the folder
   * @throws IOException if there is one of another version
   */
  public static TraceReader open(Path folder) throws IOException {
    List<Path> files = TraceFormat.files(folder);
    if (files.isEmpty()) {
      throw new DamagedTraceException(
          "expected a stored trace in %s, found none; record the run with --trace full"
              .formatted(folder));
    }
    if (files.size() > 1) {
      throw new IOException(
          "trace %s: expected one file of a queue, found %d; record the run again"
              .formatted(folder, files.size()));
    }
    TraceFormat.requireCodec();
    TraceReader reader = new TraceReader(folder, QueueFile.open(files.get(0)));
    try {
      reader.checkVersion();
    } catch (IOException e) {
      reader.close();
      throw e;
    }
    return reader;
  }

  /** Reads the first record, whose beginning is the same in all formats. */
  private void checkVersion() throws IOException {
    if (!file.next()) {
      throw damaged("expected a first record, found the end of the trace");
    }
    int found = 1;
    if (file.remaining() >= TraceFormat.HEAD_BYTES) {
      file.read(headBytes, TraceFormat.HEAD_BYTES);
      if (head.get(0) == TraceFormat.BEGIN) {
        found = head.getInt(1);
      }
    }
    if (found != TraceFormat.VERSION) {
      throw new IOException(
          "trace %s: expected a trace of format %d, found one of format %d; record the run again"
              .formatted(folder, TraceFormat.VERSION, found));
    }
    records++;
  }

  /**
   * Hands over the next frame, or the next event words.
   *
   * @return false at the end of the trace
   * @throws DamagedTraceException if a record is not as it was written; names folder and record
   */
  public boolean next(StreamHandler handler) throws IOException {
    while (true) {
      if (blockWords > 0) {
        if (nextOfBlock(handler)) {
          return true;
        }
        blockWords = 0;
      }
      if (!readRecord()) {
        cut();
        return false;
      }
      switch (kind) {
        case TraceFormat.FRAME -> {
          if (recordWords == 0 && early.isEmpty()) {
            handler.frame(type(), Arrays.copyOf(content, size));
            return true;
          }
          early.add(new Early(type(), Arrays.copyOf(content, size), recordWords, recordAccesses));
        }
        case TraceFormat.EVENTS -> {
          if (recordWords == 0 || unpacker.load(content, size) != recordWords) {
            throw damaged("expected a block of %d event words, found none".formatted(recordWords));
          }
          blockWords = recordWords;
          handedOver = 0;
          blockAccesses = recordAccesses;
          accessesBefore = accesses;
        }
        case TraceFormat.BEGIN -> {}
        case TraceFormat.LIMIT -> {
          limit =
              size == 0
                  ? "stops at its size limit"
                  : "stops where " + new String(content, 0, size, StandardCharsets.UTF_8);
          early.clear();
        }
        case TraceFormat.CLOSED -> {
          failure = new String(content, 0, size, StandardCharsets.UTF_8);
          return false;
        }
        default -> throw damaged("expected a record of a known kind, found " + kind);
      }
    }
  }

  /** What comes next in the block: a frame that comes there, or words; false at its end. */
  private boolean nextOfBlock(StreamHandler handler) throws IOException {
    Early frame = early.peek();
    if (frame != null && frame.words() <= handedOver) {
      early.remove();
      accesses = accessesBefore + frame.accesses();
      handler.frame(frame.type(), frame.payload());
      return true;
    }
    if (handedOver == blockWords) {
      if (frame != null) {
        throw damaged("expected a frame in the block of event words, found one behind it");
      }
      return false;
    }
    int end = frame == null ? blockWords : Math.min(frame.words(), blockWords);
    int count = unpacker.next(words, end - handedOver);
    if (count <= 0) {
      throw damaged(
          "expected %d event words, found what does not unpack behind %d of them"
              .formatted(blockWords, handedOver));
    }
    handedOver += count;
    if (handedOver == blockWords) {
      accesses = accessesBefore + blockAccesses;
    }
    handler.events(words, count);
    return true;
  }

  /** The type of the frame that was read. */
  private FrameType type() throws WireException {
    return FrameType.of(number)
        .filter(type -> type != FrameType.EVENTS)
        .orElseThrow(
            () ->
                new WireException(
                    "record %d: expected a frame of a known type, found %d"
                        .formatted(records, number)));
  }

  /** Reads the next record and its head; false if there is none. */
  private boolean readRecord() throws IOException {
    if (!file.next()) {
      return false;
    }
    if (file.remaining() < TraceFormat.HEAD_BYTES) {
      throw damaged(
          "expected a head of %d bytes, found %d"
              .formatted(TraceFormat.HEAD_BYTES, file.remaining()));
    }
    file.read(headBytes, TraceFormat.HEAD_BYTES);
    head.clear();
    kind = head.get();
    number = head.getInt();
    recordAccesses = head.getLong();
    recordWords = head.getInt();
    size = head.getInt();
    int sum = head.getInt();
    if (size < 0 || size > file.remaining() || recordWords < 0 || recordAccesses < 0) {
      throw damaged("expected %d bytes, found %d".formatted(size, file.remaining()));
    }
    if (size > TraceFormat.MOST_BYTES) {
      throw damaged("expected at most %d bytes, found %d".formatted(TraceFormat.MOST_BYTES, size));
    }
    read(sum);
    records++;
    return true;
  }

  /**
   * Goes on at a place where reading can start.
   *
   * @throws DamagedTraceException if there is no such place in this trace
   */
  public void moveTo(TracePositions.Key key) throws IOException {
    blockWords = 0;
    early.clear();
    move(key.index() == TracePositions.START ? 0 : key.index());
    accesses = key.accesses();
  }

  /**
   * Hands over one frame other than EVENTS.
   *
   * @param index where it is, as {@link TracePositions#frames} says
   * @throws DamagedTraceException if there is no frame
   */
  public void frameAt(long index, StreamHandler handler) throws IOException {
    move(index);
    if (!readRecord() || kind != TraceFormat.FRAME) {
      throw damaged("expected a frame at index " + Long.toHexString(index) + ", found none");
    }
    handler.frame(type(), Arrays.copyOf(content, size));
  }

  private void move(long index) throws IOException {
    records = TraceFormat.number(index);
    if (!file.moveTo(records)) {
      throw damaged("expected a record at index " + Long.toHexString(index) + ", found none");
    }
  }

  private void read(int sum) throws IOException {
    if (size > content.length) {
      content = new byte[2 * size];
    }
    file.read(content, size);
    checksum.reset();
    checksum.update(content, 0, size);
    if ((int) checksum.getValue() != sum) {
      throw damaged(
          "expected the checksum %08x, found %08x".formatted(sum, (int) checksum.getValue()));
    }
  }

  private String place() {
    return "trace %s, record %d".formatted(folder, records);
  }

  /**
   * The trace ends without its closing record; frames in a block that is not there do not count.
   */
  private void cut() {
    early.clear();
    cut = true;
    failure =
        "the trace ends without its closing record: the collector was killed, or the trace was cut";
  }

  private DamagedTraceException damaged(String message) {
    return new DamagedTraceException(
        place() + ": " + message + "; the trace was altered or cut, record the run again");
  }

  /** Accesses in what was read so far. */
  public long accesses() {
    return accesses;
  }

  /** Whether the trace, read to its end, stops before the stream did. */
  public boolean limited() {
    return !limit.isEmpty();
  }

  /** How it stops before the stream did, to go on after "the trace"; or empty. */
  public String limit() {
    return limit;
  }

  /**
   * Whether the trace, read to its end, has no closing record. What is stored before that is whole
   * frames and blocks.
   */
  public boolean isCut() {
    return cut;
  }

  /** What was wrong with the stream when it was recorded, once read to its end; or empty. */
  public String failure() {
    return failure;
  }

  /** Closes the file. */
  @Override
  public void close() {
    unpacker.close();
    file.close();
  }
}
