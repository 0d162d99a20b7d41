package org.tslmap.locality.layout;

/** Each byte of a block stays where it is; blocks themselves may move. */
public record InPlace() implements Layout {

  @Override
  public long bytes(long blockBytes) {
    return blockBytes;
  }

  @Override
  public long offset(long offset, long blockBytes) {
    return offset;
  }
}
