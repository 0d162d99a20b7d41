package org.tslmap.collector.density;

import java.util.Arrays;

/**
 * Packs the cells of columns one behind the other. A column is a varint with how many cells it has,
 * and for each cell, by ascending row,
 *
 * <pre>
 * varint   (row less the one before, less 1) * 4 + kind     kind: 1 loads, 2 stores, 3 both
 * varint   loads, if there are any
 * varint   stores, if there are any
 * </pre>
 */
final class CellBuffer {
  private static final int LOADS = 1;
  private static final int STORES = 2;

  /** Smaller numbers take one byte. */
  private static final int ONE_BYTE = 1 << 7;

  /** A cell takes at most this many bytes: a row below 2^31 and two counts below 2^63. */
  private static final int CELL_BYTES = 5 + 9 + 9;

  private byte[] bytes = new byte[1 << 12];
  private int size;
  private int last;

  /** Begins a column that will have this many cells. */
  void column(int cells) {
    reserve();
    varint(cells);
    last = -1;
  }

  /** Adds a cell; rows ascend, and at least one of the counts is not 0. */
  void cell(int row, long loads, long stores) {
    reserve();
    long rows = row - last - 1L;
    last = row;
    if ((loads | stores) < ONE_BYTE && rows < ONE_BYTE >> 2) {
      // Most cells; without branches on which of both there is.
      int anyLoads = (int) (-loads >>> 63);
      int anyStores = (int) (-stores >>> 63);
      bytes[size] = (byte) (rows << 2 | anyStores << 1 | anyLoads);
      bytes[size + 1] = (byte) loads;
      bytes[size + 1 + anyLoads] = (byte) stores;
      size += 1 + anyLoads + anyStores;
      return;
    }
    int kind = (loads > 0 ? LOADS : 0) | (stores > 0 ? STORES : 0);
    varint(rows << 2 | kind);
    if (loads > 0) {
      varint(loads);
    }
    if (stores > 0) {
      varint(stores);
    }
  }

  int size() {
    return size;
  }

  /** What was packed; the buffer is empty afterwards. */
  byte[] take() {
    byte[] taken = Arrays.copyOf(bytes, size);
    size = 0;
    return taken;
  }

  /** What was packed so far; the buffer keeps it. */
  byte[] copy() {
    return Arrays.copyOf(bytes, size);
  }

  /** Takes whole columns that were packed before. */
  void append(byte[] packed) {
    if (bytes.length - size < packed.length) {
      bytes = Arrays.copyOf(bytes, bytes.length + packed.length);
    }
    System.arraycopy(packed, 0, bytes, size, packed.length);
    size += packed.length;
  }

  private void reserve() {
    if (bytes.length - size < CELL_BYTES) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
  }

  private void varint(long value) {
    long rest = value;
    while (rest >>> 7 != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }
}
