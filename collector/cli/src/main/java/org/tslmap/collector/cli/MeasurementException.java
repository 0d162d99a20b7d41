package org.tslmap.collector.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * A measurement failed; the message says why and what to do, in one line. Lines of what another
 * program said may follow.
 */
public final class MeasurementException extends Exception {

  private static final long serialVersionUID = 1L;

  private final ArrayList<String> details;

  /** With what was expected, what was found, and what to do. */
  public MeasurementException(String message) {
    this(message, List.of());
  }

  /** The same, followed by these lines. */
  public MeasurementException(String message, List<String> details) {
    super(message);
    this.details = new ArrayList<>(details);
  }

  /** Lines that follow the message. */
  public List<String> details() {
    return List.copyOf(details);
  }
}
