package org.tslmap.collector.loops;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * The loops of a control-flow graph and which is inside which.
 *
 * <p>A loop is a strongly connected part of the graph. If it is entered at one node only, its head,
 * the head dominates it, and the part is the natural loop of all jumps back to the head. Without
 * these jumps, the strongly connected parts that remain are the loops inside it. A part with
 * several entries is irreducible: no loop of a structured program. Its insides are found in the
 * same way, without the jumps to any of the entries (B. Steensgaard, Sequentializing Program
 * Dependence Graphs for Irreducible Programs, Microsoft Research MSR-TR-93-14). Parts are found by
 * Tarjan's algorithm, once for each depth.
 */
final class LoopNest {
  /**
   * A loop.
   *
   * @param parent number of the loop around it, which comes before it; -1 if there is none
   * @param head where it is entered; of an irreducible one the entry at the lowest address
   * @param reducible whether it is entered only there
   * @param nodes all its nodes, those of inner loops too
   */
  record Loop(int parent, int head, boolean reducible, BitSet nodes) {}

  private final FlowGraph graph;
  private final List<Loop> loops = new ArrayList<>();
  private final int[] innermost;
  private final int[] order;
  private final int[] low;
  private int reached;

  LoopNest(FlowGraph graph) {
    this.graph = graph;
    innermost = new int[graph.size()];
    order = new int[graph.size()];
    low = new int[graph.size()];
    Arrays.fill(innermost, -1);
    BitSet all = new BitSet();
    all.set(0, graph.size());
    add(-1, all, new BitSet());
    for (int i = 0; i < loops.size(); i++) {
      Loop loop = loops.get(i);
      add(i, loop.nodes(), loop.reducible() ? only(loop.head()) : entries(loop.nodes()));
    }
  }

  /** The loops, outer ones before inner ones. */
  List<Loop> loops() {
    return loops;
  }

  /** The innermost loop of a node, or -1. */
  int innermost(int node) {
    return innermost[node];
  }

  /**
   * Whether every way through a reducible loop, from its head back to its head, passes the node.
   */
  boolean isPassedAlways(Loop loop, int node) {
    if (node == loop.head()) {
      return true;
    }
    BitSet seen = only(loop.head());
    Deque<Integer> open = new ArrayDeque<>(List.of(loop.head()));
    while (!open.isEmpty()) {
      for (int next : graph.successors(open.pop())) {
        if (next == loop.head()) {
          return false;
        }
        if (next != node && loop.nodes().get(next) && !seen.get(next)) {
          seen.set(next);
          open.push(next);
        }
      }
    }
    return true;
  }

  /**
   * The nodes that a round through a loop may pass if it passes a certain one, without those of
   * loops inside. Two loops of the source that begin at the same place are one here; a node of one
   * of them tells which is meant.
   *
   * @param number the loop's
   * @param node a node of the loop
   */
  BitSet round(int number, int node) {
    Loop loop = loops.get(number);
    BitSet ahead = spread(only(node), loop, false);
    BitSet last = new BitSet();
    ahead.stream()
        .filter(from -> Arrays.stream(graph.successors(from)).anyMatch(to -> to == loop.head()))
        .forEach(last::set);
    BitSet round = spread(last, loop, true);
    round.set(loop.head());
    round.stream().filter(in -> innermost[in] != number).forEach(round::clear);
    return round;
  }

  /** What is reached from some nodes of a loop, or reaches them, without passing its head. */
  private BitSet spread(BitSet from, Loop loop, boolean backwards) {
    BitSet reached = (BitSet) from.clone();
    boolean grows = true;
    while (grows) {
      int before = reached.cardinality();
      for (int node : loop.nodes().stream().toArray()) {
        for (int to : graph.successors(node)) {
          int source = backwards ? to : node;
          int target = backwards ? node : to;
          if (reached.get(source)
              && source != loop.head()
              && loop.nodes().get(target)
              && loop.nodes().get(source)) {
            reached.set(target);
          }
        }
      }
      grows = reached.cardinality() > before;
    }
    return reached;
  }

  private static BitSet only(int node) {
    BitSet set = new BitSet();
    set.set(node);
    return set;
  }

  /**
   * Adds the strongly connected parts of some nodes, without the edges to certain ones of these.
   */
  private void add(int parent, BitSet nodes, BitSet notTo) {
    Arrays.fill(order, 0);
    reached = 0;
    Deque<Integer> stack = new ArrayDeque<>();
    BitSet onStack = new BitSet();
    nodes.stream()
        .filter(node -> order[node] == 0)
        .forEach(node -> visit(node, parent, nodes, notTo, stack, onStack));
  }

  /** A node that is being visited, and how many of its successors were looked at. */
  private static final class Visit {
    private final int node;
    private int next;

    Visit(int node) {
      this.node = node;
    }
  }

  private void visit(
      int root, int parent, BitSet nodes, BitSet notTo, Deque<Integer> stack, BitSet onStack) {
    Deque<Visit> path = new ArrayDeque<>();
    enter(root, path, stack, onStack);
    while (!path.isEmpty()) {
      Visit visit = path.peek();
      int[] successors = graph.successors(visit.node);
      if (visit.next < successors.length) {
        int to = successors[visit.next++];
        if (!nodes.get(to) || notTo.get(to)) {
          continue;
        }
        if (order[to] == 0) {
          enter(to, path, stack, onStack);
        } else if (onStack.get(to)) {
          low[visit.node] = Math.min(low[visit.node], order[to]);
        }
        continue;
      }
      path.pop();
      if (!path.isEmpty()) {
        int before = path.peek().node;
        low[before] = Math.min(low[before], low[visit.node]);
      }
      if (low[visit.node] == order[visit.node]) {
        part(visit.node, parent, notTo, stack, onStack);
      }
    }
  }

  private void enter(int node, Deque<Visit> path, Deque<Integer> stack, BitSet onStack) {
    order[node] = ++reached;
    low[node] = reached;
    path.push(new Visit(node));
    stack.push(node);
    onStack.set(node);
  }

  /** Takes a strongly connected part from the stack. */
  private void part(int first, int parent, BitSet notTo, Deque<Integer> stack, BitSet onStack) {
    BitSet part = new BitSet();
    int node;
    do {
      node = stack.pop();
      onStack.clear(node);
      part.set(node);
    } while (node != first);
    boolean itself = Arrays.stream(graph.successors(first)).anyMatch(to -> to == first);
    if (part.cardinality() == 1 && (!itself || notTo.get(first))) {
      return;
    }
    BitSet entries = entries(part);
    int head = entries.isEmpty() ? part.nextSetBit(0) : entries.nextSetBit(0);
    part.stream().forEach(in -> innermost[in] = loops.size());
    loops.add(new Loop(parent, head, entries.cardinality() <= 1, part));
  }

  /** Those nodes of a part that are reached from outside of it. */
  private BitSet entries(BitSet part) {
    BitSet entries = new BitSet();
    for (int node = 0; node < graph.size(); node++) {
      boolean inside = part.get(node);
      if (inside && graph.isEntry(node)) {
        entries.set(node);
      }
      if (!inside) {
        for (int to : graph.successors(node)) {
          if (part.get(to)) {
            entries.set(to);
          }
        }
      }
    }
    return entries;
  }
}
