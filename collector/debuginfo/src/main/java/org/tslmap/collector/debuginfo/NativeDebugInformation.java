package org.tslmap.collector.debuginfo;

import java.util.Optional;
import org.tslmap.locality.NativeLibrary;

/**
 * The functions of {@code tsl_debuginfo.h}, one for one; {@link DebugInformation} is made of them.
 * Answers are bytes that {@link Answer} reads, or null when there is nothing to tell. No two
 * threads may use one number at a time.
 */
final class NativeDebugInformation {

  private static final Optional<String> PROBLEM =
      NativeLibrary.load(NativeDebugInformation.class, "tslmap-debuginfo");

  private NativeDebugInformation() {}

  /** Why nothing can be read here; empty when all is well. No other method works without. */
  static Optional<String> problem() {
    return PROBLEM;
  }

  /**
   * Opens a file; close it with {@link #close}.
   *
   * @param directories folders of debug files, separated by colons
   * @param reason gets why it did not work, at index 0
   * @return its number, or 0
   */
  static native long open(String path, String directories, String[] reason);

  static native void close(long number);

  static native byte[] summary(long number);

  static native byte[] statics(long number);

  static native byte[] functions(long number);

  static native byte[] symbols(long number);

  static native byte[] function(long number, long pc);

  static native byte[] frame(long number, long pc);

  static native byte[] inlined(long number, long pc);

  static native byte[] signature(long number, long pc);

  static native byte[] line(long number, long pc);

  static native byte[] assigned(long number, long pc, int level, boolean object, String whole);

  static native byte[] member(long number, int type, long offset, String whole);
}
