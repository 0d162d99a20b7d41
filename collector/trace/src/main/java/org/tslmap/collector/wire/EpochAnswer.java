package org.tslmap.collector.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What the collector answers at the end of an epoch. The process tells its stream of each change by
 * a {@link FunctionState}, so that a stored stream is whole without the answers.
 *
 * @param next accesses of the next epoch, at least 1
 * @param changes the functions that are recorded or counted from now on
 */
public record EpochAnswer(long next, List<Change> changes) {

  /**
   * A function changes its state.
   *
   * @param function the function's number in the stream
   * @param reason why; one line
   */
  public record Change(int function, FunctionState.State state, String reason) {}

  /** Nothing changes, and there are no more epochs. */
  public static final EpochAnswer LAST = new EpochAnswer(1L << 62, List.of());

  /** Keeps the list unmodifiable. */
  public EpochAnswer {
    changes = List.copyOf(changes);
  }

  /** The frame with its header, as PROTOCOL.md describes it. */
  public byte[] frame(Epoch epoch) {
    List<byte[]> reasons =
        changes.stream().map(c -> c.reason().getBytes(StandardCharsets.UTF_8)).toList();
    int bytes = 3 * Long.BYTES;
    for (byte[] reason : reasons) {
      bytes += 3 * Integer.BYTES + reason.length;
    }
    bytes = (bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    ByteBuffer out =
        ByteBuffer.allocate(FrameType.HEADER_BYTES + bytes).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(bytes).putInt(FrameType.EPOCH.code());
    out.putLong(epoch.number()).putLong(next).putInt(changes.size());
    for (int i = 0; i < changes.size(); i++) {
      Change change = changes.get(i);
      byte[] reason = reasons.get(i);
      out.putInt(change.function()).putInt(change.state().ordinal()).putInt(reason.length);
      out.put(reason);
    }
    return out.array();
  }
}
