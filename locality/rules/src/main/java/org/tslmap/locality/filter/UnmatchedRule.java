package org.tslmap.locality.filter;

/**
 * A pattern that has matched nothing, or several of one line that look like the parts of one name.
 *
 * @param line of the file, from 1
 * @param pattern as it stands in the file
 * @param escaped the name with its blanks escaped, where these seem to be forgotten; otherwise
 *     empty
 */
public record UnmatchedRule(int line, String pattern, String escaped) {

  /** One line for people: "line 3: void foo(int, int); escape blanks: void\ foo(int,\ int)". */
  @Override
  public String toString() {
    return "line "
        + line
        + ": "
        + pattern
        + (escaped.isEmpty() ? "" : "; escape blanks: " + escaped);
  }
}
