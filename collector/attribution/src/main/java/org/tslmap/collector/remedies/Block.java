package org.tslmap.collector.remedies;

import org.tslmap.locality.layout.Layout;

/**
 * A block of memory that is moved.
 *
 * @param number which of its object's blocks it is, in the order of allocation, from 0
 * @param start its first address now
 * @param bytes its size
 * @param newStart its first address then
 * @param layout where its bytes lie then
 */
record Block(int number, long start, long bytes, long newStart, Layout layout) {

  boolean holds(long address) {
    return Long.compareUnsigned(address - start, bytes) < 0;
  }

  long moved(long address) {
    return newStart + layout.offset(address - start, bytes);
  }
}
