package org.tslmap.collector.wire;

/**
 * A thread starts or ends.
 *
 * @param position event words sent before
 * @param thread the thread's number
 * @param starts whether it starts; otherwise it ends
 * @param parent number of the thread that started it
 */
public record ThreadChange(long position, int thread, boolean starts, int parent)
    implements PlacedFrame {}
