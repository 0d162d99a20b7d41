package org.tslmap.collector.wire;

import java.util.List;

/**
 * What one execution of some code does: of a translated block, or of its part up to a side exit.
 *
 * @param id its number, handed out in ascending order from 0
 * @param words address words that follow its header in the event stream, 0..16383
 * @param guest address of the block's code
 * @param ending how the block ends
 * @param accesses its accesses in program order
 */
public record BlockDescriptor(
    int id, int words, long guest, Ending ending, List<BlockAccess> accesses) implements Frame {
  /** The largest number of address words of a block. */
  public static final int MAX_WORDS = 16383;

  /** Keeps the list unmodifiable. */
  public BlockDescriptor {
    accesses = List.copyOf(accesses);
  }

  /** How a block ends. */
  public enum Ending {
    /** By a jump, or by running into the next block. */
    OTHER,
    /** By a call. */
    CALL,
    /** By a return. */
    RETURN,
    /** In its middle, by a conditional exit. */
    SIDE_EXIT
  }

  /**
   * One access of a block.
   *
   * @param site the access site's number
   * @param word which address word its address is derived from, or {@link #NO_WORD}
   * @param guarded whether the access happened only if its word is not 0
   * @param offset what is added to the word; the address itself without a word
   */
  public record BlockAccess(int site, int word, boolean guarded, long offset) {
    /** The {@code word} of an access at a constant address. */
    public static final int NO_WORD = 0xFFFF;
  }
}
