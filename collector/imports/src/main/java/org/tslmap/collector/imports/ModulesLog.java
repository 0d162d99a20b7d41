package org.tslmap.collector.imports;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file {@code modules.log} of drmemtrace: what was loaded where. A line holds id, id of the
 * first part, start, end, entry point, offset in the file, preferred address, further fields, path.
 */
final class ModulesLog {
  private static final String NAME = "modules.log";
  private static final Pattern HEADER = Pattern.compile("Module Table: version \\d+, count \\d+");
  private static final String HEX = "\\s*(?:0x)?([0-9a-f]+),";
  private static final Pattern LINE =
      Pattern.compile(
          "\\s*(\\d+),\\s*(\\d+),"
              + HEX.repeat(5)
              + "\\s*(?:0x[0-9a-f]+, 0x[0-9a-f]+, )?(?:v#\\d+,\\d+,)?\\s*(/.*)");

  private ModulesLog() {}

  /** The file that belongs to a trace: beside it, or in a folder beside that of the trace. */
  static Optional<Path> of(Path trace) {
    Path folder = trace.toAbsolutePath().getParent();
    return List.of(
            folder.resolve(NAME),
            folder.resolveSibling("raw").resolve(NAME),
            folder.resolveSibling("aux").resolve(NAME))
        .stream()
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /**
   * What was loaded.
   *
   * @throws ImportException if the file is no such list
   */
  static List<LoadedFile> read(Path file) throws IOException {
    // Code that is in no file is printed as it is, so not everything is text.
    String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    if (!HEADER.matcher(text).lookingAt()) {
      throw new ImportException(
          "expected drmemtrace's list of modules ('Module Table: version ...'), found something else in "
              + file);
    }
    Map<Integer, List<Matcher>> parts = new LinkedHashMap<>();
    text.lines()
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .forEach(
            line ->
                parts
                    .computeIfAbsent(Integer.valueOf(line.group(2)), any -> new ArrayList<>())
                    .add(line));
    return parts.values().stream().map(ModulesLog::loaded).toList();
  }

  private static LoadedFile loaded(List<Matcher> parts) {
    Matcher first = parts.get(0);
    byte[] path = first.group(8).getBytes(StandardCharsets.ISO_8859_1);
    return new LoadedFile(
        Path.of(new String(path, StandardCharsets.UTF_8)),
        number(first, 3) - number(first, 7),
        parts.stream()
            .map(
                part ->
                    new LoadedFile.Segment(
                        number(part, 3), number(part, 4) - number(part, 3), number(part, 6), 1))
            .toList());
  }

  private static long number(Matcher line, int group) {
    return Long.parseUnsignedLong(line.group(group), 16);
  }
}
