package org.tslmap.locality.layout;

/**
 * A matrix by columns: the elements that were a row apart lie next to each other. A walk down the
 * columns becomes one element by element, as it does when its two loops are interchanged. Bytes
 * behind the last full row stay where they are.
 *
 * @param rowBytes bytes of a row, at least those of an element
 * @param elementBytes bytes of an element, at least 1; what is left of a row behind its last full
 *     element stays together, behind the columns
 */
public record TransposedRows(long rowBytes, long elementBytes) implements Layout {

  /** Checks the sizes. */
  public TransposedRows {
    if (elementBytes < 1 || rowBytes < elementBytes) {
      throw new IllegalArgumentException(
          "expected elements that fit into rows, found %d bytes in %d"
              .formatted(elementBytes, rowBytes));
    }
  }

  @Override
  public long bytes(long blockBytes) {
    return blockBytes;
  }

  @Override
  public long offset(long offset, long blockBytes) {
    long rows = blockBytes / rowBytes;
    long row = offset / rowBytes;
    if (row >= rows) {
      return offset;
    }
    long columns = rowBytes / elementBytes;
    long inRow = offset % rowBytes;
    long column = inRow / elementBytes;
    if (column < columns) {
      return (column * rows + row) * elementBytes + inRow % elementBytes;
    }
    long rest = rowBytes - columns * elementBytes;
    return columns * rows * elementBytes + row * rest + inRow - columns * elementBytes;
  }
}
