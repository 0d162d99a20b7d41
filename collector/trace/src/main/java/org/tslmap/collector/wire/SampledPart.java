package org.tslmap.collector.wire;

/**
 * Which part of the accesses a sampled stream has had, at its end.
 *
 * @param exact the first accesses, which all came
 * @param scored accesses in bursts
 * @param made all accesses
 * @param paceThousandths processor time as a multiple of that without a tool, estimated, in
 *     thousandths; 0 without a budget
 * @param millis what the process took
 * @param asked what the tool was told: a budget, a rate, or "auto"
 */
public record SampledPart(
    long exact, long scored, long made, long paceThousandths, long millis, String asked)
    implements Frame {}
