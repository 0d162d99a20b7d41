package org.tslmap.apexmap;

import java.io.IOException;

/**
 * A file is not of the kind that was expected, or not one that this version can read. The message
 * says what was expected, what was found, where, and what to do.
 */
public final class ApexFileException extends IOException {
  private static final long serialVersionUID = 1L;

  ApexFileException(String message) {
    super(message);
  }

  /** With the parser's own error as the cause. */
  ApexFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
