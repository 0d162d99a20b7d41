package org.tslmap.collector.debuginfo;

/**
 * A range of code.
 *
 * @param start link-time address of its first byte
 * @param end the first address after it
 */
public record PcRange(long start, long end) {

  /** Whether an address lies in it. */
  public boolean contains(long address) {
    return distance(address) == 0;
  }

  /** How many bytes an address is away from it, 0 inside. */
  long distance(long address) {
    if (Long.compareUnsigned(address, start) < 0) {
      return start - address;
    }
    return Long.compareUnsigned(address, end) < 0 ? 0 : address - end + 1;
  }
}
