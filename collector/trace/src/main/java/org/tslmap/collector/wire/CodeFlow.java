package org.tslmap.collector.wire;

import java.util.List;

/**
 * Which instructions of a function may follow which, as far as they have been translated. The same
 * is told again when code is translated again.
 *
 * @param straights instructions that stand one behind the other
 * @param jumps where instructions go on elsewhere
 */
public record CodeFlow(List<Straight> straights, List<Jump> jumps) implements Frame {
  /** Keeps the lists unmodifiable. */
  public CodeFlow {
    straights = List.copyOf(straights);
    jumps = List.copyOf(jumps);
  }

  /**
   * Instructions that stand one behind the other; each may be followed by the next.
   *
   * @param start address of the first
   * @param bytes how long all are
   * @param function number of the function they belong to
   */
  public record Straight(long start, int bytes, int function) {}

  /**
   * Where an instruction may go on in the same activation of its function. A call goes on behind
   * itself.
   *
   * @param behind the address behind the instruction
   * @param to the address where it goes on; 0 when that is not known before it runs
   * @param function number of the function the instruction belongs to
   * @param pauses whether the instruction is PAUSE, by which a thread says that it asks for
   *     something again and again
   */
  public record Jump(long behind, long to, int function, boolean pauses) {}
}
