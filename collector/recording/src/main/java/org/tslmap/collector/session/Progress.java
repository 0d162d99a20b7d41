package org.tslmap.collector.session;

/**
 * How far a run has come.
 *
 * @param open processes that are sending
 * @param finished processes that have ended
 * @param accesses accesses decoded so far, of all processes
 * @param elapsedNanos time since the recorder was opened
 * @param temporalLocality TL so far at word granularity, 0..1
 * @param spatialLocality SL so far at word granularity, 0..1
 * @param traceBytes bytes of encoded trace written so far
 */
public record Progress(
    int open,
    int finished,
    long accesses,
    long elapsedNanos,
    double temporalLocality,
    double spatialLocality,
    long traceBytes) {}
