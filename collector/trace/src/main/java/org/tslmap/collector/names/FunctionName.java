package org.tslmap.collector.names;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A function's demangled name and its parts: "void f&lt;int&gt;(int) [clone .part.0]" is the clone
 * ".part.0" of a template f with a result and parameters. The tool takes names apart likewise
 * (tsl_names.c).
 */
public final class FunctionName {
  /** What stands between a function's parameters and the name of something inside of it. */
  private static final Pattern INSIDE = Pattern.compile("( const)?::");

  /** An operator's name, without what its template was given: "operator+&lt;int&gt;" has a plus. */
  private static final Pattern OPERATOR =
      Pattern.compile(
          "\\boperator(?!\\w)"
              + "(\\(\\)|\\[\\]|<=>|<<=?|>>=?|->\\*?|&&|\\|\\||\\+\\+|--|[-+*/%^&|~!=<>,]=?)?");

  private static final Pattern CPP_CLONE = Pattern.compile(" \\[clone ([^\\]]*)\\]");

  /** What compilers add to the name of a C function that they clone, or move a part of away. */
  private static final Pattern C_CLONE =
      Pattern.compile(
          "\\.(constprop|isra|part|cold|lto_priv|localalias|simdclone|_omp_fn|_omp_cpyfn"
              + "|omp_outlined)(\\.|$)");

  /** Of these, what its function calls itself. */
  private static final Pattern PIECE =
      Pattern.compile("\\.(part|cold|_omp_fn|_omp_cpyfn|omp_outlined)(\\.|$)");

  private final String name;
  private final int length;

  /**
   * Takes a name apart.
   *
   * @param name as demanglers print it
   */
  public FunctionName(String name) {
    this.name = name;
    this.length = nameLength(name);
  }

  /** Which clone of its function it is, as ".part.0" or "._omp_fn.1"; empty if it is none. */
  public String cloneSuffix() {
    StringBuilder suffix = new StringBuilder();
    Matcher cpp = CPP_CLONE.matcher(name);
    while (cpp.find()) {
      suffix.append(cpp.group(1));
    }
    Matcher c = C_CLONE.matcher(name);
    return suffix.length() == 0 && length == name.length() && c.find()
        ? name.substring(c.start())
        : suffix.toString();
  }

  /** Whether it is a piece of its function that the compiler has moved away. */
  boolean isPiece() {
    return PIECE.matcher(cloneSuffix()).find();
  }

  /** The name without that. */
  public String withoutClone() {
    Matcher cpp = CPP_CLONE.matcher(name);
    return cpp.find()
        ? name.substring(0, cpp.start())
        : name.substring(0, name.length() - cloneSuffix().length());
  }

  /**
   * What people may write for it: all of it; without parameters or a version, clone and all; also
   * without the result that templates have; also without the arguments of templates.
   */
  Set<String> forms() {
    Set<String> forms = new LinkedHashSet<>();
    forms.add(name);
    forms.add(name.substring(0, length).stripTrailing());
    forms.add(plain());
    String named = withoutResult(plain());
    forms.add(named);
    forms.add(withoutArguments(named));
    return forms;
  }

  /** What it is called where there is little room: the shortest of these, and which clone it is. */
  public String shortest() {
    String shortest = withoutArguments(withoutResult(plain())) + cloneSuffix();
    return shortest.isEmpty() ? name : shortest;
  }

  /** The name without parameters or a version, and without the clone. */
  private String plain() {
    return (length < name.length() ? name.substring(0, length) : withoutClone()).stripTrailing();
  }

  /** Where the first comma of a list of names stands that is not between brackets; -1 if none. */
  public static int comma(String names) {
    Matcher operator = OPERATOR.matcher(names);
    int depth = 0;
    int i = 0;
    while (i < names.length() && (depth != 0 || names.charAt(i) != ',')) {
      char c = names.charAt(i);
      if (startsOperator(names, i, operator)) {
        i = operator.end();
      } else {
        depth += opens(c) ? 1 : closes(c) ? -1 : 0;
        i++;
      }
    }
    return i < names.length() ? i : -1;
  }

  /** Whether an operator's name starts here; then it is what the matcher has found. */
  private static boolean startsOperator(String name, int at, Matcher operator) {
    return name.startsWith("operator", at) && operator.find(at) && operator.start() == at;
  }

  /** Where parameters or a version begin; the whole length if there are none. */
  private static int nameLength(String name) {
    Matcher operator = OPERATOR.matcher(name);
    int depth = 0;
    int i = 0;
    while (i < name.length()) {
      char c = name.charAt(i);
      if (startsOperator(name, i, operator)) {
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

  /** Behind the parenthesis or bracket that closes the one at a place. */
  private static int closing(String name, int open) {
    char opening = name.charAt(open);
    char closing = opening == '(' ? ')' : '>';
    int depth = 0;
    for (int i = open; i < name.length(); i++) {
      depth += name.charAt(i) == opening ? 1 : name.charAt(i) == closing ? -1 : 0;
      if (depth == 0) {
        return i + 1;
      }
    }
    return name.length();
  }

  /** Only functions with arguments of templates have their result in the name. */
  private static String withoutResult(String name) {
    if (!name.endsWith(">")) {
      return name;
    }
    Matcher operator = OPERATOR.matcher(name);
    int end = operator.find() ? operator.start() : name.length();
    int depth = 0;
    int begin = 0;
    for (int i = 0; i < end; i++) {
      char c = name.charAt(i);
      depth += opens(c) ? 1 : closes(c) ? -1 : 0;
      begin = depth == 0 && c == ' ' ? i + 1 : begin;
    }
    return name.substring(begin);
  }

  private static String withoutArguments(String name) {
    Matcher operator = OPERATOR.matcher(name);
    StringBuilder left = new StringBuilder();
    int depth = 0;
    int i = 0;
    while (i < name.length()) {
      char c = name.charAt(i);
      if (depth == 0 && startsOperator(name, i, operator)) {
        left.append(operator.group());
        i = operator.end();
        continue;
      }
      boolean isType = c == '<' && depth == 0 && isPart(name, i);
      depth += c == '<' && !isType ? 1 : 0;
      if (depth == 0) {
        left.append(c);
      }
      depth -= c == '>' && depth > 0 ? 1 : 0;
      i++;
    }
    // Rust has :: before arguments, too.
    return left.toString().replaceFirst("(::| +)$", "");
  }

  /** Whether brackets that open here are a part of a name, as types are in Rust's. */
  private static boolean isPart(String name, int open) {
    return (open == 0 || name.charAt(open - 1) == ':')
        && name.startsWith("::", closing(name, open));
  }

  private static boolean opens(char c) {
    return c == '<' || c == '{' || c == '[' || c == '(';
  }

  private static boolean closes(char c) {
    return c == '>' || c == '}' || c == ']' || c == ')';
  }
}
