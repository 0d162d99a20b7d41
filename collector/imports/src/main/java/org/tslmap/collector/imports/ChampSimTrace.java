package org.tslmap.collector.imports;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import org.tslmap.collector.wire.BlockDescriptor.Ending;

/**
 * ChampSim's traces: 64 bytes for each instruction, with its address (8 bytes), whether it is a
 * branch and was taken (1, 1), registers written and read (2, 4), and up to two addresses stored to
 * and four loaded from (8 each); an address of 0 is none. Sizes of accesses are not told; a word of
 * 8 bytes is assumed.
 */
final class ChampSimTrace implements TraceFormat {
  private static final int BYTES = 64;
  private static final int BRANCH = 8;
  private static final int TAKEN = 9;
  private static final int STORES = 16;
  private static final int LOADS = 32;
  private static final int ACCESS_BYTES = 8;

  /** Instructions are looked at to know such a trace. */
  private static final int LOOKED_AT = 16;

  @Override
  public String name() {
    return "champsim";
  }

  @Override
  public String description() {
    return "ChampSim's traces, 64 bytes an instruction";
  }

  @Override
  public boolean recognises(byte[] head) {
    int records = Math.min(head.length / BYTES, LOOKED_AT);
    ByteBuffer bytes = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < records; i++) {
      int at = i * BYTES;
      int branch = head[at + BRANCH];
      int taken = head[at + TAKEN];
      if (bytes.getLong(at) == 0 || branch < 0 || branch > 1 || taken < 0 || taken > branch) {
        return false;
      }
    }
    return records > 0;
  }

  @Override
  public void read(List<Path> files, AccessStream out) throws IOException {
    for (Path file : files) {
      try (TraceBytes in = TraceBytes.open(file)) {
        while (in.has(BYTES)) {
          record(in, out);
        }
        if (in.ready() > 0) {
          throw in.wrong(
              "expected %d bytes for an instruction, found %d and the end of the file; it is cut: copy it again"
                  .formatted(BYTES, in.ready()));
        }
      }
    }
  }

  private static void record(TraceBytes in, AccessStream out) throws IOException {
    if (in.peek(BRANCH) > 1 || in.peek(TAKEN) > 1) {
      throw in.wrong(
          "expected 0 or 1 for whether an instruction is a branch and was taken, found %d and %d; the file is damaged or no ChampSim trace"
              .formatted(in.peek(BRANCH), in.peek(TAKEN)));
    }
    out.instruction(in.peekLong(0), 1, Ending.OTHER);
    for (int at = LOADS; at < BYTES; at += Long.BYTES) {
      if (in.peekLong(at) != 0) {
        out.load(in.peekLong(at), ACCESS_BYTES);
      }
    }
    for (int at = STORES; at < LOADS; at += Long.BYTES) {
      if (in.peekLong(at) != 0) {
        out.store(in.peekLong(at), ACCESS_BYTES);
      }
    }
    in.skip(BYTES);
  }
}
