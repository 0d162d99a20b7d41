package org.tslmap.collector.view;

import java.io.IOException;
import java.util.Optional;

/** What a server serves. Called from several threads at once. */
interface WebService {
  /**
   * Answers a request.
   *
   * @throws IllegalArgumentException if the request is not one this service understands; says why
   * @throws IOException if what was asked for cannot be read
   */
  Answer answer(Request request) throws IOException;

  /** The stream of events at this address, if it is one that never ends by itself. */
  default Optional<EventSource> events(Request request) {
    return Optional.empty();
  }

  /** Tells a browser what goes on, until one of them hangs up. */
  interface EventSource {
    /**
     * Sends everything that happens from now on.
     *
     * @param listener takes events; from any thread
     * @return what ends it
     */
    AutoCloseable subscribe(EventListener listener);
  }

  /** Takes events. */
  interface EventListener {
    /**
     * Takes one event.
     *
     * @param name what kind of event
     * @param json its data, in one line
     */
    void event(String name, String json);
  }
}
