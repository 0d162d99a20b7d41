package org.tslmap.collector.imports;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.tslmap.collector.wire.BlockDescriptor.Ending;

/**
 * Text with an access on each line, in columns that blanks, tabs, commas or semicolons part. Empty
 * lines and lines that begin with {@code #} are passed over.
 */
final class ColumnsTrace implements TraceFormat {
  /** The longest line, in bytes. */
  private static final int LINE_BYTES = 1024;

  /** What a column holds. */
  private enum Column {
    THREAD,
    PC,
    KIND,
    ADDRESS,
    SIZE,
    SKIP
  }

  /** A column, and whether its numbers are hexadecimal without 0x too. */
  private record Field(Column column, boolean hex) {}

  private final List<Field> fields = new ArrayList<>();
  private final boolean hasPc;

  /** One line's values. */
  private long thread;

  private long pc;
  private long address;
  private long bytes;
  private int kind;

  /** Where the last instruction was fetched, whose accesses follow. */
  private long fetched;

  private boolean afterFetch;

  /**
   * A layout such as {@code pc:hex,kind,address:hex,size}.
   *
   * @throws ImportException if it names no column, one twice, or no address
   */
  ColumnsTrace(String layout) throws ImportException {
    Set<Column> seen = EnumSet.noneOf(Column.class);
    for (String part : layout.split(",", -1)) {
      boolean hex = part.endsWith(":hex");
      Column column = column(hex ? part.substring(0, part.length() - 4) : part);
      if (column != Column.SKIP && !seen.add(column)) {
        throw new ImportException("--columns: expected each column once, found twice " + part);
      }
      fields.add(new Field(column, hex));
    }
    if (!seen.contains(Column.ADDRESS)) {
      throw new ImportException("--columns: expected a column 'address', found " + layout);
    }
    hasPc = seen.contains(Column.PC);
  }

  private static Column column(String name) throws ImportException {
    return switch (name) {
      case "thread" -> Column.THREAD;
      case "pc" -> Column.PC;
      case "kind" -> Column.KIND;
      case "address" -> Column.ADDRESS;
      case "size" -> Column.SIZE;
      case "-" -> Column.SKIP;
      default ->
          throw new ImportException(
              "--columns: expected thread, pc, kind, address, size or -, found '%s'"
                  .formatted(name));
    };
  }

  @Override
  public String name() {
    return "columns";
  }

  @Override
  public String description() {
    return "text in the columns that --columns names";
  }

  @Override
  public boolean recognises(byte[] head) {
    return false;
  }

  @Override
  public void read(List<Path> files, AccessStream out) throws IOException {
    for (Path file : files) {
      try (TraceBytes in = TraceBytes.open(file)) {
        long line = 0;
        while (in.has(LINE_BYTES) || in.ready() > 0) {
          line++;
          line(in, line, out);
        }
      }
    }
  }

  private void line(TraceBytes in, long number, AccessStream out) throws IOException {
    int end = 0;
    int most = Math.min(in.ready(), LINE_BYTES);
    while (end < most && in.peek(end) != '\n') {
      end++;
    }
    if (end == LINE_BYTES) {
      throw in.wrong(
          "line %d: expected at most %d bytes, found more".formatted(number, LINE_BYTES));
    }
    if (end > 0 && in.peek(0) != '#' && in.peek(0) != '\r') {
      values(in, number, end);
      access(out);
    }
    in.skip(Math.min(end + 1, in.ready()));
  }

  private void values(TraceBytes in, long line, int end) throws ImportException {
    thread = 1;
    pc = 0;
    bytes = Long.BYTES;
    kind = 'L';
    int at = 0;
    for (Field field : fields) {
      while (at < end && isBlank(in.peek(at))) {
        at++;
      }
      int from = at;
      while (at < end && !isBlank(in.peek(at))) {
        at++;
      }
      if (at == from) {
        throw in.wrong("line %d: expected %d columns, found fewer".formatted(line, fields.size()));
      }
      take(field, in, from, at, line);
    }
  }

  private static boolean isBlank(int character) {
    return character <= ' ' || character == ',' || character == ';';
  }

  private void take(Field field, TraceBytes in, int from, int end, long line)
      throws ImportException {
    switch (field.column()) {
      case THREAD -> thread = number(field, in, from, end, line);
      case PC -> pc = number(field, in, from, end, line);
      case ADDRESS -> address = number(field, in, from, end, line);
      case SIZE -> bytes = number(field, in, from, end, line);
      case KIND -> kind = kind(in, from, end, line);
      case SKIP -> {
        // Not asked for.
      }
    }
  }

  private static int kind(TraceBytes in, int from, int end, long line) throws ImportException {
    switch (Character.toUpperCase(in.peek(from))) {
      case 'L', 'R', '0' -> {
        return 'L';
      }
      case 'S', 'W', '1' -> {
        return 'S';
      }
      case 'M' -> {
        return 'M';
      }
      case 'I', 'F', '2' -> {
        return 'I';
      }
      default ->
          throw wrong(in, from, end, line, "a kind of access (L, R or 0; S, W or 1; M; I, F or 2)");
    }
  }

  private static long number(Field field, TraceBytes in, int from, int end, long line)
      throws ImportException {
    boolean prefix = end - from > 2 && in.peek(from) == '0' && (in.peek(from + 1) | 32) == 'x';
    int radix = field.hex() || prefix ? 16 : 10;
    long value = 0;
    for (int i = prefix ? from + 2 : from; i < end; i++) {
      int digit = Character.digit(in.peek(i), radix);
      if (digit < 0 || i - from > 20) {
        String wanted = "a number for " + field.column().name().toLowerCase(Locale.ROOT);
        throw wrong(
            in, from, end, line, radix == 10 ? wanted + " (:hex for hexadecimal ones)" : wanted);
      }
      value = value * radix + digit;
    }
    return value;
  }

  private static ImportException wrong(
      TraceBytes in, int from, int end, long line, String expected) {
    StringBuilder found = new StringBuilder();
    for (int i = from; i < Math.min(end, from + 32); i++) {
      found.append((char) in.peek(i));
    }
    return in.wrong("line %d: expected %s, found '%s'".formatted(line, expected, found));
  }

  private void access(AccessStream out) throws IOException {
    out.thread(thread);
    int size = (int) Math.min(bytes, 1 << 16);
    if (kind == 'I') {
      fetched = hasPc ? pc : address;
      afterFetch = true;
      out.instruction(fetched, size, Ending.OTHER);
      return;
    }
    afterFetch = afterFetch && (!hasPc || pc == fetched);
    if (!afterFetch) {
      out.again(pc, Ending.OTHER);
    }
    if (kind != 'S') {
      out.load(address, size);
    }
    if (kind != 'L') {
      out.store(address, size);
    }
  }
}
