package org.tslmap.locality.layout;

/**
 * Unused bytes behind each row, so that the same column of the next row falls into another set of a
 * cache.
 *
 * @param rowBytes bytes of a row, at least 1
 * @param padding unused bytes behind it, 0 or more
 */
public record PaddedRows(long rowBytes, long padding) implements Layout {

  /** Checks the sizes. */
  public PaddedRows {
    if (rowBytes < 1 || padding < 0) {
      throw new IllegalArgumentException(
          "expected rows of 1 byte or more, found %d bytes and %d behind them"
              .formatted(rowBytes, padding));
    }
  }

  @Override
  public long bytes(long blockBytes) {
    return blockBytes + blockBytes / rowBytes * padding;
  }

  @Override
  public long offset(long offset, long blockBytes) {
    return offset + offset / rowBytes * padding;
  }
}
