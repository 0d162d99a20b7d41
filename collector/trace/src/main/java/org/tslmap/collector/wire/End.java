package org.tslmap.collector.wire;

/**
 * The process's end, with the tool's own totals.
 *
 * @param cause how it ended
 * @param status exit status, or the signal's number (0 when unknown)
 * @param blocks executed blocks
 * @param words event words, headers included
 * @param loads loads that happened
 * @param stores stores that happened
 * @param threadWords event words that are thread headers
 * @param made accesses of the program, those that the tool was told to leave out too
 * @param countedLoads loads of functions that were counted, not recorded
 * @param countedStores stores of these
 */
public record End(
    Cause cause,
    int status,
    long blocks,
    long words,
    long loads,
    long stores,
    long threadWords,
    long made,
    long countedLoads,
    long countedStores)
    implements Frame {

  /** The end of a process whose functions were all recorded. */
  public End(
      Cause cause,
      int status,
      long blocks,
      long words,
      long loads,
      long stores,
      long threadWords,
      long made) {
    this(cause, status, blocks, words, loads, stores, threadWords, made, 0, 0);
  }

  /** How a process ends. */
  public enum Cause {
    /** It left with a status. */
    EXITED,
    /** A signal ended it. */
    SIGNALLED,
    /** It is about to replace itself by another program. */
    REPLACED
  }
}
