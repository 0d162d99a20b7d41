package org.tslmap.collector.pictures;

import java.io.IOException;

/** What was asked for is not in the run, or was not measured; the message says what to do. */
public final class NothingToDrawException extends IOException {
  private static final long serialVersionUID = 1L;

  NothingToDrawException(String message) {
    super(message);
  }
}
