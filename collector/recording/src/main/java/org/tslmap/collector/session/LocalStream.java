package org.tslmap.collector.session;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.Function;
import org.tslmap.collector.server.CollectorServer;
import org.tslmap.collector.server.StreamReceiver;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.StreamHandler;
import org.tslmap.collector.wire.WordChunk;

/**
 * A process's stream that comes from within this program and not from a connection. Who sends waits
 * while the session's queue is full, as a program waits in its write.
 */
public final class LocalStream implements StreamHandler, AutoCloseable {
  private final StreamReceiver receiver;
  private final String name;
  private long position;
  private boolean waiting;
  private boolean refused;
  private boolean closed;

  /** Opens a session for what is sent here. */
  LocalStream(String name, Function<CollectorServer.Connection, StreamReceiver> sessions) {
    this.name = name;
    this.receiver = sessions.apply(new Reader());
  }

  /** What the session sees of the sender. */
  private final class Reader implements CollectorServer.Connection {
    @Override
    public String peer() {
      return name;
    }

    @Override
    public void resume() {
      synchronized (LocalStream.this) {
        waiting = false;
        LocalStream.this.notifyAll();
      }
    }

    @Override
    public void afterReading(Runnable task) {
      task.run(); // there is nothing between the sender and the session
    }

    @Override
    public void send(byte[] bytes) {
      // Who sends from within this program asks for nothing.
    }

    @Override
    public void close() {
      synchronized (LocalStream.this) {
        refused = true;
        LocalStream.this.notifyAll();
      }
    }
  }

  @Override
  public void frame(FrameType type, byte[] payload) throws IOException {
    receiver.frame(type, payload);
    await();
  }

  @Override
  public void events(long[] words, int count) throws IOException {
    receiver.events(position, WordChunk.of(Arrays.copyOf(words, count)));
    position += count;
    await();
  }

  /** Waits until the session reads on. */
  private synchronized void await() throws IOException {
    waiting = true;
    if (!receiver.full()) {
      waiting = false;
    }
    try {
      while (waiting && !refused) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while sending " + name, e);
    }
    if (refused) {
      throw new IOException("the session of %s has ended before its stream".formatted(name));
    }
  }

  /**
   * Ends the stream before its end.
   *
   * @param reason what is wrong with it
   */
  public void fail(String reason) {
    if (!closed) {
      closed = true;
      receiver.closed(reason, true);
    }
  }

  /** Ends the stream; the session goes on until all is scored. */
  @Override
  public void close() {
    fail("");
  }
}
