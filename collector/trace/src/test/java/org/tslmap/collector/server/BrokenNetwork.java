package org.tslmap.collector.server;

import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.epoll.Native;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.util.concurrent.ExecutionException;

/** Has a collector's event loop end with an error in its own code. */
public final class BrokenNetwork {
  private BrokenNetwork() {}

  /** What the loop calls when its file is ready, outside everything that guards channels. */
  private record Handle(FileDescriptor fd, Error error) implements EpollIoHandle {
    @Override
    public void handle(IoRegistration registration, IoEvent event) {
      throw error;
    }

    @Override
    public void close() throws IOException {
      fd.close();
    }
  }

  /** Ends the loop of a server that uses Linux's epoll. */
  public static void end(CollectorServer server, Error error)
      throws InterruptedException, ExecutionException {
    IoEventLoop loop = (IoEventLoop) server.network().loops().next();
    FileDescriptor file = Native.newEventFd();
    IoRegistration registration = loop.register(new Handle(file, error)).get();
    registration.submit(EpollIoOps.EPOLLIN);
    Native.eventFdWrite(file.intValue(), 1);
  }
}
