package org.tslmap.collector.density;

/** Reads what {@link CellBuffer} packed, column by column and cell by cell. */
final class CellCursor {
  private final byte[] bytes;
  private int position;
  private int cells;
  private int row;
  private long loads;
  private long stores;

  CellCursor(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Whether there is another column; moves to its beginning. */
  boolean nextColumn() {
    while (cells > 0) {
      nextCell();
    }
    if (position >= bytes.length) {
      return false;
    }
    cells = (int) varint();
    row = -1;
    return true;
  }

  /** Whether the column has another cell; moves to it. */
  boolean nextCell() {
    if (cells == 0) {
      return false;
    }
    cells--;
    long token = varint();
    row += (int) (token >>> 2) + 1;
    loads = (token & 1) != 0 ? varint() : 0;
    stores = (token & 2) != 0 ? varint() : 0;
    return true;
  }

  int row() {
    return row;
  }

  long loads() {
    return loads;
  }

  long stores() {
    return stores;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte b = bytes[position++];
      value |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        return value;
      }
    }
  }
}
