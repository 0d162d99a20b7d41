package org.tslmap.collector.debuginfo;

import java.io.IOException;
import java.nio.file.Path;

/** A file is not there, or is no program or shared object that can be read. */
public final class DebugInformationException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Names the file and what is wrong with it. */
  DebugInformationException(Path file, String reason) {
    super(
        "no names out of "
            + file
            + ": "
            + reason
            + "; expected a complete ELF program or shared object");
  }
}
