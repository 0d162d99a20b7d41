package org.tslmap.collector.wire;

import java.util.List;

/**
 * Where values of a block come from: registers at its start, and its loads.
 *
 * @param block the block's number
 * @param values what is known, in the order in which it happens
 */
public record BlockValues(int block, List<Value> values) implements Frame {

  /** Keeps the list unmodifiable. */
  public BlockValues {
    values = List.copyOf(values);
  }

  /** What has a value. */
  public enum What {
    /** An access: its address. */
    ADDRESS,
    /** A store: what it stores. */
    STORED,
    /** A general register at the block's end. */
    REGISTER,
    /** Registers whose values at the end come from nothing. */
    CLEARED,
    /** The condition of an exit. */
    CONDITION,
    /** No value: where the block goes on, an address in the place of loads. */
    NEXT
  }

  /**
   * Where a value comes from.
   *
   * @param what what has it
   * @param which number of the access, register or exit
   * @param registers one bit for each general register at the block's start; for {@link
   *     What#CLEARED} those that are meant
   * @param loads one bit for each of the block's first 64 accesses; for {@link What#NEXT} an
   *     address
   */
  public record Value(What what, int which, int registers, long loads) {}
}
