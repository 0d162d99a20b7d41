package org.tslmap.npb.sweep;

import java.util.Locale;

/** What a program runs under. */
public enum Tool {
  /** Nothing. */
  NATIVE("nothing"),
  /** Valgrind without a tool. */
  NONE("Valgrind alone"),
  /** Valgrind's example of a tracer, every access printed to nowhere. */
  LACKEY("Lackey, every access printed"),
  /** Valgrind's model of caches. */
  CACHEGRIND("Cachegrind"),
  /** This project's tool, accesses recorded and dropped. */
  TRACE("tslmap, recorded and dropped"),
  /** The whole of it, without a stored trace. */
  SCORE("tslmap, scored"),
  /** The whole of it. */
  STORE("tslmap, scored and stored");

  private final String description;

  Tool(String description) {
    this.description = description;
  }

  /** In a few words. */
  public String description() {
    return description;
  }

  /** Whether scores come of it. */
  public boolean scores() {
    return this == SCORE || this == STORE;
  }

  /** The name in file names. */
  public String lower() {
    return name().toLowerCase(Locale.ROOT);
  }
}
