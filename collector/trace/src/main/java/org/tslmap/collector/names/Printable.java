package org.tslmap.collector.names;

/**
 * Text that comes from programs (arguments, names of functions, files and data), made fit for a
 * terminal and for a table.
 *
 * <p>Terminals obey control characters (a program could clear the screen, hide lines, or type), and
 * line breaks and tabs break tables. So they are written as JSON would write them: line breaks as
 * {@code \n}, others as {@code \}{@code u001b}. The same goes for characters that are not seen but
 * change how others are: marks of writing direction, and separators that only some programs take
 * for line breaks. A backslash stays as it is; JSON output tells the two apart.
 */
public final class Printable {

  private Printable() {}

  /** The text as a part of one line: nothing in it is a control character. */
  public static String line(String text) {
    int from = 0;
    while (from < text.length() && !mustBeEscaped(text.charAt(from))) {
      from++;
    }
    if (from == text.length()) {
      return text;
    }
    StringBuilder line = new StringBuilder(text.length() + 16).append(text, 0, from);
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (mustBeEscaped(c)) {
        line.append(escaped(c));
      } else {
        line.append(c);
      }
    }
    return line.toString();
  }

  /** Whether the character may not stand in a line as it is. */
  static boolean mustBeEscaped(char c) {
    if (c >= ' ' && c < 0x7F) {
      return false;
    }
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  /** The character as a string of JSON holds it. */
  static String escaped(char c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> "\\u%04x".formatted((int) c);
    };
  }
}
