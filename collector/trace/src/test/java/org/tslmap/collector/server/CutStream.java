package org.tslmap.collector.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.util.Optional;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.ProcessStream;
import org.tslmap.collector.wire.WordChunk;

/** Bytes of a connection, cut into frames as the collector's server cuts them. */
public final class CutStream implements StreamReceiver {
  /** Pieces in which the bytes arrive; no multiple of 8, so that numbers are cut, too. */
  private static final int PIECE = 1021;

  private static final long FRAME_BYTES = 1 << 24;

  private final ProcessStream stream;
  private Optional<IOException> refused = Optional.empty();

  /** What the server would take for a broken connection: an exception that nobody expects. */
  private Optional<Throwable> broken = Optional.empty();

  private CutStream(ProcessStream stream) {
    this.stream = stream;
  }

  /**
   * Hands over what a connection sends, up to its end, or to what is refused.
   *
   * @return why what came is not valid, as far as frames are
   */
  public static Optional<IOException> into(ProcessStream stream, byte[] bytes) {
    CutStream receiver = new CutStream(stream);
    WordPool pool = new WordPool();
    EmbeddedChannel channel =
        new EmbeddedChannel(new FrameCutter(receiver, pool, new FrameMemory(FRAME_BYTES)));
    for (int at = 0; at < bytes.length && channel.isOpen(); at += PIECE) {
      ByteBuf piece = Unpooled.copiedBuffer(bytes, at, Math.min(PIECE, bytes.length - at));
      channel.writeInbound(piece);
      if (piece.refCnt() != 0) {
        throw new AssertionError("a network buffer was kept");
      }
    }
    channel.finish();
    receiver.broken.ifPresent(
        thrown -> {
          throw new AssertionError("the stream is neither decoded nor refused", thrown);
        });
    if (pool.inUse() != 0) {
      throw new AssertionError(pool.inUse() + " chunks of words were kept");
    }
    return receiver.refused;
  }

  @Override
  public void frame(FrameType type, byte[] payload) {
    if (refused.isEmpty()) {
      try {
        stream.frame(type, payload);
      } catch (IOException e) {
        refused = Optional.of(e);
      } catch (RuntimeException | Error e) {
        broken = Optional.of(e);
        throw e;
      }
    }
  }

  @Override
  public void events(long position, WordChunk words) {
    try {
      if (refused.isEmpty()) {
        stream.events(position, words.words(), words.count());
      }
    } catch (IOException e) {
      refused = Optional.of(e);
    } catch (RuntimeException | Error e) {
      broken = Optional.of(e);
      throw e;
    } finally {
      words.release();
    }
  }

  @Override
  public boolean full() {
    return false;
  }

  @Override
  public void closed(String reason, boolean anything) {
    if (reason.startsWith("the connection failed") && broken.isEmpty()) {
      broken = Optional.of(new AssertionError(reason));
    }
    if (refused.isEmpty() && !reason.isEmpty()) {
      refused = Optional.of(new IOException(reason));
    }
  }
}
