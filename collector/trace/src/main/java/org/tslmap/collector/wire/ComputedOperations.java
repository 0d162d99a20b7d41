package org.tslmap.collector.wire;

import java.util.Iterator;
import java.util.List;
import org.tslmap.locality.profile.ChainLink;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.InstructionKind;

/**
 * What functions computed in the whole run, before its end.
 *
 * @param functions each once; a stream may have several such frames
 */
public record ComputedOperations(List<OfFunction> functions) implements Frame {

  /** Numbers of a function that every tool sends: instructions by kind, links of a chain. */
  public static final int NUMBERS = InstructionCounts.NUMBERS;

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

    /** Instructions by kind and the longest chain. Older tools do not tell of all kinds. */
    public InstructionCounts counts() {
      long[] kinds = new long[InstructionKind.values().length];
      long[] chain = new long[ChainLink.values().length];
      Iterator<Long> told = numbers.iterator();
      take(told, kinds, 0, InstructionCounts.FIRST_KINDS);
      take(told, chain, 0, InstructionCounts.FIRST_LINKS);
      take(told, kinds, InstructionCounts.FIRST_KINDS, kinds.length);
      take(told, chain, InstructionCounts.FIRST_LINKS, chain.length);
      return InstructionCounts.of(kinds, chain);
    }

    private static void take(Iterator<Long> from, long[] to, int begin, int end) {
      for (int i = begin; i < end && from.hasNext(); i++) {
        to[i] = from.next();
      }
    }
  }

  /** Keeps the list unmodifiable. */
  public ComputedOperations {
    functions = List.copyOf(functions);
  }
}
