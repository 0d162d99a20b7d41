package org.tslmap.collector.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.tslmap.collector.shortage.Shortage;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.WireException;
import org.tslmap.collector.wire.WordChunk;

/**
 * Cuts one connection's bytes into frames. Memory follows what has arrived, whatever length a
 * frame's header claims. Event words are copied once, from the network buffer into the array that
 * is decoded, if much of their frame arrives at once.
 *
 * <p>A connection on which no frame comes is closed after {@value #PATIENCE} times {@value
 * #PATIENCE_SECONDS} seconds of this collector's work. (Time in which the collector itself is
 * stopped, or does not read the connection, does not count.)
 */
final class FrameCutter extends ChannelInboundHandlerAdapter implements FrameMemory.Holder {
  private static final int FIRST_PAYLOAD = 1024;

  /** How often it looks whether the first frame has come, before it closes the connection. */
  static final int PATIENCE = 12;

  /** Time between two looks. */
  static final int PATIENCE_SECONDS = 5;

  /** Nobody once the connection is closed, since timers hold this object for a while. */
  private StreamReceiver receiver;

  private final WordPool pool;
  private final FrameMemory memory;
  private ChannelHandlerContext context;

  /** Whether a whole frame has come. */
  private boolean begun;

  private boolean anything;

  /** Where the frame being read begins, in bytes. */
  private long frameStart;

  private long nextFrame;
  private boolean closed;

  /** A long that is not there as a whole yet: a frame's header, a position, an event word. */
  private long partial;

  private int partialBytes;

  private FrameType type;
  private byte[] payload;
  private int length;
  private int received;
  private long position;
  private boolean positionKnown;
  private ArrivingWords words;

  FrameCutter(StreamReceiver receiver, WordPool pool, FrameMemory memory) {
    this.receiver = receiver;
    this.pool = pool;
    this.memory = memory;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    awaitFirst(PATIENCE);
  }

  private void awaitFirst(int looks) {
    if (begun || closed) {
      return;
    }
    if (looks == 0) {
      end(
          "expected a HELLO frame within %d seconds, found %s"
              .formatted(PATIENCE * PATIENCE_SECONDS, anything ? "a part of one" : "nothing"));
      return;
    }
    var unused =
        context
            .executor()
            .schedule(
                () -> awaitFirst(context.channel().config().isAutoRead() ? looks - 1 : looks),
                PATIENCE_SECONDS,
                TimeUnit.SECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext from, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    try {
      anything |= bytes.isReadable();
      while (bytes.isReadable() && !closed) {
        if (type == null) {
          header(bytes);
        } else if (type == FrameType.EVENTS) {
          events(bytes);
        } else {
          frame(bytes);
        }
      }
    } catch (WireException e) {
      end("frame at byte %d: %s".formatted(frameStart, e.getMessage()));
    } finally {
      bytes.release();
    }
    if (receiver.full()) {
      context.channel().config().setAutoRead(false);
    }
  }

  private void header(ByteBuf bytes) throws WireException {
    if (!completes(bytes)) {
      return;
    }
    frameStart = nextFrame;
    FrameType next = FrameType.check(partial);
    length = (int) FrameType.payloadBytes(partial);
    nextFrame = frameStart + FrameType.HEADER_BYTES + length;
    received = 0;
    if (next == FrameType.EVENTS) {
      positionKnown = false;
      words =
          new ArrivingWords(pool, length / Long.BYTES - 1, bytes.readableBytes() / Long.BYTES - 1);
    } else {
      payload = new byte[Math.min(length, Math.max(FIRST_PAYLOAD, bytes.readableBytes()))];
    }
    type = next;
    if (length == 0) {
      deliverFrame();
    }
  }

  private void frame(ByteBuf bytes) {
    int size = Math.min(bytes.readableBytes(), length - received);
    if (received + size > payload.length) {
      int doubled = (int) Math.min(length, 2L * payload.length);
      int needed = Math.max(doubled, received + size);
      memory.hold(this, needed);
      if (closed) {
        return;
      }
      payload = Arrays.copyOf(payload, needed);
    }
    bytes.readBytes(payload, received, size);
    received += size;
    if (received == length) {
      deliverFrame();
    }
  }

  private void deliverFrame() {
    FrameType complete = type;
    byte[] content = payload;
    type = null;
    payload = null;
    begun = true;
    memory.drop(this);
    receiver.frame(complete, content);
  }

  private void events(ByteBuf bytes) {
    if (!positionKnown) {
      if (!completes(bytes)) {
        return;
      }
      position = partial;
      positionKnown = true;
    }
    if (words.missing() > 0 && partialBytes > 0) {
      if (!completes(bytes)) {
        return;
      }
      memory.hold(this, words.bytesWith(1));
      if (closed) {
        return;
      }
      words.roomFor(1)[words.received()] = partial;
      words.took(1);
    }
    int whole = Math.min(bytes.readableBytes() / Long.BYTES, words.missing());
    memory.hold(this, words.bytesWith(whole));
    if (closed) {
      return;
    }
    if (whole > 0) {
      take(bytes, whole);
    }
    if (words.missing() == 0) {
      WordChunk complete = words.complete();
      type = null;
      words = null;
      begun = true;
      memory.drop(this);
      receiver.events(position, complete);
    } else if (bytes.isReadable()) {
      boolean more = completes(bytes);
      assert !more : "fewer than 8 bytes were left";
    }
  }

  private void take(ByteBuf bytes, int count) {
    int size = count * Long.BYTES;
    long[] to = words.roomFor(count);
    bytes
        .internalNioBuffer(bytes.readerIndex(), size)
        .slice()
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .get(to, words.received(), count);
    bytes.skipBytes(size);
    words.took(count);
  }

  /** Takes bytes until there are eight, then gives true with the number in {@link #partial}. */
  private boolean completes(ByteBuf bytes) {
    if (partialBytes == 0 && bytes.readableBytes() >= Long.BYTES) {
      partial = bytes.readLongLE();
      return true;
    }
    if (partialBytes == 0) {
      partial = 0;
    }
    while (partialBytes < Long.BYTES && bytes.isReadable()) {
      partial |= (long) bytes.readUnsignedByte() << 8 * partialBytes;
      partialBytes++;
    }
    if (partialBytes < Long.BYTES) {
      return false;
    }
    partialBytes = 0;
    return true;
  }

  @Override
  public void channelInactive(ChannelHandlerContext from) {
    String reason = "";
    if (type != null || partialBytes > 0) {
      reason =
          "expected the rest of the %s at byte %d, found the end of the connection"
              .formatted(
                  type == null ? "frame header" : type + " frame",
                  type == null ? nextFrame : frameStart);
    }
    end(reason);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
    String reason = "the connection failed"; // all that can be said if this fails, too
    try {
      Shortage.in(cause).ifPresent(receiver::ranOut);
      reason = "the connection failed: " + Shortage.describe(cause);
    } finally {
      end(reason);
    }
  }

  @Override
  public void end(String reason) {
    if (closed) {
      return;
    }
    closed = true;
    memory.drop(this);
    payload = null;
    if (words != null) {
      words.discard();
      words = null;
    }
    StreamReceiver told = receiver;
    receiver = PassiveReceiver.NONE;
    try {
      told.closed(reason, anything);
    } finally {
      context.close();
    }
  }
}
