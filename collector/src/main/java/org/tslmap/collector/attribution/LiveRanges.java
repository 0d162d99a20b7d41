package org.tslmap.collector.attribution;

import java.util.Arrays;

/**
 * Ranges of memory that belong to a data object for a while: variables, heap blocks, mappings,
 * frames. Each has a number and a serial number; who remembers something about a range remembers
 * its serial number too, and knows by it whether the range has ended since.
 */
final class LiveRanges {
  /** A range that never ends and has no place: what goes with a frame. */
  static final int ALWAYS = 0;

  /** Memory of which nothing is known; ends whenever something becomes known. */
  static final int NOTHING = 1;

  private long[] start = new long[1024];
  private long[] bytes = new long[1024];
  private int[] object = new int[1024];
  private int[] serial = new int[1024];
  private boolean[] covered = new boolean[1024];
  private int used;
  private int[] free = new int[64];
  private int freeCount;

  LiveRanges() {
    add(0, 0, 0);
    add(0, 0, 0);
  }

  /**
   * A new range.
   *
   * @param reference what the owner wants to know of it; see {@link #object}
   */
  int add(long address, long length, int reference) {
    int range = freeCount > 0 ? free[--freeCount] : used++;
    if (range == start.length) {
      int room = 2 * range;
      start = Arrays.copyOf(start, room);
      bytes = Arrays.copyOf(bytes, room);
      object = Arrays.copyOf(object, room);
      serial = Arrays.copyOf(serial, room);
      covered = Arrays.copyOf(covered, room);
    }
    start[range] = address;
    bytes[range] = length;
    object[range] = reference;
    covered[range] = false;
    return range;
  }

  long start(int range) {
    return start[range];
  }

  long bytes(int range) {
    return bytes[range];
  }

  int object(int range) {
    return object[range];
  }

  void setObject(int range, int number) {
    object[range] = number;
  }

  /** Whether another range lies over a part of it. */
  boolean covered(int range) {
    return covered[range];
  }

  /** Another range lies over a part of it from now on. */
  void cover(int range) {
    covered[range] = true;
    serial[range]++;
  }

  /** What was remembered of it is not valid any more; its number stays in use. */
  void end(int range) {
    serial[range]++;
  }

  /** Its number may be given to another one. */
  void release(int range) {
    serial[range]++;
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, 2 * freeCount);
    }
    free[freeCount++] = range;
  }

  /** Serial numbers by range; the array is another one after {@link #add}. */
  int[] serials() {
    return serial;
  }
}
