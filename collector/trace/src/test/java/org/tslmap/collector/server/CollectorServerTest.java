package org.tslmap.collector.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.wire.FrameType;

/** In which order a connection is read and other work is done. */
class CollectorServerTest {
  @TempDir private Path folder;

  private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

  /** Writes down what comes. */
  private final class Notebook extends PassiveReceiver {
    @Override
    public void frame(FrameType type, byte[] payload) {
      events.add(type.name());
    }
  }

  private static SocketAddress address(CollectorServer server) {
    return UnixDomainSocketAddress.of(((ListenAddress.Unix) server.address()).path());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aTaskAfterReadingComesAfterWhatArrivedWhileTheEventLoopWasBusy() throws Exception {
    BlockingQueue<CollectorServer.Connection> accepted = new LinkedBlockingQueue<>();
    CountDownLatch sent = new CountDownLatch(1);
    ByteBuffer frame = ByteBuffer.allocate(FrameType.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt(0).putShort((short) FrameType.END.code()).putShort((short) 0);
    try (CollectorServer server =
            CollectorServer.start(
                ListenAddress.unix(folder.resolve("s")),
                Admission.free(),
                connection -> {
                  connection.resume();
                  accepted.add(connection);
                  await(sent);
                  return new Notebook();
                },
                failure -> events.add(failure.toString()));
        SocketChannel channel = SocketChannel.open(address(server))) {
      accepted.take().afterReading(() -> events.add("the task"));
      channel.write(frame.flip());
      sent.countDown();
      assertEquals(List.of("END", "the task"), List.of(events.take(), events.take()));
    }
  }
}
