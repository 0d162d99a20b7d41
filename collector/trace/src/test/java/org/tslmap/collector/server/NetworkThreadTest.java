package org.tslmap.collector.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An event loop that ends with an error leaves nobody waiting. */
@Timeout(120)
class NetworkThreadTest {
  private final OutOfMemoryError error = new OutOfMemoryError("Java heap space");

  @TempDir Path folder;

  @Test
  void anErrorInTheLoopsOwnCodeClosesAllConnectionsAndIsTold() throws Exception {
    ListenAddress address = ListenAddress.unix(folder.resolve("s"));
    UnixDomainSocketAddress socket = UnixDomainSocketAddress.of(folder.resolve("s"));
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    CompletableFuture<CollectorServer.Connection> opened = new CompletableFuture<>();
    try (CollectorServer server =
            CollectorServer.start(
                address,
                Admission.free(),
                connection -> {
                  opened.complete(connection);
                  return PassiveReceiver.NONE;
                },
                told::complete);
        SocketChannel client = SocketChannel.open(socket)) {
      CollectorServer.Connection connection = opened.get();
      BrokenNetwork.end(server, error);
      assertEquals(-1, client.read(ByteBuffer.allocate(1)));
      assertSame(error, told.get());
      assertTrue(server.isOver());
      assertThrows(IOException.class, () -> SocketChannel.open(socket).close());
      connection.close(); // as those do who have not heard of it
      connection.resume();
      connection.send(new byte[1]);
    }
    assertFalse(Files.exists(folder.resolve("s")));
  }

  /** Whoever is told lacks memory at first. */
  @Test
  void itIsToldUntilThereIsMemoryForThat() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    try (CollectorServer server =
        CollectorServer.start(
            ListenAddress.unix(folder.resolve("s")),
            Admission.free(),
            connection -> PassiveReceiver.NONE,
            cause -> {
              if (attempts.incrementAndGet() < 20) {
                throw error;
              }
              told.complete(cause);
            })) {
      BrokenNetwork.end(server, error);
      assertSame(error, told.get(100, TimeUnit.SECONDS));
    }
  }
}
