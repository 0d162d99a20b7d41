package org.tslmap.collector.session;

/** Runs that cannot be put together; the message names both and says why. */
public final class RunMismatchException extends Exception {

  private static final long serialVersionUID = 1L;

  RunMismatchException(String message) {
    super(message);
  }
}
