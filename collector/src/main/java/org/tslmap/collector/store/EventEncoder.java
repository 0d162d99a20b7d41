package org.tslmap.collector.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Packs event words into few bytes: next to none where the program repeats itself, about three for
 * an address that cannot be foreseen. {@link EventDecoder} gives back the same words.
 *
 * <p>Pieces depend on those before them; one encoder packs one process's stream, in order. Used by
 * one thread at a time.
 */
/*
 * A block is *foreseen* when it is the likely successor of the one before and each of its addresses
 * is the last one in that place plus the last step (see Predictor). Runs of foreseen blocks are
 * counted, not written. What breaks a run is written as
 *
 *   token     bits 0..2  foreseen blocks before it, 7: a varint follows with that number less 7
 *             bits 3..4  the block: 0 the likely one, 1 the less likely one, 2 a varint with its id
 *                        follows (and one with its number of words if the id is new), 3 a change of
 *                        thread: a varint with its number follows, and nothing else
 *             bits 5..7  addresses not foreseen: 0 none, 1..6 only the one with that number less 1,
 *                        7 a bit for each word follows, in whole bytes
 *
 * and, for each address not foreseen,
 *
 *   nibble    0..8   that many bytes follow with the difference to the last address
 *             9..14  1..6 bytes follow with an eighth of the difference
 *             15     the word is 0 (a guarded access that did not happen)
 *   bytes     the difference, little-endian, zigzag
 *
 * A byte holds two nibbles, the low half first: the second one serves the next address that is not
 * foreseen, wherever in the piece that comes.
 *
 * A piece ends when all its words are accounted for; the last token may stand for a run alone.
 */
final class EventEncoder {
  /** Stands for "no thread yet". */
  static final int NO_THREAD = -1;

  static final int BLOCK_LIKELY = 0;
  static final int BLOCK_LESS_LIKELY = 1;
  static final int BLOCK_EXPLICIT = 2;
  static final int THREAD = 3;
  static final int RUN_LONG = 7;
  static final int MISSED_MANY = 7;
  static final int MISSED_ONE = 6;
  static final int NIBBLE_EIGHTH = 8;
  static final int NIBBLE_ZERO = 15;
  static final int EIGHTH_BYTES = 6;

  /** The least room a word can need, besides what a token needs. */
  private static final int BYTES_PER_WORD = 11;

  private static final int BYTES_PER_TOKEN = 24;

  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Predictor predictor = new Predictor();
  private int thread = NO_THREAD;
  private byte[] out = new byte[1 << 16];
  private int size;

  /** Where a byte has room for one more nibble, or -1. */
  private int halfFree = -1;

  private int[] missed = new int[64];

  /** The bytes of the last piece; entries 0..{@link #size}-1. */
  byte[] bytes() {
    return out;
  }

  int size() {
    return size;
  }

  /** The thread whose blocks come next. */
  int thread() {
    return thread;
  }

  /** Forgets everything, so that what is packed next can be unpacked without what came before. */
  void restart() {
    predictor = new Predictor();
  }

  /**
   * Packs the next words.
   *
   * @param words whole blocks, whose headers have been checked
   * @param from the first of the array's entries
   * @param to the one behind the last
   */
  void encode(long[] words, int from, int to) {
    size = 0;
    halfFree = -1;
    long run = 0;
    int i = from;
    while (i < to) {
      long header = words[i];
      int id = (int) header;
      if (header >>> 62 == 3) {
        room(BYTES_PER_TOKEN);
        token(run, THREAD, 0);
        varint(id & 0xFFFF_FFFFL);
        thread = id;
        run = 0;
        i++;
        continue;
      }
      int n = (int) (header >>> 32) & 0x3FFF;
      boolean likely = id == predictor.likely();
      if (likely && foreseen(words, i + 1, n, predictor.base(id))) {
        run++;
      } else {
        room(BYTES_PER_TOKEN + n * BYTES_PER_WORD);
        block(words, i + 1, n, id, likely, run);
        run = 0;
      }
      predictor.advance(id);
      i += 1 + n;
    }
    if (run > 0) {
      room(BYTES_PER_TOKEN);
      token(run, 0, 0);
    }
  }

  /** Whether all addresses are as expected; moves on past those that are. */
  private boolean foreseen(long[] words, int from, int n, int base) {
    long[] last = predictor.last;
    long[] step = predictor.step;
    long wrong = 0;
    for (int k = 0; k < n; k++) {
      wrong |= words[from + k] ^ (last[base + k] + step[base + k]);
    }
    if (wrong != 0) {
      return false;
    }
    System.arraycopy(words, from, last, base, n);
    return true;
  }

  private void block(long[] words, int from, int n, int id, boolean likely, long run) {
    int kind = likely ? BLOCK_LIKELY : BLOCK_EXPLICIT;
    if (!likely && id == predictor.lessLikely()) {
      kind = BLOCK_LESS_LIKELY;
    }
    boolean known = predictor.knows(id);
    if (!known) {
      predictor.add(id, n);
    }
    int base = predictor.base(id);
    int misses = findMissed(words, from, n, base);
    int code =
        misses == 0 ? 0 : misses == 1 && missed[0] < MISSED_ONE ? missed[0] + 1 : MISSED_MANY;
    token(run, kind, code);
    if (kind == BLOCK_EXPLICIT) {
      varint(id & 0xFFFF_FFFFL);
      if (!known) {
        varint(n);
      }
    }
    if (code == MISSED_MANY) {
      int mask = size;
      int maskBytes = (n + 7) >> 3;
      Arrays.fill(out, mask, mask + maskBytes, (byte) 0);
      size += maskBytes;
      for (int m = 0; m < misses; m++) {
        out[mask + (missed[m] >> 3)] |= (byte) (1 << (missed[m] & 7));
      }
    }
    differences(words, from, base, misses);
  }

  /** Collects the words that are not as expected, moving on past those that are. */
  private int findMissed(long[] words, int from, int n, int base) {
    if (n > missed.length) {
      missed = new int[2 * n];
    }
    int misses = 0;
    for (int k = 0; k < n; k++) {
      long expected = predictor.last[base + k] + predictor.step[base + k];
      if (words[from + k] == expected) {
        predictor.last[base + k] = expected;
      } else {
        missed[misses++] = k;
      }
    }
    return misses;
  }

  private void differences(long[] words, int from, int base, int misses) {
    for (int m = 0; m < misses; m++) {
      int k = missed[m];
      long word = words[from + k];
      int code = NIBBLE_ZERO;
      int bytes = 0;
      long zigzag = 0;
      if (word != 0) {
        long difference = word - predictor.last[base + k];
        predictor.last[base + k] = word;
        predictor.step[base + k] = difference;
        zigzag = difference << 1 ^ difference >> 63;
        bytes = (71 - Long.numberOfLeadingZeros(zigzag)) >> 3;
        code = bytes;
        if ((difference & 7) == 0 && bytes > 0) {
          long eighth = difference >> 3;
          long zigzagEighth = eighth << 1 ^ eighth >> 63;
          int eighthBytes = (71 - Long.numberOfLeadingZeros(zigzagEighth)) >> 3;
          if (eighthBytes <= EIGHTH_BYTES) {
            code = NIBBLE_EIGHTH + eighthBytes;
            bytes = eighthBytes;
            zigzag = zigzagEighth;
          }
        }
      }
      nibble(code);
      LONG.set(out, size, zigzag);
      size += bytes;
    }
  }

  private void nibble(int code) {
    if (halfFree >= 0) {
      out[halfFree] |= (byte) (code << 4);
      halfFree = -1;
    } else {
      halfFree = size;
      out[size++] = (byte) code;
    }
  }

  private void token(long run, int kind, int code) {
    int shortRun = (int) Math.min(run, RUN_LONG);
    out[size++] = (byte) (shortRun | kind << 3 | code << 5);
    if (shortRun == RUN_LONG) {
      varint(run - RUN_LONG);
    }
  }

  private void varint(long value) {
    long rest = value;
    while (rest >>> 7 != 0) {
      out[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    out[size++] = (byte) rest;
  }

  private void room(int bytes) {
    if (size + bytes + Long.BYTES > out.length) {
      out = Arrays.copyOf(out, Math.max(size + bytes + Long.BYTES, 2 * out.length));
    }
  }
}
