package org.tslmap.locality.filter;

import java.util.List;
import java.util.OptionalLong;

/**
 * A function for a filter file.
 *
 * @param symbols what the linker calls it, where that is another name, as of C++: a constructor has
 *     several; otherwise empty
 * @param name its name as it is shown, with parameters where it is of C++
 * @param calls how often it was called; empty where that is not known
 * @param accesses that it made
 * @param reason why it is in the file, a few words
 */
public record FilteredFunction(
    List<String> symbols, String name, OptionalLong calls, long accesses, String reason) {

  /** Keeps the list unmodifiable. */
  public FilteredFunction {
    symbols = List.copyOf(symbols);
  }
}
