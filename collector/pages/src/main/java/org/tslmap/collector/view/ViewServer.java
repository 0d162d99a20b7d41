package org.tslmap.collector.view;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.tslmap.collector.server.AccessToken;
import org.tslmap.collector.server.ListenAddress;

/** Serves pages over HTTP, to those who know the address with its token. */
public final class ViewServer implements AutoCloseable {
  /** Requests that are worked on at once. */
  private static final int WORKERS = 4;

  /** A request has no body; its head may have this many bytes. */
  private static final int LARGEST_BODY = 1024;

  /** How long a request may take to arrive, and nothing of an answer to leave. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Connections whose requests are awaited. A browser opens some six. */
  static final int MOST_AWAITED = 128;

  private final ListenAddress.Tcp address;
  private final EventLoopGroup loops;
  private final Channel listener;
  private final ChannelGroup connections;
  private final ExecutorService workers;
  private final WebService service;
  private final AccessToken token;

  private ViewServer(
      ListenAddress.Tcp address,
      EventLoopGroup loops,
      Channel listener,
      ChannelGroup connections,
      ExecutorService workers,
      WebService service,
      AccessToken token) {
    this.address = address;
    this.loops = loops;
    this.listener = listener;
    this.connections = connections;
    this.workers = workers;
    this.service = service;
    this.token = token;
  }

  /**
   * Starts serving runs.
   *
   * @param asked where to listen; port 0 is any free one
   * @param runs what is served, and nothing else
   * @param surfaces but for these
   * @throws IOException if it is not possible to listen there; says why
   */
  public static ViewServer start(ListenAddress.Tcp asked, RunLibrary runs, SurfaceShelf surfaces)
      throws IOException {
    return start(asked, new Pages(runs, Optional.empty(), surfaces));
  }

  /** The same with a run that goes on. */
  public static ViewServer start(ListenAddress.Tcp asked, RunLibrary runs, LiveRun live)
      throws IOException {
    return start(asked, new Pages(runs, Optional.of(live), new SurfaceShelf(List.of())));
  }

  private static ViewServer start(ListenAddress.Tcp asked, WebService service) throws IOException {
    return start(asked, service, PATIENCE);
  }

  static ViewServer start(ListenAddress.Tcp asked, WebService service, Duration patience)
      throws IOException {
    InetSocketAddress local = new InetSocketAddress(asked.host(), asked.port());
    if (local.isUnresolved()) {
      throw new IOException(
          "cannot listen on %s: there is no host of the name %s; use 127.0.0.1:0"
              .formatted(asked, asked.host()));
    }
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    ExecutorService workers =
        Executors.newFixedThreadPool(
            WORKERS,
            task -> {
              Thread thread = new Thread(task, "tslmap-view");
              thread.setDaemon(true);
              return thread;
            });
    AccessToken token = AccessToken.random();
    Connections accepted = new Connections(asked, token, service, patience, connections, workers);
    var bound =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childHandler(accepted)
            .bind(local)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      workers.shutdownNow();
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
      throw new IOException(
          "cannot listen on %s: %s; choose another address with --listen"
              .formatted(asked, bound.cause().getMessage()),
          bound.cause());
    }
    int port = ((InetSocketAddress) bound.channel().localAddress()).getPort();
    return new ViewServer(
        new ListenAddress.Tcp(asked.host(), port),
        loops,
        bound.channel(),
        connections,
        workers,
        service,
        token);
  }

  /** Makes the parts of each new connection. */
  private static final class Connections extends ChannelInitializer<Channel> {
    private final ListenAddress.Tcp asked;
    private final AccessToken token;
    private final WebService service;
    private final Duration patience;
    private final AwaitedRequests awaited;
    private final ChannelGroup connections;
    private final ExecutorService workers;

    Connections(
        ListenAddress.Tcp asked,
        AccessToken token,
        WebService service,
        Duration patience,
        ChannelGroup connections,
        ExecutorService workers) {
      this.asked = asked;
      this.token = token;
      this.service = service;
      this.patience = patience;
      this.awaited = new AwaitedRequests(MOST_AWAITED, patience);
      this.connections = connections;
      this.workers = workers;
    }

    @Override
    protected void initChannel(Channel channel) {
      connections.add(channel);
      InetSocketAddress own = (InetSocketAddress) channel.parent().localAddress();
      HostCheck hosts =
          new HostCheck(
              new ListenAddress.Tcp(asked.host(), own.getPort()),
              own.getAddress().getHostAddress());
      channel
          .pipeline()
          // Output counts as long as some of it leaves: who reads slowly is served.
          .addLast(new IdleStateHandler(true, 0, 0, patience.toMillis(), TimeUnit.MILLISECONDS))
          .addLast(new HttpServerCodec())
          .addLast(new HttpServerKeepAliveHandler())
          .addLast(new HttpObjectAggregator(LARGEST_BODY, true))
          .addLast(new FlowControlHandler())
          .addLast(new RequestHandler(service, hosts, token, awaited, workers));
    }
  }

  /** Where it listens; the port is the real one. */
  public ListenAddress.Tcp address() {
    return address;
  }

  /**
   * The address to open in a browser, ending in a slash. It holds the token without which nothing
   * is answered.
   */
  public String url() {
    String host = address.host();
    if (host.equals("0.0.0.0") || host.equals("::")) {
      host = "127.0.0.1";
    }
    return "http://" + new ListenAddress.Tcp(host, address.port()) + "/" + token.secret() + "/";
  }

  /** Connections that are open. */
  int connected() {
    return connections.size();
  }

  /** Stops listening and hangs up. */
  @Override
  public void close() throws IOException {
    listener.close().awaitUninterruptibly();
    connections.close().awaitUninterruptibly();
    workers.shutdownNow();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    if (service instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
  }
}
