package org.tslmap.collector.selection;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SourceLine;

/**
 * Lines of a source file that follow one another.
 *
 * @param file its path, or the last parts of it
 * @param from number of the first one
 * @param to number of the last one
 * @param instructions addresses of the code of these lines, of the processes that were asked
 */
public record SourceLines(String file, int from, int to, Set<Long> instructions) {
  private static final Pattern FORM = Pattern.compile("(.+):([0-9]{1,9})(?:-([0-9]{1,9}))?");

  /** Keeps the addresses unmodifiable. */
  public SourceLines {
    instructions = Set.copyOf(instructions);
  }

  /**
   * Reads FILE:LINE or FILE:LINE-LINE; nothing is known of any code.
   *
   * @throws IllegalArgumentException saying what was expected and what was found
   */
  public static SourceLines of(String text) {
    Matcher parts = FORM.matcher(text);
    if (parts.matches()) {
      int from = Integer.parseInt(parts.group(2));
      int to = parts.group(3) == null ? from : Integer.parseInt(parts.group(3));
      if (from > 0 && to >= from) {
        return new SourceLines(parts.group(1), from, to, Set.of());
      }
    }
    throw new IllegalArgumentException(
        "expected FILE:LINE or FILE:LINE-LINE, lines from 1 on and in order, found '" + text + "'");
  }

  /** The same lines, with the code that these processes have of them. */
  SourceLines in(List<ProcessProfile> processes) {
    return new SourceLines(
        file,
        from,
        to,
        processes.stream()
            .flatMap(
                process ->
                    process.sites().stream()
                        .filter(site -> has(site.sourceLine(process.functionOf(site))))
                        .map(site -> site.instruction()))
            .collect(Collectors.toSet()));
  }

  /** Whether a file is meant. */
  public boolean hasFile(String path) {
    return path.equals(file) || path.endsWith("/" + file);
  }

  /** Whether a line is one of these. */
  public boolean has(SourceLine line) {
    return from <= line.line() && line.line() <= to && hasFile(line.file());
  }

  @Override
  public String toString() {
    return file + ":" + from + (to == from ? "" : "-" + to);
  }
}
