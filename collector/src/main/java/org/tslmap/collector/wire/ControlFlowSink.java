package org.tslmap.collector.wire;

/** What takes in accesses together with the calls, returns and functions they are made in. */
@FunctionalInterface
public interface ControlFlowSink {

  /**
   * Takes the next accesses of the process, all made by one thread, in program order; whole blocks.
   *
   * @param thread the thread's number
   * @param addresses byte addresses; reused by the caller after the call
   * @param sites the access site of each; reused likewise
   * @param count how many entries of the two arrays are accesses
   * @param turns where control turned among them; reused likewise
   */
  void accesses(int thread, long[] addresses, int[] sites, int count, Turns turns);
}
