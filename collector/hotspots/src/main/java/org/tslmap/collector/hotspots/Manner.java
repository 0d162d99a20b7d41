package org.tslmap.collector.hotspots;

/** How accesses follow one another, which decides what a miss costs. */
enum Manner {
  /** Word after word: lines are fetched ahead, and each serves all of its words. */
  STREAMED,
  /** By steps of a line or more, which may be fetched ahead. */
  STRIDED,
  /** Without order, but with addresses that are known early, so that misses overlap. */
  OVERLAPPED,
  /** Without order, and some of the misses wait for others, as was measured. */
  PARTLY_DEPENDENT,
  /** Each address is loaded by the access before, so that each miss is waited for. */
  DEPENDENT
}
