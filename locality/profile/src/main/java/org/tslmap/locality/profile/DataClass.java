package org.tslmap.locality.profile;

/** What kind of thing a piece of the program's data is. */
public enum DataClass {
  /** Nothing is known of the memory; one object of a process, number 0. */
  UNKNOWN("unknown"),
  /** A variable with a fixed address: global, static in a file, or static in a function. */
  STATIC("static"),
  /** A variable that each thread has for itself. */
  THREAD_LOCAL("thread-local"),
  /** A variable or parameter of a function that lives in its stack frame. */
  STACK_VARIABLE("stack variable"),
  /**
   * What is in stack frames besides variables: saved registers, return addresses, spilled values.
   */
  STACK("stack"),
  /** Blocks of the heap that were allocated along the same call path. */
  HEAP("heap"),
  /** A mapped file, or anonymous memory the program mapped itself. */
  MAPPED("mapped"),
  /** Memory that the program named itself, see tslmap.h. */
  NAMED("named");

  private final String label;

  DataClass(String label) {
    this.label = label;
  }

  /** What reports and files call it. */
  public String label() {
    return label;
  }

  /**
   * The class that reports call so.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static DataClass of(String label) {
    for (DataClass dataClass : values()) {
      if (dataClass.label.equals(label)) {
        return dataClass;
      }
    }
    throw new IllegalArgumentException("there is no class of data named '" + label + "'");
  }
}
