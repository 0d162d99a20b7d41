package org.tslmap.collector.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.socket.nio.NioChannelOption;
import jdk.net.ExtendedSocketOptions;

/**
 * Has the system ask the other end of a silent TCP connection whether it is still there. A machine
 * that loses its power or its network says nothing, and its sessions would stay open for ever. A
 * process that is stopped or waits is there: its system answers.
 */
final class Keepalive {
  /** Silence before the first question. */
  static final int IDLE_SECONDS = 60;

  private static final int BETWEEN_SECONDS = 10;

  /** Questions without an answer that end the connection. */
  private static final int QUESTIONS = 6;

  private Keepalive() {}

  static void of(ServerBootstrap server, boolean epoll) {
    server.childOption(ChannelOption.SO_KEEPALIVE, true);
    if (epoll) {
      server.childOption(EpollChannelOption.TCP_KEEPIDLE, IDLE_SECONDS);
      server.childOption(EpollChannelOption.TCP_KEEPINTVL, BETWEEN_SECONDS);
      server.childOption(EpollChannelOption.TCP_KEEPCNT, QUESTIONS);
    } else {
      server.childOption(
          NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), Integer.valueOf(IDLE_SECONDS));
      server.childOption(
          NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL),
          Integer.valueOf(BETWEEN_SECONDS));
      server.childOption(
          NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), Integer.valueOf(QUESTIONS));
    }
  }
}
