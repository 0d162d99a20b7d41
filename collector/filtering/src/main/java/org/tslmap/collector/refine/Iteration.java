package org.tslmap.collector.refine;

import java.util.OptionalDouble;

/**
 * A run with a filter, and what it was expected to take.
 *
 * @param number from 1
 * @param functions how many were to be recorded
 * @param recordedShare share of all accesses that was recorded, 0..1
 * @param predicted processor time by the model as it was before the run, seconds
 * @param measured processor time, seconds
 * @param ratio measured time as a multiple of the budget's base: Valgrind without a tool
 * @param changed share of all accesses that functions made which joined or left the recorded ones;
 *     empty in the first
 * @param drift the largest change of a score of a function that was recorded before, too; empty in
 *     the first
 */
public record Iteration(
    int number,
    int functions,
    double recordedShare,
    double predicted,
    double measured,
    double ratio,
    OptionalDouble changed,
    OptionalDouble drift) {}
