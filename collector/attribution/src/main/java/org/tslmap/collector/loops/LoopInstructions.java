package org.tslmap.collector.loops;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongToIntFunction;
import java.util.stream.LongStream;
import org.tslmap.collector.wire.ExecutedCode;
import org.tslmap.locality.profile.ChainLink;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.InstructionKind;

/**
 * Adds up what the loops of one function executed. A piece of code may begin before a loop and go
 * on in it, so each instruction is looked up; a chain belongs to the loop that the piece ends in.
 */
final class LoopInstructions {
  private static final int KINDS = InstructionKind.values().length;

  private static final class Sum {
    private final long[] instructions = new long[KINDS];
    private final Chains chains = new Chains();
    private long conditional;
    private long mispredicted;
  }

  /** The loops of the function, and with -1 the function itself. */
  interface Nest {
    /** The loop around a loop, -1 if there is none. */
    int parent(int loop);

    /** Where it begins, or the function. */
    long start(int loop);
  }

  private final int function;
  private final Nest nest;
  private final LongToIntFunction loopOf;
  private final boolean branches;
  private final Map<Integer, Sum> sums = new HashMap<>();

  /** How often the instructions at which loops, or the function, begin were executed. */
  private final Map<Long, Long> heads = new HashMap<>();

  /**
   * Nothing yet.
   *
   * @param function its number
   * @param loopOf the loop of the instruction at an address, -1 for none
   * @param nest the loops
   * @param heads where loops and the function begin
   * @param branches whether it is known which branches were not foreseen
   */
  LoopInstructions(
      int function, LongToIntFunction loopOf, Nest nest, LongStream heads, boolean branches) {
    this.nest = nest;
    heads.forEach(head -> this.heads.put(head, 0L));
    this.function = function;
    this.loopOf = loopOf;
    this.branches = branches;
  }

  /** Adds a piece of code, of which some stretch is the function's. */
  void add(ExecutedCode.Piece piece) {
    int loop = -1;
    for (ExecutedCode.Stretch stretch : piece.stretches()) {
      if (stretch.function() == function) {
        long at = stretch.start();
        for (ExecutedCode.Instruction instruction : stretch.instructions()) {
          heads.computeIfPresent(at, (head, rounds) -> rounds + piece.executions());
          loop = loopOf.applyAsInt(at);
          Sum sum = sum(loop);
          sum.instructions[instruction.kind().ordinal()] += piece.executions();
          sum.conditional += instruction.conditional() ? piece.executions() : 0;
          at += instruction.bytes();
        }
      }
    }
    if (piece.stretches().get(0).function() != function) {
      return; // its chains are those of the function in which it begins
    }
    Sum sum = sum(loop);
    sum.mispredicted += piece.mispredictions();
    sum.chains.add(piece);
  }

  /** Adds branches behind an access that were not foreseen. */
  void addMispredicted(int loop, long mispredicted) {
    sum(loop).mispredicted += mispredicted;
  }

  private Sum sum(int loop) {
    return sums.computeIfAbsent(loop, l -> new Sum());
  }

  /** How often a loop was gone through, by its head. */
  long rounds(long head) {
    return heads.get(head);
  }

  /** What a loop executed itself, and the longest chain in it. */
  InstructionCounts of(int loop) {
    Sum sum = sum(loop);
    InstructionCounts own =
        InstructionCounts.of(sum.instructions, new long[ChainLink.values().length]);
    InstructionCounts counts = branches ? own.withBranches(sum.conditional, sum.mispredicted) : own;
    long all =
        sums.entrySet().stream()
            .filter(row -> isIn(row.getKey(), loop))
            .mapToLong(row -> Arrays.stream(row.getValue().instructions).sum())
            .sum();
    return sum.chains.longest(counts, all, register -> begins(loop, register));
  }

  /**
   * How often the chain through a register begins in a loop: where its own code gives the register
   * a new value; once in a round if a loop inside it does, and once each time it is entered if code
   * around it does.
   */
  private long begins(int loop, int register) {
    long inside = 0;
    long outside = 0;
    for (Map.Entry<Integer, Sum> row : sums.entrySet()) {
      long anew = row.getValue().chains.anew(register);
      if (!isIn(row.getKey(), loop)) {
        outside += anew;
      } else if (row.getKey() != loop) {
        inside += anew;
      }
    }
    return sum(loop).chains.anew(register)
        + Math.min(inside, rounds(nest.start(loop)))
        + Math.min(outside, rounds(nest.start(nest.parent(loop))));
  }

  /** Whether a loop is another one, or inside it. */
  private boolean isIn(int loop, int around) {
    for (int at = loop; at >= 0; at = nest.parent(at)) {
      if (at == around) {
        return true;
      }
    }
    return false;
  }
}
