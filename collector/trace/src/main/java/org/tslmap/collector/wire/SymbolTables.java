package org.tslmap.collector.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.tslmap.locality.profile.FunctionInfo;

/**
 * What a process has defined so far: the files its code came from, functions, access sites and
 * block descriptors, all checked as they come in. Ids ascend from 0 and refer only to what is
 * defined already.
 *
 * <p>Filled and read by one thread.
 */
public final class SymbolTables {
  /** Access sites a process may have; engines count per site. */
  public static final int MAX_SITES = 1 << 24;

  /** General registers of the processor. */
  private static final int REGISTERS = 16;

  private final List<ObjectFile> objects = new ArrayList<>();
  private final List<FunctionSymbol> functions = new ArrayList<>();
  private final List<Site> sites = new ArrayList<>();
  private final List<Mapping> mappings = new ArrayList<>();
  private final LargestBlocks largest = new LargestBlocks();
  private long[] storeBits = new long[64];
  private final Set<CodeFlow.Straight> straights = new LinkedHashSet<>();
  private final Set<CodeFlow.Jump> jumps = new LinkedHashSet<>();
  private final Set<Integer> stacks = new HashSet<>(); // of allocations
  private int blocks;

  /**
   * Takes in a definition; frames that define nothing are ignored.
   *
   * @throws WireException if an id is out of order or refers to something unknown
   */
  public void define(Frame frame) throws WireException {
    if (frame instanceof ObjectFile object) {
      checkNext("object", object.id(), objects.size());
      objects.add(object);
    } else if (frame instanceof FunctionSymbol function) {
      checkNext("function", function.id(), functions.size());
      checkKnown("function " + function.id(), "object", function.object(), objects.size());
      functions.add(function);
    } else if (frame instanceof Sites added) {
      define(added);
    } else if (frame instanceof BlockDescriptor block) {
      define(block);
    } else if (frame instanceof CodeFlow flow) {
      define(flow);
    } else if (frame instanceof BlockValues values) {
      define(values);
    } else if (frame instanceof Mapping mapping) {
      mappings.add(mapping);
    } else if (frame instanceof HeapEvent heap) {
      checkKnown("heap block", "function", heap.function(), functions.size());
      largest.add(heap);
    } else if (frame instanceof ThreadBlock block) {
      checkKnown("thread-local variables", "object", block.object(), objects.size());
    } else if (frame instanceof WatchedVariable variable) {
      checkKnown("watched variable", "object", variable.object(), objects.size());
    } else {
      checkSampled(frame);
    }
  }

  private void checkSampled(Frame frame) throws WireException {
    if (frame instanceof CallStack stack) {
      checkStack(stack);
    } else if (frame instanceof Picks picks) {
      for (Picks.Pick pick : picks.picks()) {
        checkKnown("picked access", "site", pick.site(), sites.size());
      }
    } else if (frame instanceof SiteCounts counted) {
      for (SiteCounts.Count count : counted.counts()) {
        checkKnown("count", "site", count.site(), sites.size());
      }
    } else if (frame instanceof ComputedOperations operations) {
      for (ComputedOperations.OfFunction row : operations.functions()) {
        checkKnown("count of instructions", "function", row.function(), functions.size());
      }
    } else if (frame instanceof ExecutedCode executed) {
      for (ExecutedCode.Piece piece : executed.pieces()) {
        for (ExecutedCode.Stretch stretch : piece.stretches()) {
          checkKnown("executed code", "function", stretch.function(), functions.size());
        }
      }
    } else if (frame instanceof FunctionState state) {
      checkKnown("state", "function", state.function(), functions.size());
    } else if (frame instanceof CountedCode counted) {
      for (SiteCounts.Count count : counted.sites()) {
        checkKnown("count", "site", count.site(), sites.size());
      }
      for (CountedCode.Calls calls : counted.calls()) {
        checkKnown("count of calls", "function", calls.function(), functions.size());
      }
    }
  }

  private void checkStack(CallStack stack) throws WireException {
    for (CallStack.Caller caller : stack.callers()) {
      checkKnown("stack", "function", caller.function(), functions.size());
      if (stack.of() == CallStack.Of.NAME && caller.site() != CallStack.NO_SITE) {
        checkKnown("stack", "site", caller.site(), sites.size());
      }
    }
    if (!stack.callers().isEmpty()) {
      if (stack.of().allocates()) {
        stacks.add(stack.number());
      }
    } else if (!stack.of().allocates() || !stacks.contains(stack.number())) {
      throw new WireException(
          "stack %s of thread %s: expected its functions, found none; only an allocation's stack that was sent before comes without them"
              .formatted(
                  Integer.toUnsignedString(stack.number()),
                  Integer.toUnsignedString(stack.thread())));
    }
  }

  private void define(Sites added) throws WireException {
    checkNext("site", added.first(), sites.size());
    if (added.sites().size() > MAX_SITES - sites.size()) {
      throw new WireException(
          "expected at most %d access sites, found %d; measure fewer functions (run --fn), or a part of an imported trace"
              .formatted(MAX_SITES, (long) sites.size() + added.sites().size()));
    }
    for (Site site : added.sites()) {
      checkKnown("site " + sites.size(), "function", site.function(), functions.size());
      int id = sites.size();
      if (id >> 6 >= storeBits.length) {
        storeBits = Arrays.copyOf(storeBits, storeBits.length * 2);
      }
      if (site.store()) {
        storeBits[id >> 6] |= 1L << id;
      }
      sites.add(site);
    }
  }

  private void define(BlockDescriptor block) throws WireException {
    checkNext("block", block.id(), blocks);
    String where = "block " + block.id();
    if (block.words() > BlockDescriptor.MAX_WORDS) {
      throw new WireException(
          "%s: expected at most %d address words, found %d; the sender is no tslmap tool"
              .formatted(where, BlockDescriptor.MAX_WORDS, block.words()));
    }
    for (BlockDescriptor.BlockAccess access : block.accesses()) {
      checkKnown(where, "site", access.site(), sites.size());
      if (access.word() != BlockDescriptor.BlockAccess.NO_WORD) {
        checkKnown(where, "address word", access.word(), block.words());
      } else if (access.guarded()) {
        throw new WireException(
            where
                + ": expected an address word for every guarded access, found one without;"
                + " the sender is no tslmap tool");
      }
    }
    blocks++;
  }

  private void define(BlockValues values) throws WireException {
    checkKnown("values", "block", values.block(), blocks);
    for (BlockValues.Value value : values.values()) {
      if (value.what() == BlockValues.What.REGISTER) {
        checkKnown("values of block " + values.block(), "register", value.which(), REGISTERS);
      }
    }
  }

  private void define(CodeFlow flow) throws WireException {
    for (CodeFlow.Straight straight : flow.straights()) {
      checkKnown("code flow", "function", straight.function(), functions.size());
      straights.add(straight);
    }
    for (CodeFlow.Jump jump : flow.jumps()) {
      checkKnown("code flow", "function", jump.function(), functions.size());
      jumps.add(jump);
    }
  }

  /** How many access sites are known; their ids are 0 to one less. */
  public int siteCount() {
    return sites.size();
  }

  /** The access site with this id, 0..siteCount()-1. */
  public Site site(int id) {
    return sites.get(id);
  }

  /** Whether a known access site writes; cheap enough to ask for every access. */
  public boolean isStore(int id) {
    return (storeBits[id >> 6] >>> id & 1) != 0;
  }

  /** The functions so far, by id. */
  public List<FunctionSymbol> functions() {
    return List.copyOf(functions);
  }

  /** A function as profiles have it. */
  public FunctionInfo functionInfo(FunctionSymbol function) {
    return new FunctionInfo(
        function.name(), object(function.object()).path(), function.file(), function.line());
  }

  /** The function with this id. */
  public FunctionSymbol function(int id) {
    return functions.get(id);
  }

  /** How many files code came from; their ids are 0 to one less. */
  public int objectCount() {
    return objects.size();
  }

  /** The file with this id that code came from. */
  public ObjectFile object(int id) {
    return objects.get(id);
  }

  /** What is known of the order in which instructions may run, each thing once. */
  public CodeFlow flow() {
    return new CodeFlow(List.copyOf(straights), List.copyOf(jumps));
  }

  /** Memory that was mapped and unmapped so far, in that order. */
  public List<Mapping> mappings() {
    return List.copyOf(mappings);
  }

  /** The largest heap blocks, a few dozen at most, in the order in which they were allocated. */
  public List<HeapEvent> largestHeapBlocks() {
    return largest.list();
  }

  /** How many block descriptors are known. */
  public int blockCount() {
    return blocks;
  }

  private static void checkNext(String what, int id, int next) throws WireException {
    if (id != next) {
      throw new WireException(
          "expected %s id %d, found %s; ids must ascend from 0 without gaps"
              .formatted(what, next, Integer.toUnsignedString(id)));
    }
  }

  private static void checkKnown(String where, String what, int id, int known)
      throws WireException {
    if (id < 0 || id >= known) {
      throw new WireException(
          "%s: expected a reference to %s 0..%d, found %s; it must be defined before it is used"
              .formatted(where, what, known - 1, Integer.toUnsignedString(id)));
    }
  }
}
