package org.tslmap.collector.imports;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.tslmap.collector.wire.BlockDescriptor.Ending;

/**
 * Text that {@code valgrind --tool=lackey --trace-mem=yes} writes: {@code I ADDRESS,SIZE} for each
 * instruction, then a line for each of its accesses, with L for a load, S for a store and M for a
 * load and a store of the same bytes. Addresses are hexadecimal. Valgrind's own lines, which begin
 * with {@code ==}, are passed over.
 */
final class LackeyTrace implements TraceFormat {
  private static final Pattern BEGINNING =
      Pattern.compile(
          "(?:(?:==|--).*\n)*(?:I  | [LSM] )[0-9a-f]{8,16},[0-9]{1,4}\n", Pattern.UNIX_LINES);

  /** No line is longer than this, besides Valgrind's own. */
  private static final int LINE_BYTES = 64;

  @Override
  public String name() {
    return "lackey";
  }

  @Override
  public String description() {
    return "text of valgrind --tool=lackey --trace-mem=yes";
  }

  @Override
  public boolean recognises(byte[] head) {
    return BEGINNING.matcher(new String(head, StandardCharsets.ISO_8859_1)).lookingAt();
  }

  @Override
  public void read(List<Path> files, AccessStream out) throws IOException {
    for (Path file : files) {
      try (TraceBytes in = TraceBytes.open(file)) {
        read(in, out);
      }
    }
  }

  private static void read(TraceBytes in, AccessStream out) throws IOException {
    long line = 0;
    while (in.has(LINE_BYTES) || in.ready() > 0) {
      line++;
      int first = in.peek(0);
      if (first == 'I' || first == ' ') {
        record(in, line, out);
      } else {
        passOver(in, line);
      }
    }
  }

  /** One line of an instruction or an access. */
  private static void record(TraceBytes in, long line, AccessStream out) throws IOException {
    int ready = Math.min(in.ready(), LINE_BYTES);
    int i = 3;
    long address = 0;
    int digit = -1;
    while (i < ready && (digit = digit(in.peek(i))) >= 0) {
      address = address << 4 | digit;
      i++;
    }
    boolean complete = i > 3 && i <= 19 && i < ready && in.peek(i) == ',';
    int bytes = 0;
    int sizeAt = ++i;
    while (i < ready && in.peek(i) >= '0' && in.peek(i) <= '9') {
      bytes = 10 * bytes + in.peek(i) - '0';
      i++;
    }
    if (i >= in.ready() && !in.has(i + 1)) {
      throw in.wrong(
          "line %d: expected a whole line, found the end of the file; it is cut: copy it again"
              .formatted(line));
    }
    if (!complete || i == sizeAt || i - sizeAt > 5 || i >= ready || in.peek(i) != '\n') {
      throw wrong(in, line);
    }
    int kind = in.peek(0) == 'I' ? 'I' : in.peek(1);
    switch (kind) {
      case 'I' -> out.instruction(address, bytes, Ending.OTHER);
      case 'L' -> out.load(address, bytes);
      case 'S' -> out.store(address, bytes);
      case 'M' -> {
        out.load(address, bytes);
        out.store(address, bytes);
      }
      default -> throw wrong(in, line);
    }
    in.skip(i + 1);
  }

  private static int digit(int character) {
    if (character >= '0' && character <= '9') {
      return character - '0';
    }
    return character >= 'a' && character <= 'f' ? character - 'a' + 10 : -1;
  }

  /** Valgrind's own words, and an empty line. */
  private static void passOver(TraceBytes in, long line) throws IOException {
    boolean own =
        in.peek(0) == '\n'
            || in.ready() > 1
                && in.peek(0) == in.peek(1)
                && (in.peek(0) == '=' || in.peek(0) == '-');
    if (!own) {
      throw wrong(in, line);
    }
    while (in.has(1)) {
      int next = in.peek(0);
      in.skip(1);
      if (next == '\n') {
        return;
      }
    }
  }

  private static ImportException wrong(TraceBytes in, long line) {
    StringBuilder found = new StringBuilder();
    for (int i = 0; i < Math.min(in.ready(), LINE_BYTES / 2) && in.peek(i) != '\n'; i++) {
      found.append((char) in.peek(i));
    }
    return in.wrong(
        "line %d: expected Lackey's I, L, S or M, an address and a size, found '%s'; have Valgrind write its log to a file of its own (--log-file)"
            .formatted(line, found));
  }
}
