package org.tslmap.collector.view;

import io.netty.channel.Channel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Connections of which the next request has not arrived whole. Each takes memory and a file
 * descriptor, so they are closed after a time, however slowly their bytes come, and a limited
 * number of them stays. All methods are called on the event loop.
 */
final class AwaitedRequests {
  private final int most;
  private final Duration patience;

  /** Those that wait, longest first, and what will close them. */
  private final Map<Channel, Future<?>> waiting = new LinkedHashMap<>();

  /**
   * None waits.
   *
   * @param most so many may wait; a further one closes the one that has waited longest
   * @param patience how long one may wait
   */
  AwaitedRequests(int most, Duration patience) {
    this.most = most;
    this.patience = patience;
  }

  /** The connection's next request is to come. */
  void await(Channel channel) {
    Future<?> end =
        channel
            .eventLoop()
            .schedule(() -> channel.close(), patience.toMillis(), TimeUnit.MILLISECONDS);
    waiting.put(channel, end);
    if (waiting.size() > most) {
      var unused = waiting.keySet().iterator().next().close();
    }
  }

  /** The connection waits no longer: its request is there, or it is closed. */
  void over(Channel channel) {
    Future<?> end = waiting.remove(channel);
    if (end != null) {
      end.cancel(false);
    }
  }
}
