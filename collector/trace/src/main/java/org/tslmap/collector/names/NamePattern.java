package org.tslmap.collector.names;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tslmap.locality.profile.DataObject;

/**
 * Things named by a user. A pattern stands for whole names; "*" in it is any text and "?" any
 * character. What follows a name in parentheses, or behind "@", may be left out: a C++ function's
 * parameters, the place of an allocating call, a symbol's version. So may a file's folders. The
 * tool's own options see names of functions in the same way.
 */
public final class NamePattern {

  /** What help texts say of names. */
  public static final String WORDS =
      "In names * and ? are wildcards, and what follows in parentheses may be left out.";

  /** Fits every name. */
  public static final NamePattern ANY = new NamePattern("*");

  /** What stands between a function's parameters and the name of something inside of it. */
  private static final Pattern INSIDE = Pattern.compile("( const)?::");

  private static final Pattern OPERATOR = Pattern.compile("\\boperator(\\(\\)|[-+*/%^&|~!=<>,]*)");

  private final String text;
  private final Pattern pattern;

  /**
   * Compiles a pattern.
   *
   * @param text what the user wrote
   */
  public NamePattern(String text) {
    this.text = text;
    this.pattern =
        Pattern.compile(
            text.codePoints().mapToObj(NamePattern::regex).collect(Collectors.joining()),
            Pattern.DOTALL);
  }

  private static String regex(int character) {
    return switch (character) {
      case '*' -> ".*";
      case '?' -> ".";
      default -> Pattern.quote(Character.toString(character));
    };
  }

  /** What the user wrote. */
  public String text() {
    return text;
  }

  /** Whether a name fits. */
  public boolean matches(String name) {
    if (pattern.matcher(name).matches()) {
      return true;
    }
    if (name.startsWith("/")) {
      return pattern.matcher(name.substring(name.lastIndexOf('/') + 1)).matches();
    }
    int length = nameLength(name);
    return length < name.length()
        && pattern.matcher(name.substring(0, length).stripTrailing()).matches();
  }

  /** Whether one of the names of a data object fits: its own, or the one with its function. */
  public boolean matches(DataObject object) {
    return matches(object.name())
        || matches(object.label())
        || matches(object.nameWithoutCallers());
  }

  /** Where parameters or a version begin; the whole length if there are none. */
  private static int nameLength(String name) {
    Matcher operator = OPERATOR.matcher(name);
    int depth = 0;
    int i = 0;
    while (i < name.length()) {
      char c = name.charAt(i);
      if (c == 'o' && operator.find(i) && operator.start() == i) {
        i = operator.end();
        continue;
      }
      if (depth == 0 && c == '(') {
        int end = closing(name, i);
        if (!INSIDE.matcher(name).region(end, name.length()).lookingAt()) {
          return i;
        }
        i = end;
        continue;
      }
      if (depth == 0 && c == '@') {
        return i;
      }
      depth += opens(c) ? 1 : closes(c) ? -1 : 0;
      i++;
    }
    return i;
  }

  /** Behind the parenthesis that closes the one at a place. */
  private static int closing(String name, int open) {
    int depth = 0;
    for (int i = open; i < name.length(); i++) {
      depth += name.charAt(i) == '(' ? 1 : name.charAt(i) == ')' ? -1 : 0;
      if (depth == 0) {
        return i + 1;
      }
    }
    return name.length();
  }

  private static boolean opens(char c) {
    return c == '<' || c == '{' || c == '[' || c == '(';
  }

  private static boolean closes(char c) {
    return c == '>' || c == '}' || c == ']' || c == ')';
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NamePattern same && text.equals(same.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
