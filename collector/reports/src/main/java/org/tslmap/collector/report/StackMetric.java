package org.tslmap.collector.report;

/**
 * A quantity of accesses that adds up, so that programs which draw stacks can sum it. Scores do not
 * add up and are none.
 *
 * @param key its name in options and files, such as {@code loads} or {@code misses32K}
 * @param unit "count", "bytes" or "seconds"
 * @param about what it counts, in a few words
 */
public record StackMetric(String key, String unit, String about) {}
