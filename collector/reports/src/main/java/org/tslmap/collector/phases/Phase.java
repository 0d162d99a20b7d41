package org.tslmap.collector.phases;

import java.util.Objects;

/**
 * A stretch of the time line in which the program did the same.
 *
 * @param kind what phases that do the same have in common, from 0 in the order of their first
 *     appearance; index into {@link Phases#kinds}
 * @param name the name the program gave it (see tslmap.h), otherwise a letter: A, B, C ...
 * @param firstWindow its first window
 * @param windows how many windows it has, at least 1
 * @param firstAccess number of its first access in the process, from 0
 * @param accesses how many accesses it has
 * @param marked whether the program marked it
 */
public record Phase(
    int kind,
    String name,
    int firstWindow,
    int windows,
    long firstAccess,
    long accesses,
    boolean marked) {

  /** Nothing may be missing. */
  public Phase {
    Objects.requireNonNull(name, "name");
  }

  Phase ofKind(int number) {
    return new Phase(number, name, firstWindow, windows, firstAccess, accesses, marked);
  }

  /** The first window after it. */
  public int endWindow() {
    return firstWindow + windows;
  }
}
