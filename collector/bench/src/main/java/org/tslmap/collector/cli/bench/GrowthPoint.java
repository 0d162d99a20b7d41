package org.tslmap.collector.cli.bench;

/**
 * What the collector needs at one size.
 *
 * @param over what grows towards it
 * @param threads of the program
 * @param words that the program uses
 * @param accesses scored so far
 * @param nanosPerAccess processor time of the collector for an access, since the point before in
 *     the same stream
 * @param heapBytes Java's heap that is in use, garbage collected
 * @param residentBytes memory of the whole process, that of the sender included
 */
record GrowthPoint(
    Over over,
    int threads,
    long words,
    long accesses,
    double nanosPerAccess,
    long heapBytes,
    long residentBytes) {

  /** What grows. */
  enum Over {
    /** The number of accesses, with one footprint. */
    LENGTH,
    /** The number of words that are used. */
    FOOTPRINT
  }

  /** Where it stands on the axis. */
  double size() {
    return over == Over.LENGTH ? accesses : words;
  }
}
