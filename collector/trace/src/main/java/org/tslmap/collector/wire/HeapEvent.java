package org.tslmap.collector.wire;

/**
 * A block of the heap is allocated, freed or reallocated.
 *
 * @param position event words sent before
 * @param thread the thread that called the allocator
 * @param kind what happened
 * @param address the block's first address
 * @param bytes what was asked for; 0 when freed
 * @param previous the address before a reallocation, which may be the same; 0 otherwise
 * @param function number of the allocator's function that the program called
 */
public record HeapEvent(
    long position, int thread, Kind kind, long address, long bytes, long previous, int function)
    implements PlacedFrame {
  /** What happens to a block. */
  public enum Kind {
    /** A new block. */
    ALLOCATED,
    /** The block is no more. */
    FREED,
    /** The block's contents live on with another size, possibly elsewhere. */
    REALLOCATED
  }
}
