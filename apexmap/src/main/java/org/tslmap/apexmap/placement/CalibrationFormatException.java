package org.tslmap.apexmap.placement;

import java.io.IOException;

/** A file is not a calibration this version can read. The message says what is wrong and where. */
public final class CalibrationFormatException extends IOException {

  private static final long serialVersionUID = 1L;

  /** With what was expected, what was found, where, and what to do. */
  public CalibrationFormatException(String message) {
    super(message);
  }

  /** With the parser's own error as the cause. */
  public CalibrationFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
