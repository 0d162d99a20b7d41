package org.tslmap.collector.attribution;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.collector.attribution.sharing.AccessLabels;
import org.tslmap.collector.attribution.sharing.SharingResult;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.ControlFlowSink;
import org.tslmap.collector.wire.DataName;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.HeapEvent;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.collector.wire.Mark;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.PlacedFrame;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.ThreadChange;
import org.tslmap.collector.wire.ThreadPointer;
import org.tslmap.collector.wire.Turns;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.StrideShare;
import org.tslmap.locality.profile.TimeLine;

/**
 * Stands before the engine and says of each access what it belongs to: its cell (a site together
 * with a data object) as the engine's first label, and its call path as the second. So everything
 * the engine counts can be summed up by both.
 *
 * <p>Used by one thread at a time.
 */
public final class Attributor implements ControlFlowSink, AutoCloseable {
  /** Functions in an allocation path, when call paths themselves are not asked for. */
  private static final int HEAP_DEPTH = 8;

  /** A thread and its calls. */
  private static final class ThreadState {
    private final CallStack stack;
    private boolean stackPlaced;

    ThreadState(CallStack stack) {
      this.stack = stack;
    }
  }

  private final AttributionOptions options;
  private final SymbolTables symbols;
  private final CallTree tree;
  private final LiveRanges ranges = new LiveRanges();
  private final DataObjects objects = new DataObjects();
  private final DebugFiles files;
  private final DataMap map;
  private final HeapPaths heap;
  private final Cells cells;
  private final Blocks blocks;
  private final Delivery delivery;
  private final Map<Integer, ThreadState> threads = new HashMap<>();

  private final SelectedAccesses selected;
  private long loads;
  private long[] nodeLoads = new long[64];
  private long[] nodeStores = new long[64];
  private int[] labels = new int[0];
  private int[] contexts = new int[0];
  private boolean finished;

  /**
   * Attributes a process's accesses.
   *
   * @param symbols what the process has defined, always ahead of the accesses
   * @param engine counts them
   * @param parameters what it counts with; the time window is that of the time line, as long as
   *     there are few
   * @param selection the accesses that are counted
   */
  public Attributor(
      AttributionOptions options,
      SymbolTables symbols,
      LocalityEngine engine,
      MetricParameters parameters,
      Selection selection) {
    this.options = options;
    this.symbols = symbols;
    blocks = new Blocks(symbols);
    tree = new CallTree(options.calls() ? options.callDepth() : HEAP_DEPTH);
    files = new DebugFiles(symbols);
    map = new DataMap(objects, files, new StackData(symbols, files, objects), ranges);
    heap = new HeapPaths(symbols, objects, tree);
    cells = new Cells(map, ranges);
    selected = new SelectedAccesses(selection, symbols);
    delivery = new Delivery(engine, options.calls(), symbols, parameters, new Labels());
  }

  /**
   * Takes a frame that the tables have accepted; a {@link PlacedFrame} when all accesses before it
   * have come, and no others. What says nothing about data and control is passed over.
   */
  public void frame(Frame frame) {
    if (frame instanceof BlockDescriptor block) {
      blocks.define(block);
    } else if (frame instanceof ThreadChange thread) {
      if (!thread.starts()) {
        ThreadState ended = threads.remove(thread.thread());
        map.threadEnded(thread.thread());
        if (ended != null) {
          map.stackGone(ended.stack);
        }
      }
    } else if (frame instanceof Mark mark && mark.kind() == Mark.Kind.PHASE) {
      delivery.phase(mark.text());
      selected.phase(mark.text());
    } else if (options.data()) {
      data(frame);
    }
  }

  private void data(Frame frame) {
    if (frame instanceof ObjectFile object) {
      map.loaded(object, blocks.isAtStart(object));
    } else if (frame instanceof Mapping mapping) {
      map.mapping(mapping);
    } else if (frame instanceof HeapEvent event) {
      boolean freed = event.kind() == HeapEvent.Kind.FREED;
      map.heap(
          event,
          freed ? DataObjects.NONE : heap.allocated(state(event.thread()).stack, event.function()));
    } else if (frame instanceof DataName name) {
      map.named(name);
    } else if (frame instanceof ThreadPointer pointer) {
      map.threadPointer(pointer);
    }
  }

  private ThreadState state(int thread) {
    return threads.computeIfAbsent(thread, number -> new ThreadState(new CallStack(tree, ranges)));
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] siteNumbers, int count, Turns turns) {
    prepare(addresses.length);
    boolean possible = selected.isPossible(thread);
    ThreadState state = state(thread);
    CallStack stack = state.stack;
    if (stack.node() == CallTree.NONE && count > 0) {
      stack.enter(symbols.site(siteNumbers[0]).function(), false, false);
    }
    if (!state.stackPlaced) {
      placeStack(state, addresses, count, turns);
    }
    int turnCount = turns.count();
    int straight = turnCount == 0 ? count : turns.first(0);
    segment(stack, addresses, siteNumbers, 0, possible ? straight : 0);
    for (int t = 0; t < turnCount; t++) {
      int block = turns.block(t);
      int first = turns.first(t);
      int end = t + 1 < turnCount ? turns.first(t + 1) : count;
      if (blocks.function(block) != Blocks.NO_FUNCTION) {
        stack.enter(blocks.function(block), blocks.isAtEntry(block), blocks.hasEntry(block));
      }
      segment(stack, addresses, siteNumbers, first, possible ? end : first);
      if (blocks.isCall(block)) {
        stack.call(addresses[end - 1], siteNumbers[end - 1]);
      } else if (blocks.isReturn(block)) {
        stack.returned(addresses[end - 1]);
      }
    }
    if (selected.isAll()) {
      delivery.deliver(thread, addresses, options.data() ? labels : siteNumbers, contexts, count);
    } else {
      delivery.deliver(
          thread, selected.addresses, selected.labels, selected.contexts, selected.count);
    }
  }

  /** The first return address that is stored or loaded tells where the thread's stack is. */
  private void placeStack(ThreadState state, long[] addresses, int count, Turns turns) {
    for (int t = 0; t < turns.count() && !state.stackPlaced; t++) {
      if (blocks.isCall(turns.block(t)) || blocks.isReturn(turns.block(t))) {
        int end = t + 1 < turns.count() ? turns.first(t + 1) : count;
        map.stackOf(state.stack, addresses[end - 1]);
        state.stackPlaced = true;
      }
    }
  }

  private void prepare(int room) {
    if (labels.length < room) {
      labels = new int[room];
      contexts = new int[room];
    }
    if (!selected.isAll()) {
      selected.begin(room);
    }
    cells.prepare(symbols.siteCount());
  }

  /** Accesses of one function, in one place of the call tree. */
  private void segment(CallStack stack, long[] addresses, int[] siteNumbers, int from, int end) {
    if (from >= end) {
      return;
    }
    if (options.data()) {
      cells.attribute(addresses, siteNumbers, from, end, stack, labels);
    }
    if (selected.isAll() && !options.calls()) {
      return;
    }
    int node = options.calls() ? stack.node() : 0;
    int stored = 0;
    int counted = end - from;
    if (selected.isAll()) {
      for (int i = from; i < end; i++) {
        stored += symbols.isStore(siteNumbers[i]) ? 1 : 0;
        contexts[i] = node;
      }
    } else {
      int before = selected.count;
      for (int i = from; i < end; i++) {
        if (selected.has(siteNumbers[i], addresses[i])) {
          selected.add(addresses[i], options.data() ? labels[i] : siteNumbers[i], node);
          stored += symbols.isStore(siteNumbers[i]) ? 1 : 0;
        }
      }
      counted = selected.count - before;
    }
    loads += counted - stored;
    if (node >= nodeLoads.length) {
      nodeLoads = Arrays.copyOf(nodeLoads, 2 * node);
      nodeStores = Arrays.copyOf(nodeStores, 2 * node);
    }
    nodeLoads[node] += counted - stored;
    nodeStores[node] += stored;
  }

  // --- The result -------------------------------------------------------------------------------

  /** Ends the last window and all strides. No more accesses may come. */
  public void finish() {
    if (!finished) {
      finished = true;
      cells.finish();
      delivery.endWindow();
    }
  }

  /** Whether labels are cells; otherwise they are sites. */
  public boolean hasData() {
    return options.data();
  }

  /** Whether there are contexts. */
  public boolean hasCalls() {
    return options.calls();
  }

  /** The site of one of the engine's labels. */
  public int site(int label) {
    return options.data() ? cells.site(label) : label;
  }

  /** The number of the data object of one of the engine's labels. */
  public int object(int label) {
    return options.data() ? cells.object(label) : 0;
  }

  /** The commonest strides of one of the engine's labels; after {@link #finish}. */
  public List<StrideShare> strides(int label) {
    return options.data() ? cells.strides(label) : List.of();
  }

  /** The data objects, by number. */
  public List<DataObject> objects() {
    long[] calls = new long[symbols.functions().size()];
    for (int node = 0; node < tree.size(); node++) {
      calls[tree.function(node)] += tree.calls(node);
    }
    return objects.list(function -> calls[function]);
  }

  /** How many contexts there are; they are numbered from 0, callers before what they call. */
  public int contextCount() {
    return options.calls() ? tree.size() : 0;
  }

  /** The context a context was called in, -1 for none. */
  public int caller(int context) {
    return tree.parent(context);
  }

  /** The function of a context. */
  public int function(int context) {
    return tree.function(context);
  }

  /** The site that stored the return address when a context was called, -1 for none. */
  public int callSite(int context) {
    return tree.callSite(context);
  }

  /** How often a context's function was called in it. */
  public long calls(int context) {
    return tree.calls(context);
  }

  /** Loads a context's function made in it. */
  public long loads(int context) {
    return context < nodeLoads.length ? nodeLoads[context] : 0;
  }

  /** Stores a context's function made in it. */
  public long stores(int context) {
    return context < nodeStores.length ? nodeStores[context] : 0;
  }

  /** Loads that were counted, where a part of the accesses is selected. */
  public long loads() {
    return loads;
  }

  /** Stores that were counted, likewise. */
  public long stores() {
    return delivery.accesses() - loads;
  }

  /** What threads passed to each other; objects are numbers of {@link #objects}. */
  public SharingResult sharing() {
    return delivery.sharing();
  }

  /** What happened when. */
  public TimeLine timeLine() {
    return delivery.timeLine();
  }

  /**
   * Why variables have no names, in one sentence for the user; empty if they have, or nobody asked.
   *
   * @param program path of the process's program
   */
  public Optional<String> notice(String program) {
    return options.data() ? files.notice(program) : Optional.empty();
  }

  /** What the engine's labels mean. */
  private final class Labels implements AccessLabels {
    @Override
    public boolean isStore(int label) {
      return symbols.isStore(Attributor.this.site(label));
    }

    @Override
    public int site(int label) {
      return Attributor.this.site(label);
    }

    @Override
    public int object(int label) {
      return Attributor.this.object(label);
    }
  }

  /** Gives the debug information back. The engine is its owner's. */
  @Override
  public void close() {
    files.close();
  }
}
