package org.tslmap.collector.names;

import java.util.Comparator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tslmap.locality.profile.DataObject;

/**
 * Things named by a user. A pattern stands for whole names; "*" in it is any text and "?" any
 * character. What follows a name in parentheses, or behind "@", may be left out: a C++ function's
 * parameters, the place of an allocating call, a symbol's version. So may arguments and results of
 * templates, what compilers call the clones of a function, and a file's folders. The tool's own
 * options see names of functions in the same way.
 */
public final class NamePattern {

  /** What help texts say of names. */
  public static final String WORDS =
      "In names * and ? are wildcards, and what follows in parentheses may be left out, as may"
          + " arguments of templates.";

  /** What no form of a name leaves out a part of. */
  private static final Pattern IDENTIFIER = Pattern.compile("\\w+");

  /** Fits every name. */
  public static final NamePattern ANY = new NamePattern("*");

  private final String text;
  private final Pattern pattern;

  /** The longest identifier of the pattern: a name without it does not fit. */
  private final String identifier;

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
    this.identifier =
        IDENTIFIER
            .matcher(text)
            .results()
            .map(MatchResult::group)
            .max(Comparator.comparingInt(String::length))
            .orElse("");
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
    if (!name.contains(identifier)) {
      return false;
    }
    if (pattern.matcher(name).matches()) {
      return true;
    }
    if (name.startsWith("/")) {
      return pattern.matcher(name.substring(name.lastIndexOf('/') + 1)).matches();
    }
    return new FunctionName(name)
        .forms().stream().anyMatch(form -> pattern.matcher(form).matches());
  }

  /**
   * Whether a name is that of a piece that the compiler has moved out of a function, as "f.part.0",
   * and the function's name fits, too.
   */
  public boolean matchesWithPiece(String name) {
    FunctionName piece = new FunctionName(name);
    return piece.isPiece() && matches(piece.withoutClone());
  }

  /**
   * Whether one of the names of a data object fits: its own, the one with its function, of heap
   * blocks the allocation or the variable that they are assigned to.
   */
  public boolean matches(DataObject object) {
    return matches(object.name())
        || matches(object.label())
        || matches(object.nameWithoutCallers())
        || matches(object.allocation())
        || matches(object.assignedTo());
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
