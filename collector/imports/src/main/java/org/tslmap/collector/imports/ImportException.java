package org.tslmap.collector.imports;

import java.io.IOException;

/** A file that is no trace, or a damaged one; the message names the place and what to do. */
public final class ImportException extends IOException {
  private static final long serialVersionUID = 1;

  /** One sentence for the user. */
  public ImportException(String message) {
    super(message);
  }

  /** The same with what brought it about. */
  public ImportException(String message, Throwable cause) {
    super(message, cause);
  }
}
