package org.tslmap.collector.wire;

/**
 * From here on a thread has its thread-local variables at another place.
 *
 * @param position event words sent before
 * @param thread the thread's number
 * @param pointer what the thread's FS segment register holds: offsets of thread-local variables
 *     count from here
 */
public record ThreadPointer(long position, int thread, long pointer) implements PlacedFrame {}
