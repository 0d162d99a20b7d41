package org.tslmap.collector.wire;

/**
 * Executed blocks and thread switches.
 *
 * @param position event words sent before this frame
 * @param words the event words; the holder of the frame releases the chunk
 */
public record Events(long position, WordChunk words) implements Frame {}
