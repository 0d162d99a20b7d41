package org.tslmap.collector.imports;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One kind of trace files. To import another kind, add a class and a line in {@link Formats}. */
public interface TraceFormat {
  /** What {@code --format} calls it. */
  String name();

  /** Which tool writes it, for help. */
  String description();

  /**
   * Whether a file that begins like this is one.
   *
   * @param head the first bytes, decompressed, at most {@link TraceBytes#HEAD_BYTES}
   */
  boolean recognises(byte[] head);

  /**
   * Whether a file that begins like this tells which instructions call and return, with the
   * accesses to return addresses, so that there are call paths.
   */
  default boolean tellsCalls(byte[] head) {
    return false;
  }

  /**
   * Reads the files of one process to their end.
   *
   * @param files at least one; several are threads of one program, if the format has a file for
   *     each, and otherwise parts in order
   * @throws ImportException if something is not as expected, with file and position; what came
   *     before it is in the stream
   */
  void read(List<Path> files, AccessStream out) throws IOException;
}
