package org.tslmap.locality.profile;

/** Whether an access reads or writes memory. */
public enum AccessKind {
  /** Reads memory. */
  LOAD("L"),
  /** Writes memory. */
  STORE("S");

  private final String letter;

  AccessKind(String letter) {
    this.letter = letter;
  }

  /** "L" or "S". */
  public String letter() {
    return letter;
  }
}
