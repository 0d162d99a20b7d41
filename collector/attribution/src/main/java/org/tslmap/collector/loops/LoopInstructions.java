package org.tslmap.collector.loops;

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
  private static final int LINKS = ChainLink.values().length;

  /** By which chains are compared, in the order of links: tsl_operations.c has the same. */
  private static final long[] LATENCY = {1, 3, 15, 4, 14, 4};

  private static final class Sum {
    private final long[] instructions = new long[KINDS];
    private final Map<Integer, long[]> chains = new HashMap<>();
    private long conditional;
    private long mispredicted;
  }

  private final int function;
  private final LongToIntFunction loopOf;
  private final boolean branches;
  private final Map<Integer, Sum> sums = new HashMap<>();

  /** How often the instructions at heads of loops were executed. */
  private final Map<Long, Long> heads = new HashMap<>();

  /**
   * Nothing yet.
   *
   * @param function its number
   * @param loopOf the loop of the instruction at an address, -1 for none
   * @param heads where loops begin
   * @param branches whether it is known which branches were not foreseen
   */
  LoopInstructions(int function, LongToIntFunction loopOf, LongStream heads, boolean branches) {
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
    for (ExecutedCode.Link link : piece.links()) {
      long[] chain = sum.chains.computeIfAbsent(link.register(), r -> new long[LINKS]);
      for (int i = 0; i < LINKS; i++) {
        chain[i] += piece.executions() * link.counts().get(i);
      }
    }
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

  /** What a loop executed itself. */
  InstructionCounts of(int loop) {
    Sum sum = sum(loop);
    long[] numbers = new long[InstructionCounts.NUMBERS];
    System.arraycopy(sum.instructions, 0, numbers, 0, KINDS);
    long most = 0;
    for (long[] chain : sum.chains.values()) {
      long cycles = 0;
      for (int i = 0; i < LINKS; i++) {
        cycles += LATENCY[i] * chain[i];
      }
      if (cycles > most) {
        most = cycles;
        System.arraycopy(chain, 0, numbers, KINDS, LINKS);
      }
    }
    InstructionCounts counts = new InstructionCounts(numbers);
    return branches ? counts.withBranches(sum.conditional, sum.mispredicted) : counts;
  }
}
