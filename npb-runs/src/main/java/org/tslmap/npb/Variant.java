package org.tslmap.npb;

import java.util.Locale;

/** How a benchmark is parallel. */
public enum Variant {
  /** Not at all. */
  SERIAL,
  /** Threads of one process. */
  OMP,
  /** Processes that send messages. */
  MPI;

  /** The name in file names: {@code serial}. */
  public String lower() {
    return name().toLowerCase(Locale.ROOT);
  }
}
