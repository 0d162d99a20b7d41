package org.tslmap.collector.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.wire.FrameType;

/**
 * Listens on a TCP port or a Unix socket and gives each connection's stream to a receiver of its
 * own. Uses Linux's epoll where Netty's native part loads, Java's own selectors otherwise.
 */
public final class CollectorServer implements AutoCloseable {
  /** What a connection is to its receiver: the other end, and a tap. */
  public interface Connection {
    /** Where it comes from, for messages. */
    String peer();

    /** Begins to read, or reads on after the receiver was full. From any thread. */
    void resume();

    /** Runs a task after what has arrived until now is read, if it is resumed. From any thread. */
    void afterReading(Runnable task);

    /** Sends bytes to the other end. From any thread. */
    void send(byte[] bytes);

    /**
     * Closes it. From any thread. Without memory the other end is told that it is over, and
     * OutOfMemoryError is thrown: it has to be closed again.
     */
    void close();
  }

  /** Makes the receiver of a new connection. Called on the event loop. */
  @FunctionalInterface
  public interface ReceiverFactory {
    /** The receiver of everything this connection sends, once it is resumed. */
    StreamReceiver open(Connection connection);
  }

  private static final int RECEIVE_BYTES = 64 * 1024;

  private final ListenAddress address;
  private final NetworkThread network;
  private final Channel listener;
  private final WordPool pool;
  private final Admission admission;

  private CollectorServer(
      ListenAddress address,
      NetworkThread network,
      Channel listener,
      WordPool pool,
      Admission admission) {
    this.address = address;
    this.network = network;
    this.listener = listener;
    this.pool = pool;
    this.admission = admission;
  }

  /** Whether the native epoll transport is in use. */
  public static boolean nativeTransport() {
    return Epoll.isAvailable() && !Boolean.getBoolean("tslmap.nio");
  }

  /**
   * Starts listening.
   *
   * @param admission who may send
   * @param failed told if nothing can be read any more, as for lack of memory, and why; all
   *     connections are closed then, and their receivers hear nothing more
   * @throws IOException if that is not possible; says why
   */
  public static CollectorServer start(
      ListenAddress address,
      Admission admission,
      ReceiverFactory receivers,
      Consumer<Throwable> failed)
      throws IOException {
    if (address instanceof ListenAddress.Unix unix) {
      UnixSocketFile.makeFree(unix.path());
      Path hidden = UnixSocketFile.hidden(unix.path());
      try {
        CollectorServer server =
            start(address, socketAddress(hidden), admission, receivers, failed);
        UnixSocketFile.publish(hidden, unix.path());
        return server;
      } catch (IOException e) {
        UnixSocketFile.discard(hidden);
        throw e;
      }
    }
    ListenAddress.Tcp tcp = (ListenAddress.Tcp) address;
    InetSocketAddress local = new InetSocketAddress(tcp.host(), tcp.port());
    if (local.isUnresolved()) {
      throw new IOException(
          "cannot listen on %s: there is no host of the name %s; use 127.0.0.1 or 0.0.0.0"
              .formatted(address, tcp.host()));
    }
    return start(address, local, admission, receivers, failed);
  }

  private static CollectorServer start(
      ListenAddress address,
      SocketAddress local,
      Admission admission,
      ReceiverFactory receivers,
      Consumer<Throwable> failed)
      throws IOException {
    boolean epoll = nativeTransport();
    NetworkThread network = new NetworkThread(epoll, failed);
    WordPool pool = new WordPool();
    FrameMemory memory = FrameMemory.ofThisMachine();
    Set<String> told = Doorkeeper.nothingTold();
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(network.loops())
            .channel(channelType(address, epoll))
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    network.closesAtEnd(channel);
                  }
                })
            .childOption(
                ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(RECEIVE_BYTES))
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    network.closesAtEnd(channel);
                    Runnable admit =
                        () -> {
                          channel.config().setAutoRead(false);
                          StreamReceiver receiver = receivers.open(new Link(channel));
                          channel.pipeline().addLast(new FrameCutter(receiver, pool, memory));
                        };
                    channel.pipeline().addLast(new Doorkeeper(admission, told, admit));
                    if (admission.token().isEmpty()) {
                      admit.run();
                    }
                  }
                });
    if (address instanceof ListenAddress.Tcp) {
      Keepalive.of(bootstrap, epoll);
    }
    var bound = bootstrap.bind(local).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      network.close();
      throw new IOException(
          "cannot listen on %s: %s; choose another address"
              .formatted(address, bound.cause().getMessage()),
          bound.cause());
    }
    SocketChannel.open().close(); // has ready, before memory is short, what knock() needs
    return new CollectorServer(
        actual(address, bound.channel()), network, bound.channel(), pool, admission);
  }

  private static Class<? extends ServerChannel> channelType(ListenAddress address, boolean epoll) {
    if (address instanceof ListenAddress.Unix) {
      return epoll ? EpollServerDomainSocketChannel.class : NioServerDomainSocketChannel.class;
    }
    return epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
  }

  private static SocketAddress socketAddress(Path path) throws IOException {
    int bytes = path.toString().getBytes(StandardCharsets.UTF_8).length;
    if (bytes > ListenAddress.MAX_UNIX_PATH_BYTES) {
      throw new IOException(
          "cannot listen beside %s: expected at most %d bytes, found %d; use a shorter path, such as unix:/tmp/tslmap.sock"
              .formatted(path, ListenAddress.MAX_UNIX_PATH_BYTES, bytes));
    }
    return nativeTransport()
        ? new DomainSocketAddress(path.toFile())
        : UnixDomainSocketAddress.of(path);
  }

  private static ListenAddress actual(ListenAddress address, Channel channel) {
    if (address instanceof ListenAddress.Tcp tcp) {
      return ListenAddress.tcp(tcp.host(), ((InetSocketAddress) channel.localAddress()).getPort());
    }
    return address;
  }

  /** Where it listens; the port is the real one. */
  public ListenAddress address() {
    return address;
  }

  /** Event frames that were handed to receivers and not given back yet; 0 when all is done. */
  public int framesInUse() {
    return pool.inUse();
  }

  /** What accepts and reads. */
  NetworkThread network() {
    return network;
  }

  /** Whether nothing is accepted and read any more. */
  public boolean isOver() {
    return network.isOver();
  }

  /**
   * Connects to itself and closes the connection: it is accepted after all earlier ones, unless
   * memory is short.
   *
   * @throws IOException if it cannot connect
   */
  public void knock() throws IOException {
    SocketAddress here =
        address instanceof ListenAddress.Unix unix
            ? UnixDomainSocketAddress.of(unix.path())
            : listener.localAddress();
    try (SocketChannel channel = SocketChannel.open(here)) {
      if (admission.token().isPresent()) {
        enter(channel, admission.token().get());
      }
    }
  }

  private static void enter(SocketChannel channel, AccessToken token) {
    try {
      channel.write(Doorkeeper.frame(token));
      ByteBuffer answer = ByteBuffer.allocate(FrameType.HEADER_BYTES);
      while (answer.hasRemaining() && channel.read(answer) >= 0) {
        // It is let in before it is closed.
      }
    } catch (IOException e) {
      LoggerFactory.getLogger(CollectorServer.class).debug("hung up for lack of memory", e);
    }
  }

  /** Stops listening and closes all connections; their receivers are told. */
  @Override
  public void close() {
    network.close();
    if (address instanceof ListenAddress.Unix unix) {
      try {
        Files.deleteIfExists(unix.path());
      } catch (IOException e) {
        // A socket file that stays is removed by the next collector that listens there.
        org.slf4j.LoggerFactory.getLogger(CollectorServer.class)
            .debug("cannot remove {}", unix.path(), e);
      }
    }
  }

  /** One accepted connection. */
  private record Link(Channel channel) implements Connection {
    @Override
    public String peer() {
      SocketAddress remote = channel.remoteAddress();
      String text = remote == null ? "" : remote.toString();
      return text.isEmpty() ? "a local process" : text;
    }

    @Override
    public void resume() {
      // In the event loop, so that it comes after the stop it answers.
      try {
        channel.eventLoop().execute(() -> channel.config().setAutoRead(true));
      } catch (RejectedExecutionException e) {
        // The loop is over, and the connection closed.
      }
    }

    @Override
    public void afterReading(Runnable task) {
      // What is scheduled within the event loop comes after its next look at all connections.
      EventLoop loop = channel.eventLoop();
      try {
        loop.execute(() -> loop.schedule(task, 1, TimeUnit.NANOSECONDS));
      } catch (RejectedExecutionException e) {
        task.run(); // the loop is over
      }
    }

    @Override
    public void send(byte[] bytes) {
      if (channel.isWritable()) {
        var unused = channel.writeAndFlush(Unpooled.wrappedBuffer(bytes));
      } else {
        close(); // it asks, and does not read the answers
      }
    }

    @Override
    public void close() {
      try {
        if (channel.close().cause() instanceof OutOfMemoryError e) {
          throw e; // which Netty keeps to itself
        }
      } catch (OutOfMemoryError e) {
        NetworkThread.hangUp(channel);
        throw e;
      }
    }
  }
}
