package org.tslmap.collector.imports;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The kinds of files that can be imported. */
public final class Formats {
  /** Those that are known by their content, in the order in which they are tried. */
  private static final List<TraceFormat> KNOWN =
      List.of(new LackeyTrace(), new DrmemtraceTrace(), new ChampSimTrace());

  private Formats() {}

  /** All of them. */
  public static List<TraceFormat> all() {
    return KNOWN;
  }

  /** Text in columns, which cannot be known by its content. */
  public static TraceFormat columns(String layout) throws ImportException {
    return new ColumnsTrace(layout);
  }

  /** The one with this name. */
  public static Optional<TraceFormat> named(String name) {
    return KNOWN.stream().filter(format -> format.name().equals(name)).findFirst();
  }

  /**
   * The one that a file begins like.
   *
   * @throws ImportException if it is none of them
   */
  public static TraceFormat of(Path file) throws IOException {
    byte[] head = TraceBytes.head(file);
    return KNOWN.stream()
        .filter(format -> format.recognises(head))
        .findFirst()
        .orElseThrow(
            () ->
                new ImportException(
                    "%s: expected a trace of %s, found %s; name the format with --format, or the columns of a text with --columns"
                        .formatted(
                            file,
                            KNOWN.stream().map(TraceFormat::name).collect(Collectors.joining(", ")),
                            head.length == 0 ? "an empty file" : "something else")));
  }

  /** Whether the calls and returns of a program are told by this file. */
  public static boolean tellsCalls(TraceFormat format, Path file) throws IOException {
    return format.tellsCalls(TraceBytes.head(file));
  }
}
