package org.tslmap.collector.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections with the right token, a wrong one, and none. */
class DoorkeeperTest {
  private static final AccessToken TOKEN = AccessToken.of("0123456789abcdef0123", "a test");
  private static final byte[] STREAM = {8, 0, 0, 0, 1, 0, 0, 0, 'T', 'S', 'L', 'M', 3, 0, 0, 0};

  private final List<String> refused = new ArrayList<>();
  private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
  private int admitted;

  /** What stands behind the door. */
  private EmbeddedChannel channel(Optional<AccessToken> token) {
    EmbeddedChannel channel = new EmbeddedChannel();
    Runnable admit =
        () -> {
          admitted++;
          channel
              .pipeline()
              .addLast(
                  new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelRead(ChannelHandlerContext context, Object message) {
                      ByteBuf bytes = (ByteBuf) message;
                      byte[] copy = new byte[bytes.readableBytes()];
                      bytes.readBytes(copy);
                      stream.writeBytes(copy);
                      bytes.release();
                    }
                  });
        };
    channel
        .pipeline()
        .addLast(
            new Doorkeeper(new Admission(token, refused::add), Doorkeeper.nothingTold(), admit));
    if (token.isEmpty()) {
      admit.run();
    }
    return channel;
  }

  private static byte[] frame(String token) {
    int length = (4 + token.length() + 7) / 8 * 8;
    return ByteBuffer.allocate(8 + length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(length)
        .putInt(Doorkeeper.TYPE)
        .putInt(token.length())
        .put(token.getBytes(StandardCharsets.US_ASCII))
        .array();
  }

  private static byte[] followedByStream(byte[] frame) {
    byte[] all = Arrays.copyOf(frame, frame.length + STREAM.length);
    System.arraycopy(STREAM, 0, all, frame.length, STREAM.length);
    return all;
  }

  private static void send(EmbeddedChannel channel, byte[] bytes, int piece) {
    for (int at = 0; at < bytes.length; at += piece) {
      if (channel.isActive()) {
        channel.writeInbound(Unpooled.copiedBuffer(bytes, at, Math.min(piece, bytes.length - at)));
      }
    }
  }

  private static long answer(EmbeddedChannel channel) {
    ByteBuf answer = channel.readOutbound();
    try {
      assertEquals(8, answer.readableBytes());
      return answer.readLongLE();
    } finally {
      answer.release();
    }
  }

  private static long answered(int value) {
    return (long) Doorkeeper.TYPE << 32 | (long) value << 48;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 11, 1000})
  void theRightTokenLetsTheStreamIn(int piece) {
    EmbeddedChannel channel = channel(Optional.of(TOKEN));
    send(channel, followedByStream(frame(TOKEN.secret())), piece);
    assertEquals(answered(Doorkeeper.ACCEPTED), answer(channel));
    assertEquals(1, admitted);
    assertEquals(List.of(), refused);
    assertArrayEquals(STREAM, stream.toByteArray());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0123456789abcdef0124",
        "1123456789abcdef0123",
        "0123456789abcdef012",
        "0123456789abcdef01234",
      })
  void aWrongOneDoesNot(String wrong) {
    for (int piece : new int[] {1, 1000}) {
      EmbeddedChannel channel = channel(Optional.of(TOKEN));
      send(channel, followedByStream(frame(wrong)), piece);
      assertEquals(answered(Doorkeeper.REFUSED), answer(channel));
      assertFalse(channel.isActive());
    }
    assertEquals(0, admitted);
    assertEquals(0, stream.size());
    assertTrue(refused.get(0).contains("it gave a wrong token"), refused.toString());
    assertFalse(refused.toString().contains(TOKEN.secret()));
  }

  @Test
  void aStreamWithoutATokenIsNothing() {
    EmbeddedChannel channel = channel(Optional.of(TOKEN));
    send(channel, STREAM, 5);
    assertEquals(answered(Doorkeeper.REFUSED), answer(channel));
    assertFalse(channel.isActive());
    assertEquals(0, admitted);
    assertTrue(refused.get(0).contains("it gave no token;"), refused.toString());
  }

  @Test
  void anEmptyTokenIsNone() {
    EmbeddedChannel channel = channel(Optional.of(TOKEN));
    send(channel, frame(""), 1000);
    assertEquals(answered(Doorkeeper.REFUSED), answer(channel));
    assertTrue(refused.get(0).contains("it gave no token;"), refused.toString());
    EmbeddedChannel open = channel(Optional.empty());
    send(open, followedByStream(frame("")), 1000);
    assertEquals(answered(Doorkeeper.ACCEPTED), answer(open));
    assertEquals(STREAM.length, stream.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 12, 144, 1 << 24, -8})
  void anImpossibleLengthReservesNothing(int length) {
    byte[] frame = frame(TOKEN.secret());
    ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).putInt(0, length);
    EmbeddedChannel channel = channel(Optional.of(TOKEN));
    send(channel, frame, 1000);
    assertFalse(channel.isActive());
    assertEquals(0, admitted);
  }

  @Test
  void whoSaysNothingIsSentAway() {
    EmbeddedChannel channel = channel(Optional.of(TOKEN));
    send(channel, Arrays.copyOf(frame(TOKEN.secret()), 20), 1000);
    channel.advanceTimeBy(11, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
    assertFalse(channel.isActive());
    assertTrue(refused.get(0).contains("no token in time"), refused.toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1000})
  void whereNoneIsAskedForATokenIsTakenOut(int piece) {
    EmbeddedChannel channel = channel(Optional.empty());
    send(channel, followedByStream(frame(TOKEN.secret())), piece);
    assertEquals(answered(Doorkeeper.ACCEPTED), answer(channel));
    EmbeddedChannel plain = channel(Optional.empty());
    send(plain, STREAM, piece);
    assertEquals(2 * STREAM.length, stream.size());
    assertEquals(2, admitted);
  }

  @Test
  void lessThanAHeaderReachesTheSession() {
    EmbeddedChannel channel = channel(Optional.empty());
    send(channel, new byte[] {1, 2, 3}, 1000);
    channel.close();
    assertArrayEquals(new byte[] {1, 2, 3}, stream.toByteArray());
  }

  @Test
  void manyRefusalsAreToldOnce() {
    for (int i = 0; i < 3; i++) {
      EmbeddedChannel channel = channel(Optional.of(TOKEN));
      send(channel, STREAM, 1000);
    }
    assertEquals(3, refused.size(), "each channel here has a list of its own");
    assertEquals(1, refused.stream().distinct().count());
  }

  @Test
  void tokensAreLongAndPlain() {
    for (String bad :
        List.of("short", "x".repeat(129), "with a space in it, long", "ümläut0123456789")) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> AccessToken.of(bad, "FILE"))
              .getMessage();
      assertTrue(message.contains("FILE") && !message.contains(bad), message);
    }
    assertFalse(TOKEN.toString().contains("0123"));
    assertEquals(32, AccessToken.random().secret().length());
  }

  @Test
  void aUnixSocketIsForItsUserAlone(@TempDir Path folder) throws IOException {
    Path socket = folder.resolve("s.sock");
    try (CollectorServer server =
        CollectorServer.start(
            ListenAddress.unix(socket),
            Admission.free(),
            connection -> {
              throw new IllegalStateException("nobody connects");
            },
            cause -> {})) {
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)));
      try (var files = Files.list(folder)) {
        assertEquals(List.of(socket), files.toList());
      }
      assertEquals("unix:" + socket, server.address().toString());
    }
    assertFalse(Files.exists(socket));
  }

  @Test
  void nobodyIsAdmittedToARealServerWithoutTheToken() throws IOException {
    try (CollectorServer server =
            CollectorServer.start(
                ListenAddress.tcp("127.0.0.1", 0),
                new Admission(Optional.of(TOKEN), refused::add),
                connection -> {
                  throw new IllegalStateException("a session for one without a token");
                },
                cause -> {});
        SocketChannel client =
            SocketChannel.open(
                new InetSocketAddress(
                    InetAddress.getLoopbackAddress(),
                    ((ListenAddress.Tcp) server.address()).port()))) {
      client.write(ByteBuffer.wrap(STREAM));
      ByteBuffer answer = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      while (answer.hasRemaining() && client.read(answer) >= 0) {
        // until all of it is here
      }
      assertEquals(answered(Doorkeeper.REFUSED), answer.getLong(0));
      assertEquals(1, refused.size());
    }
  }
}
