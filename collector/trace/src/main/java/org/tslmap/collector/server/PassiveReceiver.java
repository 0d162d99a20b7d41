package org.tslmap.collector.server;

import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.WordChunk;

/** Takes everything, does nothing with it, and is never full. */
public class PassiveReceiver implements StreamReceiver {
  /** One for all, there before memory is short. */
  public static final StreamReceiver NONE = new PassiveReceiver();

  @Override
  public void frame(FrameType type, byte[] payload) {
    // Nobody wants it.
  }

  @Override
  public void events(long position, WordChunk words) {
    words.release();
  }

  @Override
  public boolean full() {
    return false;
  }

  @Override
  public void closed(String reason, boolean anything) {
    // Nobody waits for it.
  }
}
