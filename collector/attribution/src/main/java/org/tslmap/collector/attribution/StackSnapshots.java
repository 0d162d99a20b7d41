package org.tslmap.collector.attribution;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.CallStack;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.pass.AccessPass;
import org.tslmap.locality.pass.Frame;
import org.tslmap.locality.pass.Node;

/**
 * Brings threads' stacks up to date where a part of the stream was left out. Frames that are known
 * and still there stay as they are, with what was known of them: jumps, and who was called before
 * the first frame that can be unwound. A function that was jumped to (a tail call) has the frame of
 * the one that was called, which no stack shows: if the calls of a site all led to one function, as
 * long as all were seen, that one is put back.
 */
final class StackSnapshots {
  /** Bytes of the longest instruction. */
  private static final int LONGEST = 15;

  private static final int NONE = -1;

  private final SymbolTables symbols;
  private final AccessPass pass;

  /** Sites that store return addresses, by their instructions. */
  private final TreeMap<Long, Integer> calls = new TreeMap<>();

  /** What the calls of a site led to before any part was left out; {@link #NONE}: not to one. */
  private Optional<Map<Integer, Integer>> called = Optional.empty();

  /** Stacks of allocations by number, and what was allocated there. */
  private final Map<Integer, CallStack> known = new HashMap<>();

  private final Map<Allocation, Integer> objects = new HashMap<>();
  private Optional<CallStack> allocating = Optional.empty();

  private record Allocation(int stack, int allocator) {}

  StackSnapshots(SymbolTables symbols, AccessPass pass) {
    this.symbols = symbols;
    this.pass = pass;
  }

  /** Takes a block that the tables know. */
  void define(BlockDescriptor block) {
    int count = block.accesses().size();
    if (block.ending() == BlockDescriptor.Ending.CALL && count > 0) {
      int site = block.accesses().get(count - 1).site();
      calls.put(symbols.site(site).instruction(), site);
    }
  }

  private int callSite(long returnsTo) {
    Map.Entry<Long, Integer> before = calls.lowerEntry(returnsTo);
    return before != null && returnsTo - before.getKey() <= LONGEST ? before.getValue() : NONE;
  }

  /** An allocation follows whose stack this is. */
  void allocates(CallStack stack) {
    if (!stack.callers().isEmpty()) {
      known.put(stack.number(), stack);
    }
    allocating = Optional.of(stack);
  }

  /**
   * The object of a block that has just been allocated.
   *
   * @param heap finds it out by the stack as it was
   */
  int allocated(int thread, int allocator, HeapPaths heap) {
    if (allocating.isEmpty() || allocating.get().thread() != thread) {
      return heap.allocated(thread, allocator);
    }
    Allocation key = new Allocation(allocating.get().number(), allocator);
    allocating = Optional.empty();
    Integer object = objects.get(key);
    if (object == null) {
      CallStack stack = known.get(key.stack());
      if (stack.of() == CallStack.Of.NAME) {
        object = heap.allocatedBy(stack.callers(), allocator);
      } else {
        restore(
            new CallStack(stack.position(), thread, stack.of(), stack.number(), stack.callers()));
        object = heap.allocated(thread, allocator);
      }
      objects.put(key, object);
    }
    return object;
  }

  /** The thread's stack is this. */
  void restore(CallStack stack) {
    int thread = stack.thread();
    pass.countsNoCalls();
    int top = pass.top(thread).number();
    int kept = unseen(stack);
    int next = 1;
    while (next < stack.callers().size() && kept < top) {
      CallStack.Caller caller = stack.callers().get(next);
      Frame known = pass.frame(thread, kept + 1);
      if (known.cfa() == caller.cfa() && known.callSite() == callSite(caller.returnsTo())) {
        kept++;
      } else if (kept > 0 || known.cfa() > caller.cfa()) {
        break;
      }
      next++;
    }
    if (kept == 0) {
      next = 1;
    }
    if (kept < top) {
      pass.returned(thread, pass.frame(thread, kept + 1).cfa() - Long.BYTES);
    }
    if ((kept == 0 && !stack.callers().isEmpty()) || stack.callers().size() == 1) {
      pass.entered(thread, stack.callers().get(0).function(), false, true);
    }
    for (CallStack.Caller caller : stack.callers().subList(next, stack.callers().size())) {
      int site = callSite(caller.returnsTo());
      pass.called(thread, caller.cfa() - Long.BYTES, site);
      int callee = called().getOrDefault(site, NONE);
      if (callee != NONE) {
        pass.entered(thread, callee, true, true);
      }
      pass.entered(thread, caller.function(), true, true);
    }
    if (stack.of().allocates() && stack.callers().size() > 1) {
      CallStack.Caller last = stack.callers().get(stack.callers().size() - 1);
      pass.returned(thread, last.cfa() - Long.BYTES);
    }
  }

  /**
   * How many known frames, but for the first one, lie outside of what was unwound, which ends too
   * early: in the function of the last of them. If nothing was unwound, all that is known stays.
   */
  private int unseen(CallStack stack) {
    int thread = stack.thread();
    int frame = pass.top(thread).number();
    if (stack.callers().size() < 2) {
      return frame;
    }
    while (frame > 0 && pass.frame(thread, frame).cfa() <= stack.callers().get(1).cfa()) {
      frame--;
    }
    return pass.frame(thread, frame).function() == stack.callers().get(0).function() ? frame : 0;
  }

  private Map<Integer, Integer> called() {
    if (called.isEmpty()) {
      Map<Integer, Integer> callees = new HashMap<>();
      for (int i = 0; i < pass.nodes(); i++) {
        Node node = pass.node(i);
        if (node.callSite() != NONE && !Blocks.isStub(symbols, node.function())) {
          callees.merge(
              node.callSite(), node.function(), (one, other) -> one.equals(other) ? one : NONE);
        }
      }
      called = Optional.of(callees);
    }
    return called.get();
  }
}
