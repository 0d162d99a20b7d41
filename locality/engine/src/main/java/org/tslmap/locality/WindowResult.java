package org.tslmap.locality;

/**
 * What happened in one time window of the process's stream.
 *
 * @param firstAccess the number of the window's first access, from 0
 * @param accesses accesses in the window; only the last window may have fewer than the others
 * @param histograms what was counted
 */
public record WindowResult(long firstAccess, long accesses, Histograms histograms) {}
