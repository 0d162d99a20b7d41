package org.tslmap.collector.server;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.unix.Socket;
import io.netty.channel.unix.UnixChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * The one thread that accepts and reads all connections: Netty's event loop.
 *
 * <p>An error in the loop's own code ends it for good, as when the heap is full to the last byte.
 * Netty leaves the connections open then, nobody reads them any more, and the programs at the other
 * ends would wait for ever. So the thread's last work is to close them all, however long that takes
 * for lack of memory, and to say why. It has nothing else to do.
 */
final class NetworkThread implements AutoCloseable {
  private static final long PAUSE_NANOS = 20_000_000;

  private final EventLoopGroup loops;

  /** Those that are open, in a list that can be read without memory; this thread's own. */
  private final List<Channel> channels = new ArrayList<>();

  private final Consumer<Throwable> failed;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean closing;

  /**
   * A thread that starts with the first channel.
   *
   * @param epoll whether Linux's epoll is used, and not Java's own selectors
   * @param failed told on this thread why it ends although nobody has closed it; all connections
   *     are closed then, and their receivers hear nothing more
   */
  NetworkThread(boolean epoll, Consumer<Throwable> failed) {
    this.failed = failed;
    IoHandlerFactory handler = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    DefaultThreadFactory threads =
        new DefaultThreadFactory("tslmap-network", true) {
          @Override
          public Thread newThread(Runnable loop) {
            return super.newThread(() -> run(loop));
          }
        };
    this.loops = new MultiThreadIoEventLoopGroup(1, threads, handler);
  }

  /** Where channels are registered. */
  EventLoopGroup loops() {
    return loops;
  }

  /** Has a channel closed when the thread ends. Called on this thread. */
  void closesAtEnd(Channel channel) {
    channels.add(channel);
    channel.closeFuture().addListener(closed -> channels.remove(channel));
  }

  /** Whether nothing is accepted and read any more. */
  boolean isOver() {
    return loops.isShuttingDown();
  }

  private void run(Runnable loop) {
    try {
      loop.run(); // which passes nothing on, unless it lacks memory for that
    } finally {
      try {
        boolean done = false;
        while (!done) {
          done = release();
        }
      } finally {
        over.countDown();
      }
    }
  }

  /** Closes what is open, and tells; false if there is no memory for that now. */
  private boolean release() {
    try {
      for (int i = 0; i < channels.size(); i++) {
        close(channels.get(i));
      }
      if (!closing) {
        failed.accept(cause());
      }
      return true;
    } catch (OutOfMemoryError e) {
      LockSupport.parkNanos(PAUSE_NANOS);
      return closing;
    }
  }

  /** Without the loop, which takes no tasks any more. */
  private static void close(Channel channel) {
    if (channel instanceof UnixChannel unix) {
      try {
        unix.fd().close();
      } catch (IOException e) {
        LoggerFactory.getLogger(NetworkThread.class).debug("cannot close {}", channel, e);
      }
    } else {
      channel.unsafe().closeForcibly();
    }
  }

  /** Releases the program at the other end, which takes no memory. From any thread. */
  static void hangUp(Channel channel) {
    if (channel instanceof UnixChannel unix && unix.fd() instanceof Socket socket) {
      try {
        socket.shutdown();
      } catch (IOException e) {
        // It is hung up already.
      }
    }
  }

  private Throwable cause() {
    Throwable cause = loops.next().terminationFuture().cause();
    return cause == null ? new OutOfMemoryError("while the event loop ended") : cause;
  }

  /** Closes all channels, tells their receivers, and waits until the thread has ended. */
  @Override
  public void close() {
    closing = true;
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS);
    boolean interrupted = false;
    while (over.getCount() > 0) {
      try {
        over.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
