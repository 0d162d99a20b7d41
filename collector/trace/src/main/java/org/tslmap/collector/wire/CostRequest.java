package org.tslmap.collector.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;

/**
 * A process with a budget ({@code --tsl-budget}) has sent all that there is, and waits for the
 * processor time that its collector has spent.
 *
 * @param position event words sent before
 */
public record CostRequest(long position) implements Frame {

  /**
   * The answer with its header, as PROTOCOL.md describes it.
   *
   * @param spent since the last answer to a process of the run, not negative
   */
  public static byte[] answer(Duration spent) {
    return ByteBuffer.allocate(FrameType.HEADER_BYTES + Long.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(Long.BYTES)
        .putInt(FrameType.COST.code())
        .putLong(spent.toNanos())
        .array();
  }
}
