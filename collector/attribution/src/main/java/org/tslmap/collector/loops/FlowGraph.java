package org.tslmap.collector.loops;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.tslmap.collector.wire.CodeFlow;

/**
 * The control-flow graph of one function, as far as its code was translated. A node is a stretch of
 * instructions that is entered at its first and left behind its last; nodes are numbered by
 * address.
 *
 * <p>Valgrind translates overlapping pieces of code: one that begins in the middle of another. So
 * edges are known by the addresses of instructions, and all pieces are cut wherever one of them
 * begins, and where a jump leaves or arrives.
 *
 * <p>Where an indirect jump goes (a table of a {@code switch}) is not known. It gets an edge to
 * every node that nothing else leads to, but for the first of the function.
 */
final class FlowGraph {
  /** Code from an address on; the ends of ranges do not run into what follows. */
  private record Range(long start, long end) {}

  private final long[] starts;
  private final long[] ends;
  private final int[][] successors;
  private final BitSet entries = new BitSet();
  private final BitSet pauses = new BitSet();
  private final BitSet jumping = new BitSet();

  /**
   * The graph of what is known of one function.
   *
   * @param entry address of the function's first instruction
   */
  FlowGraph(long entry, List<CodeFlow.Straight> straights, List<CodeFlow.Jump> jumps) {
    List<Range> ranges = ranges(straights);
    NavigableSet<Long> cuts = new TreeSet<>();
    straights.forEach(straight -> cuts.add(straight.start()));
    for (CodeFlow.Jump jump : jumps) {
      cuts.add(jump.behind());
      cuts.add(jump.to());
    }
    List<Range> nodes = new ArrayList<>();
    List<Boolean> runsOn = new ArrayList<>();
    for (Range range : ranges) {
      long start = range.start();
      for (long cut : cuts.subSet(range.start(), false, range.end(), false)) {
        nodes.add(new Range(start, cut));
        runsOn.add(true);
        start = cut;
      }
      nodes.add(new Range(start, range.end()));
      runsOn.add(false);
    }
    starts = nodes.stream().mapToLong(Range::start).toArray();
    ends = nodes.stream().mapToLong(Range::end).toArray();
    List<BitSet> edges = new ArrayList<>();
    for (int i = 0; i < starts.length; i++) {
      edges.add(new BitSet());
      if (runsOn.get(i)) {
        edges.get(i).set(i + 1);
      }
    }
    int first = Arrays.binarySearch(starts, entry);
    if (first >= 0) {
      entries.set(first);
    }
    connect(jumps, edges);
    successors = edges.stream().map(to -> to.stream().toArray()).toArray(int[][]::new);
  }

  /** What straight pieces cover, where each begins in or before the end of the one before. */
  private static List<Range> ranges(List<CodeFlow.Straight> straights) {
    List<Range> ranges = new ArrayList<>();
    long start = 0;
    long end = 0;
    for (CodeFlow.Straight straight :
        straights.stream().sorted(Comparator.comparingLong(CodeFlow.Straight::start)).toList()) {
      if (straight.start() >= end) {
        if (end != start) {
          ranges.add(new Range(start, end));
        }
        start = straight.start();
        end = start;
      }
      end = Math.max(end, straight.start() + straight.bytes());
    }
    if (end != start) {
      ranges.add(new Range(start, end));
    }
    return ranges;
  }

  private void connect(List<CodeFlow.Jump> jumps, List<BitSet> edges) {
    BitSet indirect = new BitSet();
    for (CodeFlow.Jump jump : jumps) {
      int from = at(jump.behind() - 1);
      int to = Arrays.binarySearch(starts, jump.to());
      if (from >= 0 && jump.to() != jump.behind()) {
        jumping.set(from);
      }
      if (from >= 0 && jump.pauses()) {
        pauses.set(from);
      }
      if (from >= 0 && jump.to() == 0) {
        indirect.set(from);
      } else if (from >= 0 && to >= 0) {
        edges.get(from).set(to);
      }
    }
    BitSet reached = (BitSet) entries.clone();
    edges.forEach(reached::or);
    for (int node = reached.nextClearBit(0);
        node < starts.length;
        node = reached.nextClearBit(node + 1)) {
      if (indirect.isEmpty()) {
        entries.set(node);
      }
      int unreached = node;
      indirect.stream().forEach(from -> edges.get(from).set(unreached));
    }
  }

  int size() {
    return starts.length;
  }

  long start(int node) {
    return starts[node];
  }

  /** Address of a node's last byte. */
  long last(int node) {
    return ends[node] - 1;
  }

  /** Whether a node's last instruction may go on elsewhere than behind itself. */
  boolean endsWithJump(int node) {
    return jumping.get(node);
  }

  int[] successors(int node) {
    return successors[node];
  }

  /** Whether the function begins there, or nothing is known to lead there. */
  boolean isEntry(int node) {
    return entries.get(node);
  }

  /** The nodes with the instruction PAUSE. */
  BitSet pauses() {
    return pauses;
  }

  /** The node with the code at an address, or -1. */
  int at(long address) {
    int place = Arrays.binarySearch(starts, address);
    int node = place >= 0 ? place : -place - 2;
    return node >= 0 && address < ends[node] ? node : -1;
  }
}
