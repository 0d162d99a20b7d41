package org.tslmap.collector.tool;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** The other end of the tool's connections: takes everything, or stops reading, or goes away. */
final class Reader implements AutoCloseable {
  private final Path socket;
  private final ServerSocketChannel server;
  private final List<SocketChannel> connections = new CopyOnWriteArrayList<>();
  private final CountDownLatch enough = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final long pauseAfter;

  /**
   * Listens.
   *
   * @param pauseAfter bytes of each connection that are read before {@link #goOn}
   */
  Reader(Path socket, long pauseAfter) throws IOException {
    this.socket = socket;
    this.pauseAfter = pauseAfter;
    Files.deleteIfExists(socket);
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket), 100);
    start(this::accept);
  }

  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  private static void start(Step step) {
    Thread thread =
        new Thread(
            () -> {
              try {
                step.run();
              } catch (IOException e) {
                // Closed, by the test or the tool.
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      SocketChannel connection = server.accept();
      connections.add(connection);
      start(() -> read(connection));
    }
  }

  private void read(SocketChannel connection) throws IOException, InterruptedException {
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    long bytes = 0;
    for (int n = 0; n >= 0; n = connection.read(buffer.clear())) {
      bytes += n;
      if (bytes >= pauseAfter) {
        enough.countDown();
        goOn.await();
      }
    }
    connection.close();
  }

  /** Waits until it has read as much as it was to. */
  void awaitPause() throws InterruptedException {
    enough.await();
  }

  /** Reads everything from now on. */
  void goOn() {
    goOn.countDown();
  }

  /** The option of the tool that connects here. */
  String option() {
    return "--tsl-connect=unix:" + socket;
  }

  /** Goes away at once, as when it is killed. */
  @Override
  public void close() throws IOException {
    server.close();
    for (SocketChannel connection : connections) {
      connection.close();
    }
    Files.deleteIfExists(socket);
  }
}
