package org.tslmap.collector.wire;

/**
 * The program names some of its data.
 *
 * @param position event words sent before
 * @param address the first address
 * @param bytes length in bytes; 0 takes the name away that was given to this address
 * @param name the name, empty when it is taken away
 */
public record DataName(long position, long address, long bytes, String name)
    implements PlacedFrame {}
