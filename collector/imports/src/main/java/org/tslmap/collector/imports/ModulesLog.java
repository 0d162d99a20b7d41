package org.tslmap.collector.imports;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
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
  private static final int MOST_BYTES = 16 << 20;
  private static final Pattern HEADER = Pattern.compile("Module Table: version \\d+, count \\d+");
  private static final String HEX = "\\s*(?:0x)?([0-9a-f]{1,16}),";
  private static final Pattern LINE =
      Pattern.compile(
          "\\s*(\\d{1,9}),\\s*(\\d{1,9}),"
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
    String text = text(file);
    if (!HEADER.matcher(text).lookingAt()) {
      throw new ImportException(
          "%s: expected drmemtrace's list of modules ('Module Table: version ...'), found something else"
              .formatted(file));
    }
    Map<Integer, List<Matcher>> parts = new LinkedHashMap<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      Matcher part = LINE.matcher(line);
      if (part.matches()) {
        check(part, file, number);
        parts.computeIfAbsent(Integer.valueOf(part.group(2)), any -> new ArrayList<>()).add(part);
      }
    }
    return parts.values().stream().map(ModulesLog::loaded).toList();
  }

  private static String text(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new ImportException(
            "%s: expected a list of modules of %d MiB at most, found a longer file"
                .formatted(file, MOST_BYTES >> 20));
      }
      // Code that is in no file is printed as it is, so not everything is text.
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }

  private static void check(Matcher part, Path file, int line) throws ImportException {
    try {
      path(part);
    } catch (InvalidPathException e) {
      throw new ImportException(
          "%s, line %d: expected the path of a file, found '%s'"
              .formatted(file, line, part.group(8)),
          e);
    }
  }

  private static Path path(Matcher part) {
    byte[] path = part.group(8).getBytes(StandardCharsets.ISO_8859_1);
    return Path.of(new String(path, StandardCharsets.UTF_8));
  }

  private static LoadedFile loaded(List<Matcher> parts) {
    Matcher first = parts.get(0);
    return new LoadedFile(
        path(first),
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
