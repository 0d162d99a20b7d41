package org.tslmap.collector.wire;

/**
 * From here on a thread has its thread-local variables of an object at a place of their own.
 *
 * @param position event words sent before
 * @param thread the thread's number
 * @param object the object's id
 * @param start where offsets of the object's thread-local variables count from
 */
public record ThreadBlock(long position, int thread, int object, long start)
    implements PlacedFrame {}
