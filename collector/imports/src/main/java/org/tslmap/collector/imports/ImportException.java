package org.tslmap.collector.imports;

import java.io.IOException;
import org.tslmap.collector.names.Printable;

/** A file that is no trace, or a damaged one; the message names the place and what to do. */
public final class ImportException extends IOException {
  private static final long serialVersionUID = 1;

  /** One sentence for the user; what it quotes of a file stays in one line. */
  public ImportException(String message) {
    super(Printable.line(message));
  }

  /** The same with what brought it about. */
  public ImportException(String message, Throwable cause) {
    super(Printable.line(message), cause);
  }
}
