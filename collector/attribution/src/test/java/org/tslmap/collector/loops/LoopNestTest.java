package org.tslmap.collector.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.wire.CodeFlow;

/** Loops of graphs made by hand, and of many small ones against the definition of a loop. */
class LoopNestTest {
  private static CodeFlow.Straight straight(long start, long end) {
    return new CodeFlow.Straight(start, (int) (end - start), 0);
  }

  private static CodeFlow.Jump jump(long behind, long to) {
    return new CodeFlow.Jump(behind, to, 0, false);
  }

  /** Heads and addresses of all nodes, with the number of the loop around. */
  private static List<String> loops(FlowGraph graph) {
    LoopNest nest = new LoopNest(graph);
    List<String> found = new ArrayList<>();
    for (LoopNest.Loop loop : nest.loops()) {
      found.add(
          "%d%s %s in %d"
              .formatted(
                  graph.start(loop.head()),
                  loop.reducible() ? "" : "+",
                  loop.nodes().stream().mapToObj(graph::start).toList(),
                  loop.parent()));
    }
    return found;
  }

  @Test
  void piecesThatOverlapAreOneGraph() {
    // A jump at 30 back to 20 and one at 40 back to 10; translated from 10, 20, 30 and 40 on.
    FlowGraph graph =
        new FlowGraph(
            10,
            List.of(straight(10, 30), straight(20, 30), straight(30, 40), straight(40, 50)),
            List.of(jump(30, 20), jump(30, 30), jump(40, 10), jump(40, 40)));
    assertEquals(4, graph.size());
    assertEquals(List.of("10 [10, 20, 30] in -1", "20 [20] in 0"), loops(graph));
    LoopNest nest = new LoopNest(graph);
    assertEquals(1, nest.innermost(graph.at(25)));
    assertEquals(0, nest.innermost(graph.at(39)));
    assertEquals(-1, nest.innermost(graph.at(49)));
    assertEquals(-1, graph.at(50));
    assertEquals(-1, graph.at(9));
  }

  @Test
  void codeBehindAJumpBackIsNotInTheLoop() {
    // One piece: 10..20 jcc 10, and then 20..40.
    FlowGraph graph = new FlowGraph(10, List.of(straight(10, 40)), List.of(jump(20, 10)));
    assertEquals(List.of("10 [10] in -1"), loops(graph));
  }

  @Test
  void codeThatOnlyStandsBehindOtherCodeIsNotReachedFromThere() {
    // 10..20 jumps to 30; 20..30 is reached from 30..40 only, and goes on to 30.
    FlowGraph graph =
        new FlowGraph(
            10, List.of(straight(10, 20), straight(20, 40)), List.of(jump(20, 30), jump(40, 20)));
    assertEquals(List.of("30 [20, 30] in -1"), loops(graph));
  }

  @Test
  void aLoopWithTwoEntriesIsIrreducibleAndTheOneInsideIsFound() {
    FlowGraph graph =
        new FlowGraph(
            10,
            List.of(straight(10, 20), straight(20, 30), straight(30, 40), straight(40, 50)),
            List.of(
                jump(20, 20),
                jump(20, 30),
                jump(30, 30),
                jump(40, 20),
                jump(40, 40),
                jump(30, 20)));
    assertEquals(List.of("20+ [20, 30] in -1"), loops(graph));
  }

  @Test
  void anIndirectJumpLeadsToWhatNothingElseLeadsTo() {
    // 10: switch; 20, 30, 40: cases that go to 50; 50 goes back to 10.
    FlowGraph graph =
        new FlowGraph(
            5,
            List.of(
                straight(5, 10),
                straight(10, 20),
                straight(20, 30),
                straight(30, 40),
                straight(50, 60),
                straight(60, 70)),
            List.of(
                jump(10, 10), jump(20, 0), jump(30, 50), jump(40, 50), jump(60, 10), jump(60, 60)));
    assertEquals(List.of("10 [10, 20, 30, 50] in -1"), loops(graph));
    LoopNest nest = new LoopNest(graph);
    LoopNest.Loop loop = nest.loops().get(0);
    assertTrue(nest.isPassedAlways(loop, graph.at(50)));
    assertFalse(nest.isPassedAlways(loop, graph.at(20)));
  }

  @Test
  void twoLoopsWithOneHeadAreToldApartByANode() {
    // 20: head; 10: goes back to it, as does 40; 30 has a loop of its own.
    FlowGraph graph =
        new FlowGraph(
            20,
            List.of(straight(10, 20), straight(20, 30), straight(30, 40), straight(40, 50)),
            List.of(
                jump(20, 20),
                jump(30, 10),
                jump(30, 30),
                jump(40, 30),
                jump(40, 40),
                jump(50, 20)));
    assertEquals(List.of("20 [10, 20, 30, 40] in -1", "30 [30] in 0"), loops(graph));
    LoopNest nest = new LoopNest(graph);
    assertEquals(
        List.of(10L, 20L), nest.round(0, graph.at(10)).stream().mapToObj(graph::start).toList());
    assertEquals(
        List.of(20L, 40L), nest.round(0, graph.at(40)).stream().mapToObj(graph::start).toList());
  }

  @Property(tries = 500)
  void loopsAreWhatTheirDefinitionSays(@ForAll Random random) {
    int size = 1 + random.nextInt(9);
    List<CodeFlow.Straight> straights = new ArrayList<>();
    List<CodeFlow.Jump> jumps = new ArrayList<>();
    boolean[][] edge = new boolean[size][size];
    for (int i = 0; i < size; i++) {
      straights.add(straight(10L * (i + 1), 10L * (i + 2)));
      for (int to = 0; to < size; to++) {
        if (random.nextInt(size) < 2) {
          jumps.add(jump(10L * (i + 2), 10L * (to + 1)));
          edge[i][to] = true;
        }
      }
    }
    FlowGraph graph = new FlowGraph(10, straights, jumps);
    assertEquals(size, graph.size());
    LoopNest nest = new LoopNest(graph);
    Set<BitSet> reducible = new HashSet<>();
    for (LoopNest.Loop loop : nest.loops()) {
      if (loop.reducible()) {
        assertEquals(naturalLoop(edge, loop.head(), loop.nodes()), loop.nodes());
        reducible.add(loop.nodes());
      }
      if (loop.parent() >= 0) {
        BitSet outside = (BitSet) loop.nodes().clone();
        outside.andNot(nest.loops().get(loop.parent()).nodes());
        assertTrue(outside.isEmpty());
      }
    }
    for (int head = 0; head < size; head++) {
      BitSet natural = dominatedLoop(edge, head);
      if (nest.loops().stream().allMatch(LoopNest.Loop::reducible) && !natural.isEmpty()) {
        assertTrue(reducible.contains(natural), head + " " + Arrays.deepToString(edge));
      }
    }
  }

  /** What reaches the jumps back to a head from within some nodes without passing it. */
  private static BitSet naturalLoop(boolean[][] edge, int head, BitSet within) {
    BitSet loop = new BitSet();
    loop.set(head);
    boolean grows = true;
    while (grows) {
      grows = false;
      for (int from = within.nextSetBit(0); from >= 0; from = within.nextSetBit(from + 1)) {
        for (int to = loop.nextSetBit(0);
            to >= 0 && !loop.get(from);
            to = loop.nextSetBit(to + 1)) {
          if (edge[from][to]) {
            loop.set(from);
            grows = true;
          }
        }
      }
    }
    return loop;
  }

  /** The natural loop of all jumps back to a head that dominates where they are; may be empty. */
  private static BitSet dominatedLoop(boolean[][] edge, int head) {
    int size = edge.length;
    BitSet without = reached(edge, head);
    BitSet reached = reached(edge, -1);
    BitSet dominated = (BitSet) reached.clone();
    dominated.andNot(without);
    boolean any = false;
    for (int from = 0; from < size; from++) {
      any |= dominated.get(from) && edge[from][head];
    }
    return any ? naturalLoop(edge, head, dominated) : new BitSet();
  }

  /** What is reached from the entries without passing a node. */
  private static BitSet reached(boolean[][] edge, int without) {
    int size = edge.length;
    BitSet reached = new BitSet();
    for (int node = 0; node < size; node++) {
      int at = node;
      boolean led = false;
      for (int from = 0; from < size; from++) {
        led |= edge[from][at];
      }
      if ((node == 0 || !led) && node != without) {
        reached.set(node);
      }
    }
    boolean grows = true;
    while (grows) {
      grows = false;
      for (int from = 0; from < size; from++) {
        for (int to = 0; to < size; to++) {
          if (reached.get(from) && edge[from][to] && to != without && !reached.get(to)) {
            reached.set(to);
            grows = true;
          }
        }
      }
    }
    return reached;
  }
}
