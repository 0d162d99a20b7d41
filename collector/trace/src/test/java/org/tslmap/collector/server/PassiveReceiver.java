package org.tslmap.collector.server;

import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.WordChunk;

/** Does nothing with what it takes, and is never full; tests override what they are about. */
class PassiveReceiver implements StreamReceiver {
  @Override
  public void frame(FrameType type, byte[] payload) {}

  @Override
  public void events(long position, WordChunk words) {
    words.release();
  }

  @Override
  public boolean full() {
    return false;
  }

  @Override
  public void closed(String reason, boolean anything) {}
}
