package org.tslmap.locality.profile;

/** Which of a program's accesses formed the stream that was scored. */
public enum View {
  /** All of them. */
  IN_CONTEXT("in context"),

  /**
   * Those that options chose (a function, data, a stretch of time): their scores are those of this
   * part alone.
   */
  ISOLATED("isolated"),

  /**
   * All but those of functions that were only counted, or of the time while the program had
   * switched recording off: the others were scored as if these had not been.
   */
  PARTIAL("partial");

  private final String key;

  View(String key) {
    this.key = key;
  }

  /** What reports call it. */
  public String key() {
    return key;
  }
}
