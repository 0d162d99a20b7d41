package org.tslmap.collector.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/** Reads back, in order, what a {@link TraceWriter} stored. Used by one thread at a time. */
public final class TraceReader implements AutoCloseable {
  /** Takes the stream. */
  public interface Handler {
    /**
     * A frame other than EVENTS.
     *
     * @param type its number on the wire
     * @param payload little-endian, from 0 to its limit; valid during the call
     */
    void frame(int type, ByteBuffer payload) throws IOException;

    /**
     * The words of an EVENTS frame.
     *
     * @param words entries 0..count-1; valid during the call
     */
    void events(long[] words, int count) throws IOException;
  }

  private static final int SLACK = Long.BYTES;

  private final Path folder;
  private final SingleChronicleQueue queue;
  private final ExcerptTailer tailer;
  private final EventDecoder decoder = new EventDecoder();
  private final CRC32C checksum = new CRC32C();
  private byte[] piece = new byte[1 << 16];
  private long[] parts = new long[0];
  private int partWords;
  private long pieces;
  private long accesses;
  private boolean limited;
  private String failure = "";

  private TraceReader(Path folder) {
    this.folder = folder;
    this.queue = TraceFormat.open(folder, true);
    this.tailer = queue.createTailer();
  }

  /**
   * Opens a trace.
   *
   * @throws IOException if there is none in the folder
   */
  public static TraceReader open(Path folder) throws IOException {
    boolean found = false;
    if (Files.isDirectory(folder)) {
      try (var files = Files.newDirectoryStream(folder, "*.cq4")) {
        found = files.iterator().hasNext();
      }
    }
    if (!found) {
      throw new IOException(
          "expected a stored trace in %s, found none; record the run with --trace full"
              .formatted(folder));
    }
    return new TraceReader(folder);
  }

  /**
   * Hands over the next frame.
   *
   * @return false at the end of the trace
   * @throws DamagedTraceException if a piece is not as it was written; names folder and piece
   */
  public boolean next(Handler handler) throws IOException {
    while (true) {
      int kind;
      int number;
      int size;
      try (DocumentContext document = tailer.readingDocument()) {
        if (!document.isPresent()) {
          if (partWords > 0) {
            throw damaged("expected the rest of a frame, found the end of the trace");
          }
          throw damaged("expected a closing piece, found the end of the trace");
        }
        Bytes<?> from = document.wire().bytes();
        if (from.readRemaining() < TraceFormat.HEAD_BYTES) {
          throw damaged(
              "expected a head of %d bytes, found %d"
                  .formatted(TraceFormat.HEAD_BYTES, from.readRemaining()));
        }
        kind = from.readByte();
        number = from.readInt();
        long booked = from.readLong();
        size = from.readInt();
        int sum = from.readInt();
        if (size < 0 || size > from.readRemaining() || number < 0 || booked < 0) {
          throw damaged("expected %d bytes, found %d".formatted(size, from.readRemaining()));
        }
        read(from, size, sum);
        accesses += booked;
      } catch (RuntimeException | InternalError e) {
        throw damaged("expected an excerpt of the queue, found what it cannot read (" + e + ")");
      }
      pieces++;
      switch (kind) {
        case TraceFormat.FRAME -> {
          ByteBuffer payload = ByteBuffer.wrap(piece, 0, size).slice();
          handler.frame(
              number,
              payload
                  .order(ByteOrder.LITTLE_ENDIAN)
                  .asReadOnlyBuffer()
                  .order(ByteOrder.LITTLE_ENDIAN));
          return true;
        }
        case TraceFormat.EVENTS, TraceFormat.PART -> {
          long[] words = unpack(size, number);
          int count = number;
          if (partWords > 0 || kind == TraceFormat.PART) {
            append(words, number);
            words = parts;
            count = partWords;
          }
          if (kind == TraceFormat.EVENTS) {
            partWords = 0;
            handler.events(words, count);
            return true;
          }
        }
        case TraceFormat.KEY -> decoder.restart();
        case TraceFormat.LIMIT -> {
          limited = true;
          partWords = 0;
        }
        case TraceFormat.CLOSED -> {
          failure = new String(piece, 0, size, StandardCharsets.UTF_8);
          return false;
        }
        default -> throw damaged("expected a piece of kind 1 to 6, found " + kind);
      }
    }
  }

  /** Allows several threads to read one after the other; they see to it themselves. */
  void shared() {
    tailer.singleThreadedCheckDisabled(true);
  }

  /**
   * Goes on at a place where reading can start.
   *
   * @throws DamagedTraceException if there is no such place in this trace
   */
  public void moveTo(TracePositions.Key key) throws DamagedTraceException {
    partWords = 0;
    if (key.index() == TracePositions.START) {
      tailer.toStart();
      decoder.restart();
    } else {
      move(key.index());
    }
    accesses = key.accesses();
  }

  /**
   * Hands over one frame other than EVENTS.
   *
   * @param index where it is, as {@link TracePositions#frames} says
   * @throws DamagedTraceException if there is no frame
   */
  public void frameAt(long index, Handler handler) throws IOException {
    move(index);
    next(handler);
  }

  private void move(long index) throws DamagedTraceException {
    if (!tailer.moveToIndex(index)) {
      throw damaged("expected a piece at index " + Long.toHexString(index) + ", found none");
    }
  }

  private void read(Bytes<?> from, int size, int sum) throws DamagedTraceException {
    if (size + SLACK > piece.length) {
      piece = new byte[2 * size + SLACK];
    }
    from.read(piece, 0, size);
    checksum.reset();
    checksum.update(piece, 0, size);
    if ((int) checksum.getValue() != sum) {
      throw damaged(
          "expected the checksum %08x, found %08x".formatted(sum, (int) checksum.getValue()));
    }
  }

  private long[] unpack(int size, int count) throws DamagedTraceException {
    try {
      return decoder.decode(piece, size, count);
    } catch (DamagedTraceException e) {
      throw e.at(place());
    }
  }

  private void append(long[] words, int count) {
    if (partWords + count > parts.length) {
      parts = Arrays.copyOf(parts, 2 * (partWords + count));
    }
    System.arraycopy(words, 0, parts, partWords, count);
    partWords += count;
  }

  private String place() {
    return "trace %s, piece %d".formatted(folder, pieces);
  }

  private DamagedTraceException damaged(String message) {
    return new DamagedTraceException(
        place() + ": " + message + "; the trace was altered or cut, record the run again");
  }

  /** Accesses in what was read so far. */
  public long accesses() {
    return accesses;
  }

  /** Whether the trace, read to its end, stops where a size limit was reached. */
  public boolean limited() {
    return limited;
  }

  /** What was wrong with the stream when it was recorded, once read to its end; or empty. */
  public String failure() {
    return failure;
  }

  /** Frees the files. */
  @Override
  public void close() {
    tailer.close();
    queue.close();
  }
}
