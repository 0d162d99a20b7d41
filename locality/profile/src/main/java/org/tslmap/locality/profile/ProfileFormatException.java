package org.tslmap.locality.profile;

import java.io.IOException;

/** A file is not a profile this version can read. The message says what is wrong and where. */
public final class ProfileFormatException extends IOException {

  private static final long serialVersionUID = 1L;

  /** With what was expected, what was found, where, and what to do. */
  public ProfileFormatException(String message) {
    super(message);
  }

  /** With the parser's own error as the cause. */
  public ProfileFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
