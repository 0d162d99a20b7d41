package org.tslmap.collector.attribution;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The calls of one thread that have not returned, rebuilt from what its instructions stored and
 * loaded.
 */
/*
 * Every call stores the return address at some address A, and every return loads it from there. The
 * canonical frame address (CFA) of the callee is A + 8. Stacks grow down, so a call at A, and a
 * return at A, both mean that every frame with CFA - 8 <= A is gone. That alone survives longjmp and
 * exceptions: what they pass over goes with the next call or return.
 *
 * In between, the function that a block belongs to is compared with that of the top frame. A block at
 * a function's first instruction that was not called is a tail call: the frame goes on under another
 * name, and keeps its home, the function that was called. As in Callgrind, who jumped is the caller
 * in the call tree, so that all that a call brings is below what was called. Of several jumps in a
 * row, what the second and later ones lead to stays side by side, or programs that only jump
 * (interpreters) would have endless paths. Entries of linkage tables, and what finds their targets,
 * are nobody's callers. Otherwise control came back to a function
 * that is on the stack, its nearest frame is the top now. And when nothing fits, it was a tail
 * call of a function that begins without an access, or a switch to another stack.
 *
 * Frame 0 was never called: the thread's first function. Nothing is known of its CFA, which is 0.
 *
 * A signal's handler is told of as if it had been called, but what it interrupts is not its caller:
 * it is the root of paths of its own. Its stack may be another one, at higher addresses even, so its
 * return ends nothing but its own frame.
 */
final class CallStack {
  /** The function of a callee of which nothing has run yet, or of an empty stack. */
  static final int UNNAMED = -1;

  private static final int SEARCH = 4096;

  /** Jumps of a frame that lead one level down in the call tree each. */
  private static final int NESTED_JUMPS = 1;

  private final CallTree tree;
  private final LiveRanges ranges;
  private final IntPredicate stubs;
  private final boolean complete;
  private long[] cfa = new long[64];
  private int[] function = new int[64];
  private int[] home = new int[64];
  private int[] node = new int[64];
  private int[] homeNode = new int[64];
  private int[] callSite = new int[64];

  /** Nested jumps since the home function ran, and the node of what the last of them led to. */
  private byte[] jumps = new byte[64];

  private int[] jumpedTo = new int[64];

  /** Whether the frame is that of a signal's handler. */
  private boolean[] handler = new boolean[64];

  /** The live range that stands for the frame; 0 before it is asked for. */
  private int[] frameRange = new int[64];

  private int top;
  private int returnedFrom = CallTree.NONE;

  /**
   * A stack without calls.
   *
   * @param stubs the functions that only jump on to what was called
   * @param complete whether every block with an access will come. Then who runs after a call is the
   *     callee, which may begin with a block without any; otherwise it may be the caller again,
   *     back from a callee that was left out.
   */
  CallStack(CallTree tree, LiveRanges ranges, IntPredicate stubs, boolean complete) {
    this.tree = tree;
    this.ranges = ranges;
    this.stubs = stubs;
    this.complete = complete;
    function[0] = UNNAMED;
    home[0] = UNNAMED;
    callSite[0] = CallTree.NONE;
    node[0] = CallTree.NONE;
  }

  /** Number of the top frame; the thread's first function is frame 0. */
  int top() {
    return top;
  }

  /** The top frame's canonical frame address, 0 when it is not known. */
  long cfa() {
    return cfa[top];
  }

  /** The top frame's node of the call tree. */
  int node() {
    return node[top];
  }

  long cfa(int frame) {
    return cfa[frame];
  }

  int function(int frame) {
    return function[frame];
  }

  int node(int frame) {
    return node[frame];
  }

  /** The access site of the call that made the frame, {@link CallTree#NONE} if there was none. */
  int callSite(int frame) {
    return callSite[frame];
  }

  /** The live range that ends with the frame. */
  int range(int frame) {
    if (frameRange[frame] == 0) {
      frameRange[frame] = ranges.add(0, 0, 0);
    }
    return frameRange[frame];
  }

  /** The frame whose part of the stack an address is in. */
  int frameAt(long address) {
    int low = 0;
    int high = top;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (cfa[middle] > address) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** A call has stored its return address. */
  void call(long address, int site) {
    popTo(address);
    push(address, site, false);
  }

  /** A signal's handler begins, whose return address is there. */
  void interrupted(long address) {
    push(address, CallTree.NONE, true);
  }

  private void push(long address, int site, boolean isHandler) {
    top++;
    if (top == cfa.length) {
      grow();
    }
    cfa[top] = address + 8;
    function[top] = UNNAMED;
    home[top] = UNNAMED;
    callSite[top] = site;
    node[top] = node[top - 1];
    handler[top] = isHandler;
  }

  /** A return has loaded its return address. */
  void returned(long address) {
    int before = top;
    popTo(address);
    if (top < before && !handler[top + 1]) {
      returnedFrom = callSite[top + 1];
    }
  }

  /**
   * The access site of the call that returned last, {@link CallTree#NONE} before the first: the
   * running function called from there.
   */
  int returnedFrom() {
    return returnedFrom;
  }

  private void popTo(long address) {
    boolean more = true;
    while (more && top > 0 && cfa[top] - 8 <= address) {
      more = !handler[top] || cfa[top] - 8 != address;
      pop();
    }
  }

  private void pop() {
    if (frameRange[top] != 0) {
      ranges.end(frameRange[top]);
    }
    top--;
  }

  /**
   * A block of a function runs.
   *
   * @param atEntry whether it begins with the function's first instruction
   * @param hasEntry whether it is known which that is
   */
  void enter(int running, boolean atEntry, boolean hasEntry) {
    if (function[top] == running) {
      return;
    }
    if (function[top] == UNNAMED) {
      if (complete || atEntry || !hasEntry || !cameBack(running)) {
        name(running);
      }
    } else if (atEntry) {
      jump(running);
    } else if (home[top] == running) {
      goHome();
    } else if (!cameBack(running)) {
      jump(running);
    }
  }

  private void name(int running) {
    int caller = top == 0 || handler[top] ? CallTree.NONE : node[top - 1];
    goOnAs(running, caller, callSite[top]);
    home[top] = running;
    homeNode[top] = node[top];
    jumps[top] = 0;
  }

  /** A tail call. Where not everything is seen, it may be a call by someone who is not. */
  private void jump(int running) {
    if (top == 0 || !complete || stubs.test(home[top])) {
      name(running);
      return;
    }
    goOnAs(running, jumps[top] == 0 ? homeNode[top] : jumpedTo[top], CallTree.NONE);
    if (running == home[top]) {
      jumps[top] = 0;
    } else if (jumps[top] < NESTED_JUMPS && !stubs.test(running)) {
      jumps[top]++;
      jumpedTo[top] = node[top];
    }
  }

  private void goOnAs(int running, int caller, int site) {
    if (frameRange[top] != 0) {
      ranges.end(frameRange[top]);
    }
    function[top] = running;
    node[top] = tree.called(caller, site, running);
  }

  private void goHome() {
    function[top] = home[top];
    node[top] = homeNode[top];
    jumps[top] = 0;
  }

  /** Makes the nearest frame of a function the top, if it has one below. */
  private boolean cameBack(int running) {
    int last = Math.max(0, top - SEARCH);
    for (int frame = top - 1; frame >= last; frame--) {
      if (function[frame] == running || home[frame] == running) {
        while (top > frame) {
          pop();
        }
        if (function[top] != running) {
          goHome();
        }
        return true;
      }
    }
    return false;
  }

  private void grow() {
    int length = 2 * cfa.length;
    cfa = Arrays.copyOf(cfa, length);
    function = Arrays.copyOf(function, length);
    home = Arrays.copyOf(home, length);
    node = Arrays.copyOf(node, length);
    homeNode = Arrays.copyOf(homeNode, length);
    callSite = Arrays.copyOf(callSite, length);
    jumps = Arrays.copyOf(jumps, length);
    jumpedTo = Arrays.copyOf(jumpedTo, length);
    handler = Arrays.copyOf(handler, length);
    frameRange = Arrays.copyOf(frameRange, length);
  }
}
