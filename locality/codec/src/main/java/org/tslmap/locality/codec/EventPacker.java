package org.tslmap.locality.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Optional;

/**
 * Packs event words into blocks of bytes, each of which an {@link EventUnpacker} unpacks alone.
 * Words that the program's loops repeat take next to nothing, an address that cannot be predicted
 * two or three bytes.
 *
 * <p>Used by one thread at a time.
 */
public final class EventPacker implements AutoCloseable {
  /** The most words that may be added at once. */
  public static final int CHUNK_WORDS = 1 << 21;

  /** A block should be finished when it has so many words. */
  public static final int BLOCK_WORDS = 1 << 20;

  /** A block should be finished when it has so many bytes. */
  public static final int BLOCK_BYTES = 1 << 21;

  private long packer;

  /**
   * Has no words.
   *
   * @throws IllegalStateException if the native library did not load, or there is no memory
   */
  public EventPacker() {
    problem()
        .ifPresent(
            problem -> {
              throw new IllegalStateException(problem);
            });
    packer = CodecBridge.newPacker();
    if (packer == 0) {
      throw new IllegalStateException("no memory to pack event words");
    }
  }

  /** Why nothing can be packed or unpacked here; empty when it can. */
  public static Optional<String> problem() {
    return CodecBridge.problem();
  }

  /**
   * Adds words to the block.
   *
   * @param words entries 0..count-1, whole blocks of the program
   * @throws IllegalArgumentException if they are no event words; nothing can be packed any more
   */
  public void add(long[] words, int count) {
    check(count, words.length);
    if (!CodecBridge.add(open(), words, count)) {
      throw refused();
    }
  }

  /**
   * Adds words to the block.
   *
   * @param words little-endian, from position to limit, which are left as they are; a direct buffer
   *     with its words at multiples of 8 bytes, on a little-endian machine
   * @throws IllegalArgumentException if they are no event words; nothing can be packed any more
   */
  public void add(ByteBuffer words) {
    LongBuffer longs = words.duplicate().order(ByteOrder.nativeOrder()).asLongBuffer();
    if (!longs.isDirect()) {
      throw new IllegalArgumentException("expected a direct buffer of event words, found another");
    }
    check(longs.remaining(), CHUNK_WORDS);
    if (!CodecBridge.addBuffer(open(), longs, longs.remaining())) {
      throw refused();
    }
  }

  /** Words in the block. */
  public int words() {
    return CodecBridge.words(open());
  }

  /** Bytes of the block, of which compression may leave less. */
  public int bytes() {
    return CodecBridge.size(open());
  }

  /** Gives the block, and begins another one. */
  public byte[] finish() {
    return CodecBridge.finish(open());
  }

  /** Gives its memory back. */
  @Override
  public void close() {
    if (packer != 0) {
      CodecBridge.freePacker(packer);
      packer = 0;
    }
  }

  /** The thread whose events come first in a block; -1 if no thread was named before. */
  public static int thread(byte[] block) {
    return ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).getInt(Integer.BYTES);
  }

  private long open() {
    if (packer == 0) {
      throw new IllegalStateException("this packer is closed; make another one");
    }
    return packer;
  }

  private static void check(int count, int capacity) {
    if (count < 0 || count > capacity || count > CHUNK_WORDS) {
      throw new IllegalArgumentException(
          "expected 0 to %d event words, found %d"
              .formatted(Math.min(capacity, CHUNK_WORDS), count));
    }
  }

  private static IllegalArgumentException refused() {
    return new IllegalArgumentException(
        "expected whole blocks of event words, found others, or more than a block can have");
  }
}
