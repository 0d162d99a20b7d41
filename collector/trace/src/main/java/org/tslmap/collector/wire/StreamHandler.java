package org.tslmap.collector.wire;

import java.io.IOException;

/** Takes one process's stream, in order. */
public interface StreamHandler {
  /**
   * A frame other than EVENTS.
   *
   * @param payload little-endian; the handler may keep it
   */
  void frame(FrameType type, byte[] payload) throws IOException;

  /**
   * The next event words, whole blocks of the program.
   *
   * @param words entries 0..count-1; valid during the call
   */
  void events(long[] words, int count) throws IOException;

  /** Nothing more comes, whether there was an END or not: what is held back is handed over. */
  default void finish() throws IOException {}
}
