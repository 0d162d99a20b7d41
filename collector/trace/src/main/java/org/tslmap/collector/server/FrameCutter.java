package org.tslmap.collector.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.WireException;
import org.tslmap.collector.wire.WordChunk;

/**
 * Cuts one connection's bytes into frames. Event words are copied once, from the network buffer
 * into the array that is decoded.
 */
final class FrameCutter extends ChannelInboundHandlerAdapter {
  /** A larger payload's array grows with what arrives, whatever length its header claims. */
  private static final int FIRST_PAYLOAD = 64 * 1024;

  private final StreamReceiver receiver;
  private final WordPool pool;

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
  private WordChunk words;

  FrameCutter(StreamReceiver receiver, WordPool pool) {
    this.receiver = receiver;
    this.pool = pool;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
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
      context.close();
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
      words = pool.obtain(length / Long.BYTES - 1);
    } else {
      payload = new byte[Math.min(length, FIRST_PAYLOAD)];
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
      payload = Arrays.copyOf(payload, Math.max(doubled, received + size));
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
    if (received < words.count() && partialBytes > 0) {
      if (!completes(bytes)) {
        return;
      }
      words.words()[received++] = partial;
    }
    int whole = Math.min(bytes.readableBytes() / Long.BYTES, words.count() - received);
    if (whole > 0) {
      int size = whole * Long.BYTES;
      bytes
          .internalNioBuffer(bytes.readerIndex(), size)
          .slice()
          .order(ByteOrder.LITTLE_ENDIAN)
          .asLongBuffer()
          .get(words.words(), received, whole);
      bytes.skipBytes(size);
      received += whole;
    }
    if (received == words.count()) {
      WordChunk complete = words;
      type = null;
      words = null;
      receiver.events(position, complete);
    } else if (bytes.isReadable()) {
      boolean more = completes(bytes);
      assert !more : "fewer than 8 bytes were left";
    }
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
  public void channelInactive(ChannelHandlerContext context) {
    if (type != null || partialBytes > 0) {
      end(
          "expected the rest of the %s at byte %d, found the end of the connection"
              .formatted(
                  type == null ? "frame header" : type + " frame",
                  type == null ? nextFrame : frameStart));
    } else {
      end("");
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    end("the connection failed: " + cause.getMessage());
    context.close();
  }

  private void end(String reason) {
    if (closed) {
      return;
    }
    closed = true;
    if (words != null) {
      words.release();
      words = null;
    }
    receiver.closed(reason, anything);
  }
}
