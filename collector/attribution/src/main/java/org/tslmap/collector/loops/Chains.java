package org.tslmap.collector.loops;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.tslmap.collector.wire.ExecutedCode;
import org.tslmap.locality.profile.ChainLink;
import org.tslmap.locality.profile.InstructionCounts;

/**
 * Chains of operations through registers, each of which waits for the one before. A chain through a
 * register ends where the register gets a value that does not come from what it had, and another
 * one begins: a core has as many of them under way as it sees at a time, so they count less than
 * one that goes on.
 */
public final class Chains {
  private static final int LINKS = ChainLink.values().length;

  /** By which chains are compared, in the order of links: tsl_operations.c has the same. */
  private static final long[] LATENCY = {1, 3, 15, 4, 14, 4, 4, 7};

  /** How many instructions a core looks ahead, likewise. */
  private static final double WINDOW = 256;

  private final Map<Integer, long[]> links = new HashMap<>();
  private final Map<Integer, Long> anew = new HashMap<>();

  /** Adds what a piece of code does to chains. */
  public void add(ExecutedCode.Piece piece) {
    for (ExecutedCode.Link link : piece.links()) {
      long[] chain = links.computeIfAbsent(link.register(), r -> new long[LINKS]);
      for (int i = 0; i < LINKS; i++) {
        chain[i] += piece.executions() * link.counts().get(i);
      }
    }
    for (int left = piece.anew(); left != 0; left &= left - 1) {
      anew.merge(Integer.numberOfTrailingZeros(left), piece.executions(), Long::sum);
    }
  }

  /** How often a register was given a new value. */
  long anew(int register) {
    return anew.getOrDefault(register, 0L);
  }

  /** Some instructions with the longest of these chains, which begin anew in these alone. */
  public InstructionCounts longest(InstructionCounts counts) {
    return longest(counts, counts.all(), this::anew);
  }

  /**
   * Some instructions with the longest of these chains.
   *
   * @param all instructions over which the chains go on
   * @param begins how often the chain through a register begins
   */
  InstructionCounts longest(InstructionCounts counts, long all, IntToLongFunction begins) {
    double most = 0;
    long[] found = new long[LINKS];
    long begun = 0;
    for (Map.Entry<Integer, long[]> chain : links.entrySet()) {
      long times = begins.applyAsLong(chain.getKey());
      double cycles = 0;
      for (int i = 0; i < LINKS; i++) {
        cycles += LATENCY[i] * chain.getValue()[i];
      }
      cycles /= 1 + WINDOW * times / Math.max(1, all);
      if (cycles > most) {
        most = cycles;
        found = chain.getValue();
        begun = times;
      }
    }
    return counts.withChain(found, begun);
  }
}
