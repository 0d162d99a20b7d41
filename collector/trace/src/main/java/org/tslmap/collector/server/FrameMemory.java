package org.tslmap.collector.server;

import java.util.HashMap;
import java.util.Map;

/**
 * Limits the memory of frames that have not arrived as a whole, over all connections. Used on the
 * event loop only.
 *
 * <p>Every connection has {@value #OWN_BYTES} bytes, as much as the tool sends at once. What it
 * needs beyond that comes from a memory that all share. When that is used up, the connection that
 * takes most of it is ended, so that one with small frames never pays for others with large ones.
 */
final class FrameMemory {
  /** Bytes that each connection has without asking. */
  static final int OWN_BYTES = Long.BYTES * WordPool.WORDS;

  /** A connection that can be ended. */
  interface Holder {
    /** Gives up the frame it waits for and closes the connection. */
    void end(String reason);
  }

  private final long limit;
  private final Map<Holder, Long> holders = new HashMap<>();
  private long held;

  /**
   * A memory of this size.
   *
   * @param limit bytes beyond those that every connection has
   */
  FrameMemory(long limit) {
    this.limit = limit;
  }

  /** An eighth of the virtual machine's memory. */
  static FrameMemory ofThisMachine() {
    return new FrameMemory(Runtime.getRuntime().maxMemory() / 8);
  }

  /** Bytes held beyond those that every connection has. */
  long held() {
    return held;
  }

  /**
   * Says how many bytes a connection's incomplete frame takes from now on. This may end a
   * connection, the same or another one.
   */
  void hold(Holder holder, long bytes) {
    if (bytes <= OWN_BYTES) {
      drop(holder);
      return;
    }
    Long before = holders.put(holder, bytes);
    held += bytes - (before == null ? 0 : before);
    while (held > limit) {
      Holder largest = largest();
      long size = holders.get(largest);
      drop(largest);
      largest.end(
          ("expected a frame for which there is memory, found one of which %,d bytes have come;"
                  + " incomplete frames of all connections may take %,d bytes (more with a larger"
                  + " JAVA_TOOL_OPTIONS=-Xmx)")
              .formatted(size, limit));
    }
  }

  /** The connection's frame is complete or given up. */
  void drop(Holder holder) {
    Long before = holders.remove(holder);
    held -= before == null ? 0 : before;
  }

  private Holder largest() {
    return holders.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
  }
}
