package org.tslmap.collector.attribution;

import java.util.Arrays;

/**
 * The calling context tree: one node for each path along which a function was called. A node is
 * known by its caller's node, the site of the call and the function. Calls, loads and stores are
 * counted for each.
 *
 * <p>Recursion is folded: a function that is on the path already goes on in the node it has there.
 * Such calls have a node of their own, which counts them and never has accesses. What is called
 * deeper than the limit belongs to the last function of the path within it.
 */
final class CallTree {
  /** The parent of a root, and the call site of what was not called. */
  static final int NONE = -1;

  /** Nodes there may be; what would need another one belongs to its caller. */
  static final int MAX_NODES = 1 << 17;

  private static final int KEY = 4;

  private final int depthLimit;
  private int[] parent = new int[64];
  private int[] function = new int[64];
  private int[] callSite = new int[64];
  private int[] depth = new int[64];
  private long[] calls = new long[64];
  private long[] loads = new long[64];
  private long[] stores = new long[64];

  /** The node that a call goes on in: itself, or the one of the function that runs already. */
  private int[] runsIn = new int[64];

  private int nodes;
  private boolean counts = true;

  /** Open addressing: parent, call site, function, node + 1 (0 where free). */
  private int[] index = new int[256 * KEY];

  private int known;

  /**
   * An empty tree.
   *
   * @param depthLimit functions in a path at most
   */
  CallTree(int depthLimit) {
    this.depthLimit = depthLimit;
  }

  /** How many nodes there are; they are numbered from 0, parents before children. */
  int size() {
    return nodes;
  }

  int parent(int node) {
    return parent[node];
  }

  int function(int node) {
    return function[node];
  }

  /** The access site that stored the return address, {@link #NONE} if there was none. */
  int callSite(int node) {
    return callSite[node];
  }

  long calls(int node) {
    return calls[node];
  }

  long loads(int node) {
    return loads[node];
  }

  long stores(int node) {
    return stores[node];
  }

  /** A node's function made accesses. */
  void add(int node, long moreLoads, long moreStores) {
    loads[node] += moreLoads;
    stores[node] += moreStores;
  }

  /** Whether calls are counted from here on: only those at times that are selected are. */
  void countCalls(boolean counted) {
    counts = counted;
  }

  /** The node of a function that is called in the context of another one, counted as called. */
  int called(int caller, int site, int callee) {
    int node = find(caller, site, callee);
    if (counts && function[node] == callee) {
      calls[node]++;
    }
    return runsIn[node];
  }

  private int find(int caller, int site, int callee) {
    int mask = index.length / KEY - 1;
    int place = hash(caller, site, callee) & mask;
    while (index[KEY * place + 3] != 0) {
      int at = KEY * place;
      if (index[at] == caller && index[at + 1] == site && index[at + 2] == callee) {
        return index[at + 3] - 1;
      }
      place = place + 1 & mask;
    }
    int node = fold(caller, site, callee);
    put(KEY * place, caller, site, callee, node);
    if (++known > mask / 2) {
      grow();
    }
    return node;
  }

  /** The node of a path that comes for the first time. */
  private int fold(int caller, int site, int callee) {
    int running = caller;
    while (running != NONE && function[running] != callee) {
      running = parent[running];
    }
    int level = caller == NONE ? 0 : depth[caller] + 1;
    if (running != NONE && nodes >= MAX_NODES) {
      return running;
    }
    if (running == NONE && caller != NONE && (level >= depthLimit || nodes >= MAX_NODES)) {
      return caller;
    }
    if (nodes == parent.length) {
      int length = 2 * nodes;
      parent = Arrays.copyOf(parent, length);
      function = Arrays.copyOf(function, length);
      callSite = Arrays.copyOf(callSite, length);
      depth = Arrays.copyOf(depth, length);
      calls = Arrays.copyOf(calls, length);
      loads = Arrays.copyOf(loads, length);
      stores = Arrays.copyOf(stores, length);
      runsIn = Arrays.copyOf(runsIn, length);
    }
    parent[nodes] = caller;
    function[nodes] = callee;
    callSite[nodes] = site;
    depth[nodes] = level;
    runsIn[nodes] = running == NONE ? nodes : running;
    return nodes++;
  }

  private void put(int at, int caller, int site, int callee, int node) {
    index[at] = caller;
    index[at + 1] = site;
    index[at + 2] = callee;
    index[at + 3] = node + 1;
  }

  private void grow() {
    int[] old = index;
    index = new int[2 * old.length];
    int mask = index.length / KEY - 1;
    for (int at = 0; at < old.length; at += KEY) {
      if (old[at + 3] != 0) {
        int place = hash(old[at], old[at + 1], old[at + 2]) & mask;
        while (index[KEY * place + 3] != 0) {
          place = place + 1 & mask;
        }
        put(KEY * place, old[at], old[at + 1], old[at + 2], old[at + 3] - 1);
      }
    }
  }

  private static int hash(int a, int b, int c) {
    long h = (a * 0x9E3779B97F4A7C15L ^ b) * 0xC2B2AE3D27D4EB4FL ^ c;
    h *= 0x9E3779B97F4A7C15L;
    return (int) (h >>> 33);
  }
}
