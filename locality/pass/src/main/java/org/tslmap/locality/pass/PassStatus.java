package org.tslmap.locality.pass;

/** Why a labelling pass stopped. */
public enum PassStatus {
  /** Everything was done. */
  DONE,
  /** The batch has to be counted, and another one given: {@link AccessPass#batch}. */
  BATCH,
  /**
   * What an access is to has to be looked up: {@link AccessPass#askedAddress}; then {@link
   * AccessPass#found}, unless the pass can find it now.
   */
  PLACE,
  /** For information: the stack of the thread of {@link AccessPass#askedThread} was found. */
  STACK,
  /** For information: what {@link AccessPass#decoded} gives comes next. */
  DECODED,
  /** The next word is no header that may be there. */
  NOT_HEADER,
  /** The next block is longer than the chunk. */
  CUT,
  /** Some address word has its top bit set. */
  STRAY;

  private static final PassStatus[] ALL = values();

  static PassStatus of(int number) {
    return ALL[number];
  }
}
