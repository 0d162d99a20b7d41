package org.tslmap.collector.wire;

/**
 * An epoch of a process ends whose functions change between recorded and counted ({@code
 * --tsl-adapt}). The process waits for an {@link EpochAnswer}.
 *
 * @param position event words before
 * @param number counts epochs from 0
 * @param made all accesses so far, recorded or counted
 */
public record Epoch(long position, long number, long made) implements PlacedFrame {}
