package org.tslmap.collector.wire;

import java.util.List;

/**
 * What code without accesses does with registers. No event tells that it was executed: it is what
 * leads from where a block goes on to where the next one begins.
 *
 * @param passages such pieces of code; a stream may have several such frames, and tells the same
 *     again when code is translated again
 */
public record CodePassages(List<Passage> passages) implements Frame {

  /** General registers of the processor. */
  static final int REGISTERS = 16;

  /** Keeps the list unmodifiable. */
  public CodePassages {
    passages = List.copyOf(passages);
  }

  /**
   * A piece of code.
   *
   * @param start where it begins
   * @param to where it goes on
   * @param moves registers that do not keep what they have
   */
  public record Passage(long start, long to, List<Move> moves) {
    /** Keeps the list unmodifiable. */
    public Passage {
      moves = List.copyOf(moves);
    }
  }

  /**
   * What a register has behind the code.
   *
   * @param register its number
   * @param registers a bit for each of those before it that it comes from
   */
  public record Move(int register, int registers) {}
}
