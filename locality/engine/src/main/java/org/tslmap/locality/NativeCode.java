package org.tslmap.locality;

import java.util.Optional;

/** This module's native library, loaded once for all that has native methods in it. */
public final class NativeCode {

  private static final Optional<String> PROBLEM =
      NativeLibrary.load(NativeCode.class, "tslmap-locality");

  private NativeCode() {}

  /** Why the library did not load; empty when it did. */
  public static Optional<String> problem() {
    return PROBLEM;
  }
}
