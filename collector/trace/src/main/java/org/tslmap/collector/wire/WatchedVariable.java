package org.tslmap.collector.wire;

/**
 * A variable in a stack frame that is watched begins to be there; a {@link DataName} without bytes
 * for its address ends it.
 *
 * @param position event words sent before
 * @param address its first address
 * @param bytes its size
 * @param function where its function begins
 * @param cfaOffset bytes from the canonical frame address to its first one
 * @param object the id of the function's object
 * @param name its name, with the function that declares it behind an @
 */
public record WatchedVariable(
    long position, long address, long bytes, long function, long cfaOffset, int object, String name)
    implements PlacedFrame {}
