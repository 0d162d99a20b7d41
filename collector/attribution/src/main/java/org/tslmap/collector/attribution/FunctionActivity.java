package org.tslmap.collector.attribution;

/**
 * What is known of a function while its process runs, of the accesses that were recorded so far.
 *
 * @param function its number in the stream
 * @param accesses how many it made
 * @param waiting how many of them waited for memory, at most: {@link MissesThatWait}
 * @param calls how often it was called; 0 where calls are not followed
 * @param movement how far its TL or SL of words still moved in the last windows ({@link
 *     org.tslmap.locality.profile.Settling}), 0..1 or infinite
 * @param shared whether it is among the functions whose threads take lines from each other
 */
public record FunctionActivity(
    int function, long accesses, double waiting, long calls, double movement, boolean shared) {}
