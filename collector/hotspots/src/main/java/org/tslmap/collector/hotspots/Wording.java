package org.tslmap.collector.hotspots;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tslmap.collector.names.FunctionName;
import org.tslmap.collector.report.Quantities;

/** Numbers as sentences say them. */
public final class Wording {

  /** What is in or of a function, the source line it is from, and the callers that led there. */
  private static final Pattern WITH_FUNCTION =
      Pattern.compile("(.*? (?:in|of) )(.*?)( \\([^()]*:\\d+\\))?( from .*)?");

  /** A caller and where it calls. */
  private static final Pattern CALLER = Pattern.compile("(.*?)( \\([^()]*:\\d+\\))?");

  private static final Pattern PLACE = Pattern.compile(" \\(([^()]*:\\d+)\\)");

  /** What GNU's C++ library tells versions of a name apart by: "render[abi:cxx11]". */
  private static final Pattern ABI_TAG = Pattern.compile("\\[abi:\\w+\\]");

  private Wording() {}

  /** A text whose numbers have points, whatever the user's language. */
  public static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** A share as a percentage without decimals, but never 0 % of something or 100 % of not all. */
  public static String percent(double share) {
    if (share > 0 && share < 0.01) {
      return "less than 1%";
    }
    return Math.round(100 * (share > 0.99 && share < 1 ? Math.min(share, 0.994) : share)) + "%";
  }

  /**
   * A function's name without its parameters, its result and what templates were given: "lookMap"
   * for "lookMap(std::map&lt;long, double&gt; const&amp;)", "lookMap._omp_fn.0" for a clone of
   * that.
   */
  public static String function(String name) {
    String shortest = new FunctionName(ABI_TAG.matcher(name).replaceAll("")).shortest();
    if (!name.contains("(") && !name.contains("<") || name.startsWith("(below")) {
      return shortest;
    }
    int operator = shortest.lastIndexOf("operator");
    int tail = operator < 0 ? shortest.length() : operator;
    String head = shortest.substring(0, tail).replace("(anonymous namespace)::", "");
    String plain = withoutBrackets(head).replace(" const::", "::");
    return plain.substring(resultLength(plain)) + shortest.substring(tail);
  }

  /**
   * Where a name begins behind a result; blanks in a type of Rust's, as "&lt;A as B&gt;", are its
   * own.
   */
  private static int resultLength(String name) {
    int depth = 0;
    int begin = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      depth += c == '<' ? 1 : c == '>' ? -1 : 0;
      begin = depth == 0 && c == ' ' ? i + 1 : begin;
    }
    return begin;
  }

  /** A function of a call path, as {@link #function} calls it, without where it calls. */
  static String caller(String step) {
    Matcher parts = CALLER.matcher(step);
    return function(parts.matches() ? parts.group(1) : step);
  }

  /** An object's name with the function in it, if there is one, as short as sentences have it. */
  public static String object(String name) {
    Matcher parts = WITH_FUNCTION.matcher(name);
    return parts.matches()
        ? parts.group(1)
            + function(parts.group(2))
            + Objects.toString(parts.group(3), "")
            + callers(Objects.toString(parts.group(4), ""))
        : name;
  }

  /**
   * The name of heap blocks that are assigned to a variable, for sentences: "row (malloc in main,
   * a.c:3)".
   */
  static String assigned(String name) {
    String[] parts = object(name).split(" = ", 2);
    return parts[0] + " (" + PLACE.matcher(parts[1]).replaceAll(", $1") + ")";
  }

  private static String callers(String text) {
    if (text.isEmpty()) {
      return "";
    }
    String from = " from ";
    return Arrays.stream(text.substring(from.length()).split(" < "))
        .map(CALLER::matcher)
        .filter(Matcher::matches)
        .map(parts -> function(parts.group(1)) + Objects.toString(parts.group(2), ""))
        .collect(Collectors.joining(" < ", from, ""));
  }

  /** A text without what stands in round brackets. */
  private static String withoutBrackets(String text) {
    StringBuilder left = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '(') {
        depth++;
      } else if (c == ')') {
        depth--;
      } else if (depth == 0) {
        left.append(c);
      }
    }
    return left.toString();
  }

  /** A step without its sign, in bytes. */
  static String step(long stride) {
    return text("%,d byte%s", Math.abs(stride), Math.abs(stride) == 1 ? "" : "s");
  }

  /** A small number as a word. */
  static String number(int value) {
    List<String> words = List.of("no", "one", "two", "three", "four", "five", "six");
    return value < words.size() ? words.get(value) : count(value);
  }

  /** Numbers in their order, three or more in a row as a range: "1, 3-6". */
  public static String ranges(Collection<Integer> numbers) {
    List<Integer> sorted = numbers.stream().distinct().sorted().toList();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < sorted.size(); ) {
      int end = i + 1;
      while (end < sorted.size() && sorted.get(end) == sorted.get(i) + end - i) {
        end++;
      }
      if (end - i > 2) {
        texts.add(sorted.get(i) + "-" + sorted.get(end - 1));
        i = end;
      } else {
        texts.add(String.valueOf(sorted.get(i++)));
      }
    }
    return String.join(", ", texts);
  }

  /** How many, for people. */
  public static String count(double value) {
    return Quantities.count(Math.round(value));
  }

  /** A size, for people. */
  public static String bytes(long value) {
    return Quantities.bytes(value);
  }
}
