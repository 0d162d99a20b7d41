package org.tslmap.apexmap;

/** A cost was asked for where nothing was measured; nothing is extrapolated. */
public final class OutsideSurfaceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says what was asked for, what was measured, and how to measure more. */
  public OutsideSurfaceException(String message) {
    super(message);
  }
}
