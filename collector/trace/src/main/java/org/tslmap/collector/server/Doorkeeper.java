package org.tslmap.collector.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.tslmap.collector.wire.FrameType;

/**
 * Looks at the first bytes of a connection: a TOKEN frame is answered and taken out of the stream.
 * Where a token is asked for, a connection is nothing but these bytes until it has sent the right
 * one: there is no session, and no more memory than the frame needs.
 */
final class Doorkeeper extends ChannelInboundHandlerAdapter {
  /** The type of a TOKEN frame, which is no part of the stream. */
  static final int TYPE = 64;

  /** In the reserved bytes of the answer's header. */
  static final int ACCEPTED = 1;

  static final int REFUSED = 2;

  private static final int LENGTH_BYTES = 4;
  private static final int MOST_BYTES =
      FrameType.HEADER_BYTES + roundedUp(LENGTH_BYTES + AccessToken.MOST_CHARACTERS);
  private static final int PATIENCE_SECONDS = 10;

  /** Different refusals that are told of; whoever makes more is not to fill a disk. */
  private static final int MOST_TOLD = 100;

  private final Admission admission;
  private final Set<String> told;
  private final Runnable admit;
  private final byte[] head = new byte[MOST_BYTES];
  private int filled;
  private boolean done;

  /**
   * For one connection.
   *
   * @param told the refusals that were told of, of all connections
   * @param admit opens the session behind this handler; where no token is asked for, it is open
   */
  Doorkeeper(Admission admission, Set<String> told, Runnable admit) {
    this.admission = admission;
    this.told = told;
    this.admit = admit;
  }

  /** A collection for what was told. */
  static Set<String> nothingTold() {
    return ConcurrentHashMap.newKeySet();
  }

  /** The frame that presents a token. */
  static ByteBuffer frame(AccessToken token) {
    byte[] secret = token.secret().getBytes(StandardCharsets.US_ASCII);
    int length = roundedUp(LENGTH_BYTES + secret.length);
    return ByteBuffer.allocate(FrameType.HEADER_BYTES + length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(length)
        .putInt(TYPE)
        .putInt(secret.length)
        .put(secret)
        .rewind();
  }

  private static int roundedUp(int bytes) {
    return (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    if (admission.token().isPresent()) {
      var unused =
          context
              .executor()
              .schedule(
                  () -> refuse(context, "it gave no token in time"),
                  PATIENCE_SECONDS,
                  TimeUnit.SECONDS);
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    if (done) {
      bytes.release();
      return;
    }
    take(bytes, FrameType.HEADER_BYTES);
    if (filled >= FrameType.HEADER_BYTES) {
      header(context, bytes);
    }
    if (done && bytes.isReadable() && context.channel().isActive()) {
      context.fireChannelRead(bytes);
    } else {
      bytes.release();
    }
    if (done && context.channel().isActive()) {
      context.pipeline().remove(this);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (!done && filled > 0 && admission.token().isEmpty()) {
      // Less than a header, which is no stream: the session says so.
      context.fireChannelRead(Unpooled.copiedBuffer(head, 0, filled));
    }
    done = true;
    context.fireChannelInactive();
  }

  private void take(ByteBuf bytes, int upTo) {
    int size = Math.min(bytes.readableBytes(), Math.max(0, upTo - filled));
    bytes.readBytes(head, filled, size);
    filled += size;
  }

  private void header(ChannelHandlerContext context, ByteBuf bytes) {
    ByteBuffer header = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
    if (header.getShort(LENGTH_BYTES) != TYPE) {
      if (admission.token().isPresent()) {
        refuse(context, "it gave no token");
      } else {
        done = true;
        context.fireChannelRead(Unpooled.copiedBuffer(head, 0, filled));
      }
      return;
    }
    int length = header.getInt(0);
    int end = FrameType.HEADER_BYTES + length;
    if (length < LENGTH_BYTES || length % Long.BYTES != 0 || end > MOST_BYTES) {
      refuse(context, "it gave a token of an impossible length");
      return;
    }
    take(bytes, end);
    if (filled == end) {
      token(context, header.getInt(FrameType.HEADER_BYTES), length - LENGTH_BYTES);
    }
  }

  private void token(ChannelHandlerContext context, int characters, int room) {
    int from = FrameType.HEADER_BYTES + LENGTH_BYTES;
    byte[] given = Arrays.copyOfRange(head, from, from + Math.max(0, Math.min(characters, room)));
    if (admission.token().isPresent() && !admission.token().get().matches(given)) {
      refuse(context, given.length == 0 ? "it gave no token" : "it gave a wrong token");
      return;
    }
    done = true;
    context.writeAndFlush(answer(ACCEPTED), context.voidPromise());
    if (admission.token().isPresent()) {
      admit.run();
    }
  }

  private void refuse(ChannelHandlerContext context, String why) {
    if (done) {
      return;
    }
    done = true;
    String line =
        "refused a connection from %s: %s; the tool needs --tsl-token-file or TSLMAP_TOKEN"
            .formatted(peer(context), why);
    if (told.size() < MOST_TOLD && told.add(line)) {
      admission.refused().accept(line);
    }
    context.writeAndFlush(answer(REFUSED)).addListener(ChannelFutureListener.CLOSE);
  }

  private static String peer(ChannelHandlerContext context) {
    return context.channel().remoteAddress() instanceof InetSocketAddress inet
        ? inet.getAddress().getHostAddress()
        : "a local process";
  }

  private static ByteBuf answer(int value) {
    return Unpooled.buffer(FrameType.HEADER_BYTES)
        .writeLongLE((long) TYPE << 32 | (long) value << 48);
  }
}
