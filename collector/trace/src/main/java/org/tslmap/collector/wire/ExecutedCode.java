package org.tslmap.collector.wire;

import java.util.List;
import java.util.stream.IntStream;
import org.tslmap.locality.profile.ChainLink;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.InstructionKind;

/**
 * Which code was executed how often in the whole run, before its end.
 *
 * @param pieces code that was always executed as a whole; a stream may have several such frames
 */
public record ExecutedCode(List<Piece> pieces) implements Frame {

  /** Counts of a link. */
  static final int LINK_KINDS = ChainLink.values().length;

  /** Those of older streams, which do not say how many. */
  static final int FIRST_LINK_KINDS = InstructionCounts.FIRST_LINKS;

  /** Registers through which chains are followed. */
  static final int REGISTERS = 32;

  /**
   * Code from the begin of a block, or from where it was counted before, to one of its exits.
   *
   * @param executions how often
   * @param mispredictions how often a small predictor did not foresee which way it goes on; only of
   *     code without accesses, of others the accesses tell
   * @param stretches its instructions, at least one stretch
   * @param links what one execution adds to chains
   * @param anew a bit for each register that it gives a value which does not come from what the
   *     register had: a chain through it ends, and another may begin
   */
  public record Piece(
      long executions, long mispredictions, List<Stretch> stretches, List<Link> links, int anew) {
    /** Keeps the lists unmodifiable. */
    public Piece {
      stretches = List.copyOf(stretches);
      links = List.copyOf(links);
    }
  }

  /**
   * Instructions one behind the other.
   *
   * @param start address of the first
   * @param function number of the function that all of them belong to
   * @param instructions at least one
   */
  public record Stretch(long start, int function, List<Instruction> instructions) {
    /** Keeps the list unmodifiable. */
    public Stretch {
      instructions = List.copyOf(instructions);
    }

    /** Whether an instruction at an address is one of them. */
    public boolean has(long address) {
      long at = start;
      for (Instruction instruction : instructions) {
        if (at >= address) {
          return at == address;
        }
        at += instruction.bytes();
      }
      return false;
    }

    /** How many are conditional jumps. */
    public long conditional() {
      return instructions.stream().filter(Instruction::conditional).count();
    }
  }

  /**
   * An instruction.
   *
   * @param bytes how long it is
   * @param kind what it does
   * @param conditional whether it is a jump that may not be taken
   */
  public record Instruction(int bytes, InstructionKind kind, boolean conditional) {
    private static final InstructionKind[] KINDS = InstructionKind.values();
    private static final List<Instruction> ALL =
        IntStream.range(0, 256).mapToObj(Instruction::read).toList();

    /** A conversion has the kind of floating-point operations, and the bit of conditional jumps. */
    private static Instruction read(int code) {
      InstructionKind kind = KINDS[code >> 4 & 7];
      return code >= 128 && kind == InstructionKind.FLOATING
          ? new Instruction(code & 15, InstructionKind.CONVERSION, false)
          : new Instruction(code & 15, kind, code >= 128);
    }

    /** That of a byte of the protocol. */
    static Instruction of(int code) {
      return ALL.get(code);
    }

    /** Its byte. */
    int code() {
      boolean converts = kind == InstructionKind.CONVERSION;
      InstructionKind told = converts ? InstructionKind.FLOATING : kind;
      return bytes | told.ordinal() << 4 | (converts || conditional ? 128 : 0);
    }
  }

  /**
   * What is added to the chain of operations through a register.
   *
   * @param register its number
   * @param counts how many operations of each kind, in the order of {@link ChainLink}
   */
  public record Link(int register, List<Integer> counts) {
    /** Keeps the list unmodifiable. */
    public Link {
      counts = List.copyOf(counts);
    }
  }

  /** Keeps the list unmodifiable. */
  public ExecutedCode {
    pieces = List.copyOf(pieces);
  }
}
