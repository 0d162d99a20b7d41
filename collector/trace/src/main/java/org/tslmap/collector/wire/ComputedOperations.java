package org.tslmap.collector.wire;

import java.util.List;

/**
 * What functions computed in the whole run, before its end.
 *
 * @param functions each once; a stream may have several such frames
 */
public record ComputedOperations(List<OfFunction> functions) implements Frame {

  /** Numbers of a function that every tool sends: instructions by kind, links of a chain. */
  public static final int NUMBERS = 14;

  /**
   * What a function's own instructions did.
   *
   * @param function its number
   * @param numbers in the protocol's order, at least {@value #NUMBERS}
   */
  public record OfFunction(int function, List<Long> numbers) {
    /** Keeps the list unmodifiable. */
    public OfFunction {
      numbers = List.copyOf(numbers);
    }
  }

  /** Keeps the list unmodifiable. */
  public ComputedOperations {
    functions = List.copyOf(functions);
  }
}
