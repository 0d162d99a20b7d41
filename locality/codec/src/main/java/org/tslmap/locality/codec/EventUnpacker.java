package org.tslmap.locality.codec;

/**
 * Unpacks what an {@link EventPacker} packed. Every bound is checked: a damaged block gives other
 * words or is refused, and does nothing else. Used by one thread at a time.
 */
public final class EventUnpacker implements AutoCloseable {
  /** The least capacity for words. */
  public static final int CAPACITY = 1 << 15;

  private long unpacker;

  /**
   * Has no block.
   *
   * @throws IllegalStateException if the native library did not load, or there is no memory
   */
  public EventUnpacker() {
    EventPacker.problem()
        .ifPresent(
            problem -> {
              throw new IllegalStateException(problem);
            });
    unpacker = CodecBridge.newUnpacker();
    if (unpacker == 0) {
      throw new IllegalStateException("no memory to unpack event words");
    }
  }

  /**
   * Takes a block; what was left of the one before is forgotten.
   *
   * @param block entries 0..size-1; not needed any more afterwards
   * @return how many words it stands for, or -1 if it is damaged
   */
  public int load(byte[] block, int size) {
    if (size < 0 || size > block.length) {
      throw new IllegalArgumentException(
          "expected a block of 0 to %d bytes, found %d".formatted(block.length, size));
    }
    return CodecBridge.load(open(), block, size);
  }

  /**
   * Unpacks the next words, whole blocks of the program, until there are as many as wanted or the
   * next ones might not fit.
   *
   * @param words takes them; holds {@link #CAPACITY} at least
   * @param wanted more than 0
   * @return how many there are, 0 at the end of the block, or -1 if the block is damaged
   */
  public int next(long[] words, int wanted) {
    if (words.length < CAPACITY || wanted <= 0) {
      throw new IllegalArgumentException(
          "expected capacity for %d words and some that are wanted, found %d and %d"
              .formatted(CAPACITY, words.length, wanted));
    }
    return CodecBridge.next(open(), words, wanted);
  }

  /** Gives its memory back. */
  @Override
  public void close() {
    if (unpacker != 0) {
      CodecBridge.freeUnpacker(unpacker);
      unpacker = 0;
    }
  }

  private long open() {
    if (unpacker == 0) {
      throw new IllegalStateException("this unpacker is closed; make another one");
    }
    return unpacker;
  }
}
