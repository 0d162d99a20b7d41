package org.tslmap.locality.profile;

import java.util.List;

/**
 * Lines of a data object that several threads touched, at least one of them with a store.
 *
 * @param object index into {@link Attribution#objects}
 * @param falselyShared whether the threads touched different words of the lines only
 * @param lines how many lines
 * @param transfers how often one thread accessed a line that another one had stored to since, or
 *     stored to one that another had accessed
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
    long firstOffset,
    List<Integer> sites,
    List<Integer> threads) {

  /** Keeps the lists unmodifiable. */
  public SharedData {
    sites = List.copyOf(sites);
    threads = List.copyOf(threads);
  }
}
