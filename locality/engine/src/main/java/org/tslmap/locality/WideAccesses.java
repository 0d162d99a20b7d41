package org.tslmap.locality;

/** How an access of more than a word counts. */
public enum WideAccesses {
  /** Once, at its first word. */
  FIRST,
  /** Once for each word it touches, in ascending order. */
  WORDS
}
