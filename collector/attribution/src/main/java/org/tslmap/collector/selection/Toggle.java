package org.tslmap.collector.selection;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tslmap.collector.names.FunctionName;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.wire.FunctionSymbol;

/**
 * From which calls to which ones accesses are selected, of all threads together. The tool's option
 * {@code --tsl-toggle} means the same (tsl_select.c).
 *
 * @param start accesses are selected from its calls on, to the next call of stop
 * @param stop empty: to the next call of start
 */
public record Toggle(Call start, Optional<Call> stop) {
  private static final Pattern NUMBERED = Pattern.compile("(.*)#(\\d+)", Pattern.DOTALL);

  /**
   * Calls of a function.
   *
   * @param function its name
   * @param number of the only call that counts, from 1; 0: all do
   */
  public record Call(NamePattern function, long number) {
    private static Call of(String text) {
      Matcher numbered = NUMBERED.matcher(text);
      boolean has = numbered.matches();
      String name = has ? numbered.group(1) : text;
      if (name.isEmpty()) {
        throw new IllegalArgumentException(
            "expected START or START,STOP, both names of functions, found an empty name");
      }
      long number = 0;
      if (has) {
        try {
          number = Long.parseLong(numbered.group(2));
        } catch (NumberFormatException e) {
          number = 0;
        }
        if (number < 1) {
          throw new IllegalArgumentException(
              "expected the number of a call after #, from 1 on, found " + numbered.group(2));
        }
      }
      return new Call(new NamePattern(name), number);
    }

    /**
     * Whether a function is meant. What was moved out of a function does not toggle again, nor does
     * the entry of a procedure linkage table before it.
     */
    public boolean isOf(FunctionSymbol symbol) {
      return !symbol.name().endsWith("@plt")
          && (function.matches(symbol.name()) || function.matches(symbol.symbol()))
          && !function.matchesWithPiece(symbol.name());
    }

    @Override
    public String toString() {
      return number == 0 ? function.text() : function.text() + "#" + number;
    }
  }

  /**
   * Reads START or START,STOP; each is NAME or NAME#N. A comma between brackets belongs to a name.
   *
   * @throws IllegalArgumentException saying what was expected and what was found
   */
  public static Toggle of(String text) {
    int comma = FunctionName.comma(text);
    return comma < 0
        ? new Toggle(Call.of(text), Optional.empty())
        : new Toggle(
            Call.of(text.substring(0, comma)), Optional.of(Call.of(text.substring(comma + 1))));
  }

  /** START, and STOP if there is one. */
  public Stream<Call> calls() {
    return Stream.concat(Stream.of(start), stop.stream());
  }

  @Override
  public String toString() {
    return start + stop.map(call -> "," + call).orElse("");
  }
}
