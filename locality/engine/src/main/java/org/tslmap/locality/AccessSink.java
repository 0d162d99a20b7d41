package org.tslmap.locality;

/** What takes in a stream of accesses: an engine, a plot, any other analysis. */
@FunctionalInterface
public interface AccessSink {

  /**
   * Takes the next accesses of the process, all made by one thread, in program order.
   *
   * @param thread the thread's number
   * @param addresses byte addresses (unsigned); reused by the caller after the call
   * @param sites the access site (an instruction's load or store) of each access; reused likewise
   * @param count how many entries of the two arrays are accesses
   */
  void accesses(int thread, long[] addresses, int[] sites, int count);

  /** No more accesses will come, whether the stream was whole or not. Called at most once. */
  default void end() {}
}
