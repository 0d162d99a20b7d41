package org.tslmap.apexmap;

import java.io.IOException;

/** A file holds no surfaces this version can read. The message says what is wrong and where. */
public final class SurfaceFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  /** With what was expected, what was found, where, and what to do. */
  public SurfaceFormatException(String message) {
    super(message);
  }

  /** With the parser's own error as the cause. */
  public SurfaceFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
