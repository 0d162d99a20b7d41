package org.tslmap.collector.session;

import java.util.concurrent.CountDownLatch;
import org.tslmap.collector.server.StreamReceiver;
import org.tslmap.collector.wire.AccessDecoder;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.End;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FrameDecoder;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.StreamTotals;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.WireException;
import org.tslmap.collector.wire.WordChunk;

/**
 * Decodes and counts one process's stream as it is read, and does nothing else with it: the least a
 * collector can do, which benchmarks compare with.
 */
public final class StreamCounter implements StreamReceiver {
  private final SymbolTables symbols = new SymbolTables();
  private final AccessDecoder decoder = new AccessDecoder(java.util.List.of());
  private final CountDownLatch over = new CountDownLatch(1);
  private String problem = "the stream has no END";

  @Override
  public void frame(FrameType type, byte[] payload) {
    try {
      Frame frame = FrameDecoder.decode(type, payload);
      symbols.define(frame);
      if (frame instanceof BlockDescriptor block) {
        decoder.define(block, symbols);
      } else if (frame instanceof End end) {
        problem = decoder.totals().differenceFrom(end);
      }
    } catch (WireException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void events(long position, WordChunk words) {
    try {
      decoder.decode(words.words(), words.count());
    } catch (WireException e) {
      throw new IllegalStateException(e);
    } finally {
      words.release();
    }
  }

  @Override
  public boolean full() {
    return false;
  }

  @Override
  public void closed(String reason, boolean anything) {
    over.countDown();
  }

  /**
   * Waits for the end of the connection.
   *
   * @return what was counted, the same as the tool's own totals
   * @throws IllegalStateException if the totals differ or are missing
   */
  public StreamTotals await() throws InterruptedException {
    over.await();
    if (!problem.isEmpty()) {
      throw new IllegalStateException("the stream was not counted as a whole: " + problem);
    }
    return decoder.totals();
  }
}
