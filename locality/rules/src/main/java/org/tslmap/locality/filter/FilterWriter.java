package org.tslmap.locality.filter;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes filter files. What it writes excludes the functions it is given, and no other, when {@link
 * FilterRules} or Score-P reads it.
 */
public final class FilterWriter {
  private static final Set<String> KEYWORDS =
      Set.of(
          "SCOREP_FILE_NAMES_BEGIN",
          "SCOREP_FILE_NAMES_END",
          "SCOREP_REGION_NAMES_BEGIN",
          "SCOREP_REGION_NAMES_END",
          "EXCLUDE",
          "INCLUDE",
          "MANGLED",
          "DEMANGLED");

  private FilterWriter() {}

  /**
   * A filter file's text: a rule for each function, with its calls, accesses and the reason as a
   * comment.
   *
   * @param title a comment in front, lines without a mark
   */
  public static String text(String title, List<FilteredFunction> functions) {
    StringBuilder text = new StringBuilder();
    title.lines().forEach(line -> text.append("# ").append(comment(line)).append('\n'));
    text.append("SCOREP_REGION_NAMES_BEGIN\n");
    for (FilteredFunction f : functions) {
      boolean mangled = !f.symbols().isEmpty();
      text.append(mangled ? "  EXCLUDE MANGLED " : "  EXCLUDE ")
          .append(mangled ? patterns(f.symbols()) : pattern(f.name()))
          .append(mangled ? " # " + comment(f.name()) + ": " : " # ");
      f.calls().ifPresent(calls -> text.append(number(calls, "call", "calls")).append(", "));
      text.append(number(f.accesses(), "access", "accesses"));
      if (!f.reason().isEmpty()) {
        text.append("; ").append(comment(f.reason()));
      }
      text.append('\n');
    }
    return text.append("SCOREP_REGION_NAMES_END\n").toString();
  }

  private static String number(long n, String one, String many) {
    return String.format(Locale.ROOT, "%,d %s", n, n == 1 ? one : many);
  }

  /** One line, whatever a name has in it. */
  private static String comment(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }

  /**
   * One pattern for names that differ in one letter, such as a constructor's; otherwise several.
   */
  private static String patterns(List<String> symbols) {
    String first = symbols.get(0);
    int at = 0;
    while (at < first.length() && letters(symbols, at).length() == 1) {
      at++;
    }
    int differing = at;
    boolean inOneLetter =
        at < first.length()
            && letters(symbols, at).matches("\\w+")
            && symbols.stream()
                .allMatch(
                    symbol ->
                        symbol.length() == first.length()
                            && symbol
                                .substring(differing + 1)
                                .equals(first.substring(differing + 1)));
    if (!inOneLetter) {
      return symbols.stream().map(FilterWriter::pattern).collect(Collectors.joining(" "));
    }
    String end = first.substring(at + 1);
    return (at == 0 ? "" : pattern(first.substring(0, at)))
        + "["
        + letters(symbols, at)
        + "]"
        + (end.isEmpty() ? "" : pattern(end));
  }

  /** The letters of several names at one place. */
  private static String letters(List<String> symbols, int at) {
    return symbols.stream()
        .map(symbol -> at < symbol.length() ? symbol.substring(at, at + 1) : "")
        .distinct()
        .collect(Collectors.joining());
  }

  /**
   * A pattern that matches a name and no other (a line break in it stands for any control
   * character, since files have no way to write it).
   *
   * @throws IllegalArgumentException if the name is empty
   */
  public static String pattern(String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("expected a function's name, but found an empty one");
    }
    if (KEYWORDS.contains(name)) {
      return "\\" + name;
    }
    StringBuilder pattern = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      switch (c) {
        // A backslash in front of a blank or of a line's end would escape that.
        case '\\' -> pattern.append("[\\\\]");
        case ' ', '\t', '*', '?', '[', ']', '#' -> pattern.append('\\').append(c);
        case '\r' -> pattern.append("[\r]");
        case '\n' -> pattern.append("[[:cntrl:]]");
        default -> pattern.append(c);
      }
    }
    return pattern.toString();
  }
}
