package org.tslmap.apexmap;

/** What the probe does with a word. */
public enum Operation {
  /** One load. */
  READ,
  /** One store. */
  WRITE,
  /** A load and a store of the same word: two accesses. */
  UPDATE;

  /** Accesses for each word touched. */
  public int accesses() {
    return this == UPDATE ? 2 : 1;
  }
}
