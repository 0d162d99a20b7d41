package org.tslmap.collector.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;

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

    /** Closes it. From any thread. */
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
  private final EventLoopGroup loops;
  private final Channel listener;
  private final ChannelGroup connections;
  private final WordPool pool;

  private CollectorServer(
      ListenAddress address,
      EventLoopGroup loops,
      Channel listener,
      ChannelGroup connections,
      WordPool pool) {
    this.address = address;
    this.loops = loops;
    this.listener = listener;
    this.connections = connections;
    this.pool = pool;
  }

  /** Whether the native epoll transport is in use. */
  public static boolean nativeTransport() {
    return Epoll.isAvailable() && !Boolean.getBoolean("tslmap.nio");
  }

  /**
   * Starts listening.
   *
   * @throws IOException if that is not possible; says why
   */
  public static CollectorServer start(ListenAddress address, ReceiverFactory receivers)
      throws IOException {
    if (address instanceof ListenAddress.Unix unix) {
      UnixSocketFile.makeFree(unix.path());
    }
    boolean epoll = nativeTransport();
    SocketAddress local = socketAddress(address, epoll);
    if (local instanceof InetSocketAddress inet && inet.isUnresolved()) {
      throw new IOException(
          "cannot listen on %s: there is no host of the name %s; use 127.0.0.1 or 0.0.0.0"
              .formatted(address, inet.getHostString()));
    }
    IoHandlerFactory handler = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, handler);
    ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    WordPool pool = new WordPool();
    FrameMemory memory = FrameMemory.ofThisMachine();
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loops)
            .channel(channelType(address, epoll))
            .childOption(
                ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(RECEIVE_BYTES))
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    connections.add(channel);
                    channel.config().setAutoRead(false);
                    StreamReceiver receiver = receivers.open(new Link(channel));
                    channel.pipeline().addLast(new FrameCutter(receiver, pool, memory));
                  }
                });
    var bound = bootstrap.bind(local).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw new IOException(
          "cannot listen on %s: %s; choose another address"
              .formatted(address, bound.cause().getMessage()),
          bound.cause());
    }
    return new CollectorServer(
        actual(address, bound.channel()), loops, bound.channel(), connections, pool);
  }

  private static Class<? extends ServerChannel> channelType(ListenAddress address, boolean epoll) {
    if (address instanceof ListenAddress.Unix) {
      return epoll ? EpollServerDomainSocketChannel.class : NioServerDomainSocketChannel.class;
    }
    return epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
  }

  private static SocketAddress socketAddress(ListenAddress address, boolean epoll) {
    if (address instanceof ListenAddress.Unix unix) {
      return epoll
          ? new DomainSocketAddress(unix.path().toFile())
          : UnixDomainSocketAddress.of(unix.path());
    }
    ListenAddress.Tcp tcp = (ListenAddress.Tcp) address;
    return new InetSocketAddress(tcp.host(), tcp.port());
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

  /** Connects to itself and closes the connection: it is accepted after all earlier ones. */
  public void knock() throws IOException {
    SocketAddress here =
        address instanceof ListenAddress.Unix unix
            ? UnixDomainSocketAddress.of(unix.path())
            : listener.localAddress();
    SocketChannel.open(here).close();
  }

  /** Stops listening and closes all connections; their receivers are told. */
  @Override
  public void close() {
    listener.close().awaitUninterruptibly();
    connections.close().awaitUninterruptibly();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
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
      channel.eventLoop().execute(() -> channel.config().setAutoRead(true));
    }

    @Override
    public void close() {
      var unused = channel.close();
    }
  }
}
