package org.tslmap.collector.wire;

/** The layout of an event word, as {@code tsl_words.h} has it for the tool and the engine. */
public final class EventWords {
  private static final long THREAD = 3L << 62;
  private static final int COUNT_SHIFT = 32;
  private static final int COUNT_MASK = 0x3FFF;

  private EventWords() {}

  /** The header of a block that so many address words follow. */
  public static long block(int block, int words) {
    return Long.MIN_VALUE | (long) words << COUNT_SHIFT | block;
  }

  /** The word that says which thread what follows belongs to. */
  public static long thread(int thread) {
    return THREAD | thread;
  }

  /** Whether a word is a header, of a block or a thread, and no address. */
  static boolean isHeader(long word) {
    return word < 0;
  }

  /** Whether a header is that of a thread. */
  public static boolean isThread(long word) {
    return (word & THREAD) == THREAD;
  }

  /** How many address words follow a header. */
  static int following(long header) {
    return isThread(header) ? 0 : count(header);
  }

  /** The number of a header's block, or thread. */
  public static int id(long header) {
    return (int) header;
  }

  /** How many address words follow a block's header. */
  public static int count(long header) {
    return (int) (header >>> COUNT_SHIFT) & COUNT_MASK;
  }
}
