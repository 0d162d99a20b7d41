package org.tslmap.collector.debuginfo;

import java.util.ArrayList;
import java.util.List;

/**
 * The block that each thread has for an object's thread-local variables: its {@code PT_TLS}
 * segment.
 *
 * @param address link-time address of the segment, which matters for its alignment only
 * @param bytes its size
 * @param alignment what its beginning is aligned to, a power of two
 */
public record ThreadLocalBlock(long address, long bytes, long alignment) {

  /** How far the block's beginning is off a multiple of the alignment. */
  private long skew() {
    return -address & (alignment - 1);
  }

  /** Where the block begins when so much is in use below the thread pointer. */
  private long below(long used) {
    return roundUp(used + bytes - skew(), alignment) + skew();
  }

  private static long roundUp(long value, long multiple) {
    return (value + multiple - 1) / multiple * multiple;
  }

  /**
   * How far below the thread pointer (%fs:0) the blocks begin that a program starts with, as glibc
   * places them on x86-64 ({@code _dl_determine_tlsoffset} in {@code elf/dl-tls.c}): the address of
   * a thread's variable is thread pointer - distance + its offset. What is loaded later by {@code
   * dlopen} may lie anywhere.
   *
   * @param blocks the program's block and those of its shared objects in the order they are loaded
   * @return distances in bytes, in the same order
   */
  public static List<Long> distances(List<ThreadLocalBlock> blocks) {
    List<Long> distances = new ArrayList<>();
    long used = 0;
    // A gap that aligning left is filled with later blocks that fit.
    long gapTop = 0;
    long gapBottom = 0;
    for (ThreadLocalBlock block : blocks) {
      if (gapBottom - gapTop >= block.bytes && block.below(gapTop) <= gapBottom) {
        gapTop = block.below(gapTop);
        distances.add(gapTop);
        continue;
      }
      long distance = block.below(used);
      if (distance > used + block.bytes + (gapBottom - gapTop)) {
        gapTop = used;
        gapBottom = distance - block.bytes;
      }
      used = distance;
      distances.add(distance);
    }
    return distances;
  }
}
