package org.tslmap.collector.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.tslmap.collector.shortage.Shortage;
import org.tslmap.collector.store.TraceWriter;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.WordChunk;

/**
 * Stores one process's stream on a thread of its own, so that packing the trace and scoring it take
 * place at the same time, also opening the trace. What may wait is limited: who brings more waits.
 */
final class TraceKeeper {
  /** Words are packed for no longer than this, since a collector that is killed loses them. */
  private static final long MOST_UNSTORED_NANOS = 250_000_000;

  /** What a frame counts besides its payload. */
  private static final int FRAME_BYTES = 64;

  /** A frame, or event words with what they stand for. */
  private record Item(FrameType type, byte[] payload, WordChunk words, long accesses) {
    /** How much memory it takes while it waits. */
    long bytes() {
      return FRAME_BYTES
          + (words == null ? payload.length : (long) Long.BYTES * words.words().length);
    }
  }

  private final Path folder;
  private final TraceWriter writer;
  private final QueueShare share;
  private final ArrivalQueue<Item> queue = new ArrivalQueue<>();
  private final Thread thread;

  /** Bytes that wait, guarded by this. */
  private long waiting;

  /** When everything was stored last. */
  private long lastFlush = System.nanoTime();

  private volatile String failure = "";
  private volatile String outcome = "";
  private volatile boolean closed;
  private volatile boolean sampled;
  private volatile boolean whole;
  private volatile long bytes;

  private TraceKeeper(Path folder, TraceWriter writer, QueueShare share) {
    this.folder = folder;
    this.writer = writer;
    this.share = share;
    this.thread = new Thread(this::work, "tslmap-trace");
    thread.setDaemon(true);
  }

  /** Keeps nothing. */
  static TraceKeeper none() {
    return new TraceKeeper(Path.of(""), null, new QueueShare(0));
  }

  /**
   * Keeps a trace in the folder. If that cannot be, it keeps nothing, and its notice says so.
   *
   * @param remaining bytes the run may still store; goes down
   * @param share bytes that may wait
   */
  static TraceKeeper in(Path folder, AtomicLong remaining, QueueShare share) {
    try {
      TraceKeeper keeper = new TraceKeeper(folder, TraceWriter.create(folder, remaining), share);
      keeper.thread.start();
      return keeper;
    } catch (IOException | RuntimeException | Error e) {
      TraceKeeper keeper = new TraceKeeper(folder, null, share);
      keeper.failure = Shortage.describe(e);
      return keeper;
    }
  }

  /** From the first burst on nothing is kept: what comes are parts of the stream. */
  void frame(FrameType type, byte[] payload) throws IOException {
    if (!sampled) {
      put(new Item(type, payload, null, 0));
    }
    sampled |= type == FrameType.BURST;
  }

  /** Whether it keeps anything. */
  boolean stores() {
    return writer != null;
  }

  /** The chunk is retained until it is stored. */
  void events(WordChunk words, long accesses) throws IOException {
    if (writer != null && !sampled) {
      put(new Item(FrameType.EVENTS, null, words.retain(), accesses));
    }
  }

  private void put(Item item) throws IOException {
    if (writer == null) {
      return;
    }
    try {
      awaitRoom(item.bytes());
      queue.add(item);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while storing the trace", e);
    }
  }

  /** A single item may be larger than what may wait. */
  private synchronized void awaitRoom(long size) throws InterruptedException {
    while (waiting > 0 && waiting + size > share.bytes()) {
      wait();
    }
    waiting += size;
  }

  private synchronized void giveBack(long size) {
    waiting -= size;
    notifyAll();
  }

  private void work() {
    try {
      for (Optional<Item> item = next(); item.isPresent(); item = next()) {
        store(item.get());
        giveBack(item.get().bytes());
      }
      if (failure.isEmpty()) {
        writer.end(outcome);
      }
    } catch (InterruptedException e) {
      failure = "storing was interrupted";
    } catch (RuntimeException | Error e) {
      failed(e);
    } finally {
      try {
        writer.close();
        whole = failure.isEmpty() && !writer.limited();
      } catch (IOException | RuntimeException | Error e) {
        failed(e);
      }
    }
  }

  /** What comes next; when nothing does for a while, what came before is stored. */
  private Optional<Item> next() throws InterruptedException {
    if (!queue.await(MOST_UNSTORED_NANOS)) {
      flush();
    }
    return queue.take();
  }

  private void flush() {
    lastFlush = System.nanoTime();
    try {
      if (failure.isEmpty()) {
        writer.flush();
      }
    } catch (RuntimeException | Error e) {
      failed(e);
    }
  }

  private void failed(Throwable e) {
    if (failure.isEmpty()) {
      failure =
          Files.isDirectory(folder) ? Shortage.describe(e) : "somebody has removed its folder";
    }
  }

  private void store(Item item) {
    try {
      if (!failure.isEmpty()) {
        return;
      }
      if (item.type() == FrameType.BURST) {
        writer.endBeforeSamples();
      } else if (item.words() == null) {
        writer.frame(item.type().code(), ByteBuffer.wrap(item.payload()));
      } else {
        writer.events(item.words().words(), item.words().count(), item.accesses());
        if (System.nanoTime() - lastFlush > MOST_UNSTORED_NANOS) {
          flush();
        }
      }
      bytes = writer.bytes();
    } catch (RuntimeException | Error e) {
      // Mapped memory of a full disk throws an InternalError.
      failed(e);
    } finally {
      if (item.words() != null) {
        item.words().release();
      }
    }
  }

  /**
   * Waits until all is stored.
   *
   * @param streamFailure what was wrong with the stream, or empty
   */
  void close(String streamFailure) throws IOException {
    if (writer == null || closed) {
      return;
    }
    closed = true;
    outcome = streamFailure;
    queue.end();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while storing the trace", e);
    }
  }

  /** After the end: what the user should know of the trace. */
  Optional<String> notice(String process) {
    if (!failure.isEmpty()) {
      return Optional.of(
          "the trace of %s in %s is not whole: %s; scores do not need a trace"
              .formatted(process, folder, failure));
    }
    if (writer != null && !writer.shortage().isEmpty()) {
      return Optional.of(
          "the trace of %s stops where %s: %,d of its accesses are stored; scores do not need a trace"
              .formatted(process, writer.shortage(), writer.storedAccesses()));
    }
    if (writer != null && writer.limited() && !sampled) {
      return Optional.of(
          ("the trace of %s reached the size limit: %,d of its accesses are stored; scores do not need a trace"
                  + " (--trace-limit sets the limit)")
              .formatted(process, writer.storedAccesses()));
    }
    return Optional.empty();
  }

  /** After the end: whether the trace lacks something for another reason than the size limit. */
  boolean broken() {
    return !failure.isEmpty() || writer != null && !writer.shortage().isEmpty();
  }

  /** Whether the trace is complete and on disk. */
  boolean whole() {
    return whole;
  }

  boolean limited() {
    return writer != null && writer.limited();
  }

  Optional<Path> folder() {
    return writer == null ? Optional.empty() : Optional.of(folder);
  }

  /** Accesses stored, after the end. */
  long storedAccesses() {
    return writer == null ? 0 : writer.storedAccesses();
  }

  /** Bytes stored so far. */
  long bytes() {
    return bytes;
  }
}
