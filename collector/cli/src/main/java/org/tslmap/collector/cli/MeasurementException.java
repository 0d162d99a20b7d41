package org.tslmap.collector.cli;

/** A measurement failed; the message says why and what to do, in one line. */
public final class MeasurementException extends Exception {

  private static final long serialVersionUID = 1L;

  /** With what was expected, what was found, and what to do. */
  public MeasurementException(String message) {
    super(message);
  }
}
