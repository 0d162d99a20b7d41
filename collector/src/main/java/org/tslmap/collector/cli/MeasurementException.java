package org.tslmap.collector.cli;

/** A measurement failed; the message says why and what to do, in one line. */
final class MeasurementException extends Exception {

  private static final long serialVersionUID = 1L;

  MeasurementException(String message) {
    super(message);
  }
}
