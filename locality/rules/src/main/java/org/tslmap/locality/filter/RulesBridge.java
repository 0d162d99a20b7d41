package org.tslmap.locality.filter;

/** The functions of {@code tsl_rules.h}, one for one. Rules are a number. */
final class RulesBridge {
  private RulesBridge() {}

  /** 0 when the text is not right (line and message say why) or there is no memory (line is 0). */
  static native long open(byte[] text, int[] line, byte[] message);

  static native void close(long rules);

  /**
   * The deciding rule's number, -1 for none, as an int; and 1 above it for an excluded function.
   */
  static native long ask(long rules, byte[] file, byte[] mangled, byte[] demangled);

  static native int count(long rules);

  /** Gives the pattern; numbers: line, what it is compared with, excludes, has matched. */
  static native byte[] rule(long rules, int number, int[] numbers);

  static native int parts(long rules, int number, byte[] joined);
}
