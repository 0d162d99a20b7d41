package org.tslmap.locality.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Packed event words unpack to the same words, and predictable ones take no space. */
class EventCodecTest {
  private static long header(int id, int words) {
    return 1L << 63 | (long) words << 32 | id;
  }

  /** Packs the words as one block. */
  private static byte[] packed(long... words) {
    try (EventPacker packer = new EventPacker()) {
      packer.add(words, words.length);
      return packer.finish();
    }
  }

  /** Unpacks a block in stretches of so many words; null if it is damaged. */
  private static long[] unpacked(EventUnpacker unpacker, byte[] block, int wanted) {
    int all = unpacker.load(block, block.length);
    if (all < 0) {
      return null;
    }
    long[] words = new long[all];
    long[] part = new long[EventUnpacker.CAPACITY];
    int done = 0;
    int count = unpacker.next(part, wanted);
    while (count > 0) {
      System.arraycopy(part, 0, words, done, count);
      done += count;
      count = unpacker.next(part, wanted);
    }
    return count < 0 ? null : Arrays.copyOf(words, done);
  }

  /** Packs each piece into a block of its own with one packer; gives the packed bytes. */
  private static long roundTrip(List<long[]> pieces) {
    long bytes = 0;
    try (EventPacker packer = new EventPacker();
        EventUnpacker unpacker = new EventUnpacker()) {
      for (long[] piece : pieces) {
        packer.add(piece, piece.length);
        assertEquals(piece.length, packer.words());
        byte[] block = packer.finish();
        assertArrayEquals(piece, unpacked(unpacker, block, 1 + piece.length / 3));
        bytes += block.length;
      }
    }
    return bytes;
  }

  /**
   * Streams of a few blocks with 0..20 words each: steady walks, repeats, zeros, far jumps over all
   * of 63 bits, thread changes, in all mixtures.
   */
  private static long[] stream(long seed, int blocks, int kinds, int wildness) {
    Random random = new Random(seed);
    int[] size = random.ints(kinds, 0, 21).toArray();
    long[][] at = new long[kinds][];
    Arrays.setAll(at, k -> random.longs(size[k], 0, 1L << 47).toArray());
    long[] words = new long[blocks * 22];
    int n = 0;
    int kind = 0;
    for (int b = 0; b < blocks; b++) {
      if (random.nextInt(50) == 0) {
        words[n++] = 3L << 62 | random.nextInt(Integer.MAX_VALUE);
      }
      kind = random.nextInt(100) < wildness ? random.nextInt(kinds) : (kind + 1) % kinds;
      words[n++] = header(kind * 1000, size[kind]);
      for (int k = 0; k < size[kind]; k++) {
        int choice = random.nextInt(100);
        if (choice >= wildness) {
          at[kind][k] += 8L * k;
        } else if (choice % 4 == 0) {
          at[kind][k] = random.nextLong() >>> 1 + random.nextInt(60);
        } else if (choice % 4 == 1) {
          at[kind][k] += random.nextInt(64) - 32;
        }
        words[n++] = choice % 4 == 3 && choice < wildness ? 0 : at[kind][k] & Long.MAX_VALUE;
      }
    }
    return Arrays.copyOf(words, n);
  }

  @Property(tries = 300)
  void anyStreamComesBack(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 12) int kinds,
      @ForAll @IntRange(min = 0, max = 100) int wildness,
      @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 300) Integer> pieces) {
    Random seeds = new Random(seed);
    long layout = seeds.nextLong();
    // The same blocks in every piece: their numbers of words are fixed once they are known.
    roundTrip(pieces.stream().map(n -> stream(layout, n, kinds, wildness)).toList());
  }

  @Test
  void aWalkTakesAlmostNothing() {
    long[] words = new long[300_000];
    for (int i = 0; i < 100_000; i++) {
      words[3 * i] = header(4, 2);
      words[3 * i + 1] = 0x1000 + 8L * i;
      words[3 * i + 2] = 0x90_0000 + 4096L * i;
    }
    long bytes = roundTrip(List.of(words));
    assertTrue(bytes < 60, "bytes: " + bytes);
  }

  @Test
  void loopsInLoopsTakeLessThanAHundredthOfAByteForEachAddress() {
    int n = 200;
    long[] words = new long[n * n * 30];
    int used = 0;
    for (int i = 0; i < n * n; i++) {
      for (int k = 0; k < 9; k++) {
        words[used++] = header(1, 2);
        words[used++] = 0x1000_0000L + 8L * (i / n * n + k);
        words[used++] = 0x2000_0000L + 8L * (k * n + i % n);
      }
      words[used++] = header(2, 1);
      words[used++] = 0x3000_0000L + 8L * i;
    }
    long bytes = roundTrip(List.of(Arrays.copyOf(words, used)));
    assertTrue(bytes < 0.01 * 19 * n * n, "bytes: " + bytes);
  }

  @Test
  void randomWordsOfALargeTableTakeThreeBytesAndAHalfEach() {
    Random random = new Random(1);
    long[] words = new long[50_000];
    for (int i = 0; i < 10_000; i++) {
      words[5 * i] = header(0, 4);
      for (int k = 1; k < 5; k++) {
        words[5 * i + k] = 0x7000_0000_0000L + 8L * random.nextInt(1 << 23);
      }
    }
    long bytes = roundTrip(List.of(words));
    assertTrue(bytes < 10_000 * 4 * 3.5, "bytes: " + bytes);
  }

  @Test
  void addressesThatTakeTurnsArePredicted() {
    long[] turns = {0x1000, 0x7FFF_0000_1238L, 0x40, 0x1000, 0x5555_0000L};
    long[] words = new long[20_000];
    for (int i = 0; i < 10_000; i++) {
      words[2 * i] = header(0, 1);
      words[2 * i + 1] = turns[i % turns.length];
    }
    long bytes = roundTrip(List.of(words));
    assertTrue(bytes < 200, "bytes: " + bytes);
  }

  @Test
  void aDirectBufferIsTakenAsAnArrayIs() {
    long[] words = stream(5, 500, 6, 30);
    ByteBuffer buffer =
        ByteBuffer.allocateDirect(16 + words.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    buffer.position(16);
    for (long word : words) {
      buffer.putLong(word);
    }
    buffer.position(16);
    try (EventPacker packer = new EventPacker()) {
      packer.add(buffer);
      assertArrayEquals(packed(words), packer.finish());
      assertThrows(IllegalArgumentException.class, () -> packer.add(ByteBuffer.allocate(8)));
    }
  }

  @Test
  void aBlockSaysWhichThreadGoesOn() {
    long thread = 3L << 62 | 7;
    try (EventPacker packer = new EventPacker()) {
      packer.add(new long[] {thread, header(0, 0)}, 2);
      assertEquals(-1, EventPacker.thread(packer.finish()));
      packer.add(new long[] {header(0, 0)}, 1);
      assertEquals(7, EventPacker.thread(packer.finish()));
    }
  }

  @Test
  void otherWordsAreRefused() {
    for (long[] words :
        List.of(
            new long[] {5}, new long[] {header(0, 2), 8}, new long[] {header(0, 0) | 1L << 50})) {
      assertThrows(IllegalArgumentException.class, () -> packed(words));
    }
  }

  @Property(tries = 500)
  void damagedBlocksAreRefusedOrGiveAsManyWords(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 255) int garbage) {
    long[] words = stream(seed, 50, 5, 40);
    byte[] block = packed(words);
    int at = Integer.BYTES + new Random(seed).nextInt(block.length - Integer.BYTES);
    block[at] = (byte) garbage;
    try (EventUnpacker unpacker = new EventUnpacker()) {
      long[] found = unpacked(unpacker, block, 100);
      assertTrue(found == null || found.length == words.length);
    }
  }
}
