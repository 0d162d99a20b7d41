package org.tslmap.collector.store;

/**
 * Unpacks what {@link EventEncoder} packed, checking every bound: damaged pieces give a {@link
 * DamagedTraceException}, never wrong memory accesses or endless loops.
 */
final class EventDecoder {
  private static final long HEADER = 1L << 63;
  private static final long THREAD_HEADER = 3L << 62;
  private static final int MAX_ID = 1 << 28;
  private static final int MAX_WORDS = 0x3FFF;

  private Predictor predictor = new Predictor();
  private byte[] in = new byte[0];
  private int position;
  private int limit;
  private long[] out = new long[0];
  private int produced;

  /** The second nibble of the last byte of them, or -1 when it was used. */
  private int half = -1;

  private int[] missed = new int[64];

  /** Forgets everything, as the encoder did at the same place. */
  void restart() {
    predictor = new Predictor();
  }

  /**
   * Unpacks one piece.
   *
   * @param bytes holds the piece, with at least 8 bytes behind it
   * @param size how long the piece is
   * @param count how many words it stands for
   * @return the words, in an array that the next call reuses and that may be longer
   * @throws DamagedTraceException if the piece is not what an encoder wrote
   */
  long[] decode(byte[] bytes, int size, int count) throws DamagedTraceException {
    in = bytes;
    position = 0;
    limit = size;
    produced = 0;
    half = -1;
    if (out.length < count) {
      out = new long[count];
    }
    while (produced < count) {
      int token = next();
      long run = token & 7;
      if (run == EventEncoder.RUN_LONG) {
        run += varint();
      }
      for (; run > 0; run--) {
        foreseen(count);
      }
      if (produced < count) {
        piece(token >> 3 & 3, token >> 5 & 7, count);
      }
    }
    if (position != limit) {
      throw new DamagedTraceException(
          "expected %d bytes of packed events, found %d".formatted(position, limit));
    }
    return out;
  }

  private void foreseen(int count) throws DamagedTraceException {
    int id = known(predictor.likely());
    int n = header(id, count);
    int base = predictor.base(id);
    for (int k = 0; k < n; k++) {
      long word = predictor.last[base + k] + predictor.step[base + k];
      predictor.last[base + k] = word;
      out[produced++] = word;
    }
    predictor.advance(id);
  }

  private void piece(int kind, int code, int count) throws DamagedTraceException {
    if (kind == EventEncoder.THREAD) {
      out[produced++] = THREAD_HEADER | varint();
      return;
    }
    int id;
    if (kind == EventEncoder.BLOCK_EXPLICIT) {
      long number = varint();
      if (number >= MAX_ID) {
        throw new DamagedTraceException("found a block number of " + number);
      }
      id = (int) number;
      if (!predictor.knows(id)) {
        long n = varint();
        if (n > MAX_WORDS) {
          throw new DamagedTraceException("found a block of " + n + " words");
        }
        predictor.add(id, (int) n);
      }
    } else {
      id = known(kind == EventEncoder.BLOCK_LIKELY ? predictor.likely() : predictor.lessLikely());
    }
    int n = header(id, count);
    int misses = readMissed(code, n);
    words(n, predictor.base(id), misses);
    predictor.advance(id);
  }

  private static int known(int id) throws DamagedTraceException {
    if (id == Predictor.NO_BLOCK) {
      throw new DamagedTraceException("found a reference to a block that was never seen");
    }
    return id;
  }

  private int header(int id, int count) throws DamagedTraceException {
    int n = predictor.words(id);
    if (n >= count - produced) {
      throw new DamagedTraceException(
          "expected at most %d more words, found a block of %d".formatted(count - produced, n + 1));
    }
    out[produced++] = HEADER | (long) n << 32 | id;
    return n;
  }

  /** Reads which words were not foreseen, as ascending indices. */
  private int readMissed(int code, int n) throws DamagedTraceException {
    if (n > missed.length) {
      missed = new int[2 * n];
    }
    if (code < EventEncoder.MISSED_MANY) {
      if (code > n) {
        throw new DamagedTraceException("found word %d of a block of %d".formatted(code, n));
      }
      missed[0] = code - 1;
      return code == 0 ? 0 : 1;
    }
    int misses = 0;
    for (int group = 0; group < n; group += 8) {
      int bits = next();
      for (int k = group; bits != 0; k++, bits >>= 1) {
        if ((bits & 1) != 0) {
          if (k >= n) {
            throw new DamagedTraceException("found word %d of a block of %d".formatted(k, n));
          }
          missed[misses++] = k;
        }
      }
    }
    return misses;
  }

  private void words(int n, int base, int misses) throws DamagedTraceException {
    long[] last = predictor.last;
    long[] step = predictor.step;
    int m = 0;
    for (int k = 0; k < n; k++) {
      if (m == misses || missed[m] != k) {
        last[base + k] += step[base + k];
        out[produced++] = last[base + k];
        continue;
      }
      int code = nibble();
      m++;
      if (code == EventEncoder.NIBBLE_ZERO) {
        out[produced++] = 0;
        continue;
      }
      int bytes = code > EventEncoder.NIBBLE_EIGHTH ? code - EventEncoder.NIBBLE_EIGHTH : code;
      int at = position;
      skip(bytes);
      long zigzag = (long) EventEncoder.LONG.get(in, at);
      zigzag = bytes == 8 ? zigzag : zigzag & ((1L << 8 * bytes) - 1);
      long difference = zigzag >>> 1 ^ -(zigzag & 1);
      if (code > EventEncoder.NIBBLE_EIGHTH) {
        difference <<= 3;
      }
      step[base + k] = difference;
      last[base + k] += difference;
      out[produced++] = last[base + k];
    }
  }

  private int nibble() throws DamagedTraceException {
    int code;
    if (half >= 0) {
      code = half;
      half = -1;
    } else {
      int both = next();
      code = both & 15;
      half = both >> 4;
    }
    return code;
  }

  private int next() throws DamagedTraceException {
    skip(1);
    return in[position - 1] & 0xFF;
  }

  private void skip(int bytes) throws DamagedTraceException {
    if (bytes > limit - position) {
      throw new DamagedTraceException("found the end of the packed events in a block");
    }
    position += bytes;
  }

  private long varint() throws DamagedTraceException {
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      int b = next();
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new DamagedTraceException("found a number of more than 63 bits");
  }
}
