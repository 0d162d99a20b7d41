package org.tslmap.locality.layout;

/**
 * Where the bytes of a block of memory lie when its parts are arranged in another way. Different
 * bytes lie at different places.
 */
public sealed interface Layout
    permits InPlace, PaddedRows, SplitElements, SpreadWords, TransposedRows {

  /**
   * How many bytes the block takes then.
   *
   * @param blockBytes how many it takes now
   */
  long bytes(long blockBytes);

  /**
   * Where a byte lies then.
   *
   * @param offset bytes from the beginning of the block, 0 to blockBytes - 1
   * @param blockBytes how many bytes the block has now
   * @return bytes from the beginning, 0 to {@link #bytes} - 1
   */
  long offset(long offset, long blockBytes);
}
