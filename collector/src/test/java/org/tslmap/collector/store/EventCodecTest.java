package org.tslmap.collector.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Packed event words unpack to the same words, and foreseeable ones take no room. */
class EventCodecTest {
  private static long header(int id, int words) {
    return 1L << 63 | (long) words << 32 | id;
  }

  /** Packs the pieces with one encoder, unpacks them with one decoder; gives the packed bytes. */
  private static long roundTrip(List<long[]> pieces) throws DamagedTraceException {
    EventEncoder encoder = new EventEncoder();
    EventDecoder decoder = new EventDecoder();
    long bytes = 0;
    for (long[] piece : pieces) {
      encoder.encode(piece, 0, piece.length);
      byte[] packed = Arrays.copyOf(encoder.bytes(), encoder.size() + Long.BYTES);
      long[] words = decoder.decode(packed, encoder.size(), piece.length);
      assertArrayEquals(piece, Arrays.copyOf(words, piece.length));
      bytes += encoder.size();
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
      @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 300) Integer> pieces)
      throws DamagedTraceException {
    Random seeds = new Random(seed);
    long layout = seeds.nextLong();
    // The same blocks in every piece: their numbers of words are fixed once they are known.
    roundTrip(pieces.stream().map(n -> stream(layout, n, kinds, wildness)).toList());
  }

  @Test
  void aWalkTakesAlmostNothing() throws DamagedTraceException {
    long[] words = new long[30_000];
    for (int i = 0; i < 10_000; i++) {
      words[3 * i] = header(4, 2);
      words[3 * i + 1] = 0x1000 + 8L * i;
      words[3 * i + 2] = 0x90_0000 + 4096L * i;
    }
    long bytes = roundTrip(List.of(words));
    assertTrue(bytes < 40, "bytes: " + bytes);
  }

  @Test
  void randomWordsOfALargeTableTakeThreeBytesAndAHalfEach() throws DamagedTraceException {
    Random random = new Random(1);
    long[] words = new long[50_000];
    for (int i = 0; i < 10_000; i++) {
      words[5 * i] = header(0, 4);
      for (int k = 1; k < 5; k++) {
        words[5 * i + k] = 0x7000_0000_0000L + 8L * random.nextInt(1 << 23);
      }
    }
    long bytes = roundTrip(List.of(words));
    assertTrue(bytes < 10_000 * (4 * 3.5 + 2.1), "bytes: " + bytes);
  }

  @Property(tries = 500)
  void damagedPiecesAreRefusedOrGiveAsManyWords(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 255) int garbage) {
    long[] words = stream(seed, 50, 5, 40);
    EventEncoder encoder = new EventEncoder();
    encoder.encode(words, 0, words.length);
    byte[] packed = Arrays.copyOf(encoder.bytes(), encoder.size() + Long.BYTES);
    packed[new Random(seed).nextInt(encoder.size())] = (byte) garbage;
    try {
      assertTrue(
          new EventDecoder().decode(packed, encoder.size(), words.length).length >= words.length);
    } catch (DamagedTraceException e) {
      assertTrue(e.getMessage().startsWith("found") || e.getMessage().startsWith("expected"));
    }
  }
}
