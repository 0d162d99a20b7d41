package org.tslmap.collector.wire;

import java.io.IOException;

/**
 * A stream that does not follow the protocol. The message is one line: what was expected, what was
 * found, where, and what to do.
 */
public final class WireException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Says what is wrong. */
  public WireException(String message) {
    super(message);
  }
}
