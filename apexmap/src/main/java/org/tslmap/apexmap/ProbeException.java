package org.tslmap.apexmap;

/** The probe cannot run here, or found that its own result is wrong. */
public final class ProbeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says what is wrong and what to do. */
  public ProbeException(String message) {
    super(message);
  }
}
