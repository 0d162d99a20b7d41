package org.tslmap.locality;

/**
 * Scores of a stream that is still coming in, at word granularity.
 *
 * @param accesses accesses so far
 * @param temporalLocality TL so far, 0..1
 * @param spatialLocality SL so far, 0..1
 */
public record RunningScores(long accesses, double temporalLocality, double spatialLocality) {}
