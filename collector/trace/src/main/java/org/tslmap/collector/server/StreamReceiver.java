package org.tslmap.collector.server;

import org.tslmap.collector.shortage.Shortage;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.WordChunk;

/**
 * Takes what one connection sends, cut into frames. All calls come from the connection's event
 * loop, so they must be short. After {@link #closed} there are no more.
 */
public interface StreamReceiver {
  /** A frame other than EVENTS; the array is the receiver's. */
  void frame(FrameType type, byte[] payload);

  /**
   * Event words; the receiver releases the chunk.
   *
   * @param position event words sent before, as the sender counts them
   */
  void events(long position, WordChunk words);

  /** Whether the receiver wants to be given less for now: the connection is read no further. */
  boolean full();

  /** The collector ran out of something while it read; the connection ends. */
  default void ranOut(Shortage shortage) {}

  /**
   * The connection has ended. This needs no memory.
   *
   * @param reason what was wrong, or empty when the sender closed it between two frames
   * @param anything whether it had sent anything at all
   */
  void closed(String reason, boolean anything);
}
