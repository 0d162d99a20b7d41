package org.tslmap.locality.profile;

import java.util.List;

/**
 * How threads passed the lines of a data object to each other. A transfer is a load of a line that
 * another thread stored to since the thread accessed it last, or a store to a line that another one
 * accessed or stored to since it was last stored to.
 *
 * @param object index into {@link Attribution#objects}, of the object that was accessed
 * @param falselyShared whether these are the transfers in which the accessed word itself had not
 *     been touched by the other thread so, but only other words of the line
 * @param lines how many lines
 * @param transfers how often
 * @param overwrites how many of them were stores to a word that another thread was the last to
 *     store to, as when threads update the same words; 0 when results are only handed on
 * @param concurrent how many of them took a line that the other thread had accessed within its last
 *     4,096 accesses: it was still at work on it, as threads are that contend for a line
 * @param firstOffset offset of the first such line in the object, in bytes; -1 when it has no place
 *     of its own
 * @param sites indexes of the sites on both sides, most transfers first, at most eight
 * @param threads the threads' numbers
 */
public record SharedData(
    int object,
    boolean falselyShared,
    long lines,
    long transfers,
    long overwrites,
    long concurrent,
    long firstOffset,
    List<Integer> sites,
    List<Integer> threads) {

  /** Keeps the lists unmodifiable. */
  public SharedData {
    sites = List.copyOf(sites);
    threads = List.copyOf(threads);
  }
}
