package org.tslmap.collector.wire;

/**
 * In a sampled stream a burst of consecutive accesses begins or ends.
 *
 * @param position event words sent before
 * @param weight how many accesses one of it stands for, in relation to other bursts; 0: it ends
 */
public record Burst(long position, long weight) implements PlacedFrame {}
