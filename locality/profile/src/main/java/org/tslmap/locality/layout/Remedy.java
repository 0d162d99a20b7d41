package org.tslmap.locality.layout;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A remedy for some accesses of a process that can be tried on its stored trace, since all it does
 * is to have data at other addresses.
 *
 * @param kind what it does
 * @param targets the data objects that it is applied to, at least one
 * @param instructions addresses of the instructions whose accesses it is for; those of a loop nest
 *     when loops are interchanged, and otherwise those that say what is used, and in which order
 */
public record Remedy(Kind kind, List<Target> targets, Set<Long> instructions) {

  /** What remedies do. */
  public enum Kind {
    /** The accesses of a loop nest go along rows instead of columns. */
    INTERCHANGE("loops interchanged"),
    /** Rows have unused bytes behind them. */
    PAD_ROWS("rows padded by a line"),
    /** Members of structures have arrays of their own. */
    SPLIT("members that are used in arrays of their own"),
    /** Nodes lie in the order in which they are used first. */
    POOL("nodes in a pool, in the order of first use"),
    /** Each word has a line of its own. */
    SPREAD("each word on a line of its own");

    private final String label;

    Kind(String label) {
      this.label = label;
    }

    /** What was changed, for people. */
    public String label() {
      return label;
    }
  }

  /**
   * A data object.
   *
   * @param object its number in the process's attribution
   * @param address where it begins if there is one of it, at a fixed place; 0 for blocks of the
   *     heap
   * @param bytes its size, of several blocks the largest
   * @param step bytes of a row or an element; 0 where it does not matter
   * @param elementBytes bytes of an element of a row; 0 where it does not matter
   */
  public record Target(int object, long address, long bytes, long step, long elementBytes) {}

  /** There must be something to change. */
  public Remedy {
    Objects.requireNonNull(kind, "kind");
    targets = List.copyOf(targets);
    instructions = Set.copyOf(instructions);
    if (targets.isEmpty() || instructions.isEmpty()) {
      throw new IllegalArgumentException("expected data and accesses to change, found none");
    }
  }

  /** Whether it moves data for these accesses only; otherwise for all of the process. */
  public boolean isOfLoopOnly() {
    return kind == Kind.INTERCHANGE;
  }

  /** Whether the trace must say first what is used, or in which order. */
  public boolean needsSurvey() {
    return kind == Kind.SPLIT || kind == Kind.POOL;
  }
}
