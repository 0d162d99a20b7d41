package org.tslmap.collector.wire;

/**
 * Recording of a sampled stream had paused, and resumes or ends.
 *
 * @param position event words sent before
 * @param accesses those made meanwhile, which were only counted
 */
public record Pause(long position, long accesses) implements PlacedFrame {}
