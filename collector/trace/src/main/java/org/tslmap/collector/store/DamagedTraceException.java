package org.tslmap.collector.store;

import java.io.IOException;

/** A stored trace that is cut short or altered. The message says what was found, and where. */
public final class DamagedTraceException extends IOException {
  private static final long serialVersionUID = 1;

  /** With the given message. */
  public DamagedTraceException(String message) {
    super(message);
  }
}
