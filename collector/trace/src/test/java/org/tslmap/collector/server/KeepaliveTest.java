package org.tslmap.collector.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The system looks after connections of which nothing is heard. */
class KeepaliveTest {
  private static final List<Path> CONNECTIONS =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

  /** Hundredths of a second, the unit of times in the system's list of connections. */
  private static final int UNITS = 100;

  @Test
  void aSilentConnectionIsAskedAfterAMinute() throws IOException, InterruptedException {
    CountDownLatch accepted = new CountDownLatch(1);
    try (CollectorServer server =
            CollectorServer.start(
                ListenAddress.tcp("127.0.0.1", 0),
                Admission.free(),
                connection -> {
                  accepted.countDown();
                  return PassiveReceiver.NONE;
                },
                cause -> {});
        Socket client =
            new Socket(
                InetAddress.getByAddress(new byte[] {127, 0, 0, 1}),
                ((ListenAddress.Tcp) server.address()).port())) {
      accepted.await();
      List<String> row = connection(client.getPort(), client.getLocalPort());
      List<String> timer = List.of(row.get(5).split(":", -1));
      assertEquals("02", timer.get(0), "expected a timer that asks, found " + row);
      int in = Integer.parseInt(timer.get(1), 16);
      assertTrue(in <= Keepalive.IDLE_SECONDS * UNITS, "expected a minute, found " + row);
    }
  }

  /** What the system says of the connection between two ports, at the first of these. */
  private static List<String> connection(int here, int there) throws IOException {
    for (Path list : CONNECTIONS) {
      for (String line : Files.exists(list) ? Files.readAllLines(list) : List.<String>of()) {
        List<String> fields = List.of(line.trim().split(" +", -1));
        if (fields.get(1).endsWith(":%04X".formatted(here))
            && fields.get(2).endsWith(":%04X".formatted(there))) {
          return fields;
        }
      }
    }
    throw new IllegalStateException("expected a connection of port %d".formatted(here));
  }
}
