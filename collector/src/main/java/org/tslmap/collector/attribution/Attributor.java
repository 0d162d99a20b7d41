package org.tslmap.collector.attribution;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.collector.attribution.sharing.SharingResult;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.ControlFlowSink;
import org.tslmap.collector.wire.DataName;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.HeapEvent;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.collector.wire.Mark;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.PlacedFrame;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.ThreadBlock;
import org.tslmap.collector.wire.ThreadChange;
import org.tslmap.collector.wire.ThreadPointer;
import org.tslmap.collector.wire.Turns;
import org.tslmap.collector.wire.WatchedVariable;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.CodeOrigin;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.StrideShare;
import org.tslmap.locality.profile.TimeLine;

/**
 * Stands before the engine and says of each access what it belongs to: its cell (a site together
 * with a data object) as the engine's first label, and its call path as the second. So everything
 * the engine counts can be summed up by both. Counting has a thread of its own.
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

  private final SymbolTables symbols;
  private final boolean complete;

  /** Whether the first call that comes is the program's first. */
  private final boolean fromStart;

  private final boolean withData;
  private final boolean withCalls;
  private final CallTree tree;
  private final LiveRanges ranges = new LiveRanges();
  private final DataObjects objects = new DataObjects();
  private final DebugFiles files;
  private final DataMap map;
  private final HeapPaths heap;
  private final Cells cells;
  private final ContextWords contextWords;
  private final Blocks blocks;
  private final Delivery delivery;
  private final Counting counting;
  private final Map<Integer, ThreadState> threads = new HashMap<>();

  private final SelectedAccesses selected;

  /** Accesses before the batch that is attributed. */
  private long position;

  private HeapListener listener = HeapListener.NONE;
  private long loads;
  private long stores;

  /** Labels of which it has been said what they mean. */
  private int labelsDefined;

  private boolean finished;

  /**
   * Attributes a process's accesses.
   *
   * @param symbols what the process has defined, always ahead of the accesses
   * @param engine counts them
   * @param parameters what it counts with; the time window is that of the time line, as long as
   *     there are few
   * @param selection the accesses that are counted
   * @param process which says whether all of its accesses will come, from its start on
   */
  public Attributor(
      AttributionOptions options,
      SymbolTables symbols,
      LocalityEngine engine,
      MetricParameters parameters,
      Selection selection,
      Hello process) {
    this.symbols = symbols;
    this.complete = !process.leavesOut();
    this.fromStart = complete && !process.forked();
    blocks = new Blocks(symbols);
    withData = options.data();
    withCalls = options.calls();
    tree = new CallTree(withCalls ? options.callDepth() : HEAP_DEPTH);
    files = new DebugFiles(symbols);
    map = new DataMap(objects, files, new StackData(symbols, files, objects), ranges);
    heap = new HeapPaths(symbols, files, objects, tree);
    cells = new Cells(map, ranges, parameters);
    contextWords = new ContextWords(parameters);
    selected = new SelectedAccesses(selection, symbols);
    delivery = new Delivery(engine, withCalls, parameters);
    counting = attributes() ? new Counting(engine, delivery::deliver) : new Counting(engine);
  }

  /**
   * Whether anything is to be attributed or picked out, so that accesses must come here; otherwise
   * they can be given to {@link #counting} at once.
   */
  public boolean attributes() {
    return withData || withCalls || !selected.isAll();
  }

  /** What has the accesses counted. */
  public Counting counting() {
    return counting;
  }

  /** Has somebody told of heap blocks and stacks from now on. */
  public void listen(HeapListener wanting) {
    listener = wanting;
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
      counting.then(() -> delivery.phase(mark.text()));
      selected.phase(mark.text());
    } else if (frame instanceof Mark mark && mark.kind() == Mark.Kind.SIGNAL) {
      state((int) mark.value2()).stack.interrupted(mark.value());
    } else if (withData) {
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
      int object =
          freed ? DataObjects.NONE : heap.allocated(state(event.thread()).stack, event.function());
      map.heap(event, object);
      listener.heap(event, object, position);
    } else if (frame instanceof DataName name) {
      map.named(name);
    } else if (frame instanceof WatchedVariable variable) {
      map.watched(variable);
    } else if (frame instanceof ThreadPointer pointer) {
      map.threadPointer(pointer);
    } else if (frame instanceof ThreadBlock block) {
      map.threadBlock(block);
    }
  }

  private ThreadState state(int thread) {
    return threads.computeIfAbsent(
        thread, number -> new ThreadState(new CallStack(tree, ranges, blocks::isStub, complete)));
  }

  @Override
  public void accesses(int thread, long[] addresses, int[] siteNumbers, int count, Turns turns) {
    cells.prepare(symbols.siteCount());
    selected.begin(thread, position, count);
    position += count;
    ThreadState state = state(thread);
    CallStack stack = state.stack;
    if (stack.node() == CallTree.NONE && count > 0) {
      stack.enter(symbols.site(siteNumbers[0]).function(), false, false);
    }
    if (!state.stackPlaced) {
      placeStack(thread, state, addresses, count, turns);
    }
    Batch batch = counting.batch(thread, count);
    boolean all = selected.isAll();
    int first = 0;
    long stored = 0;
    for (int t = 0; t <= turns.count(); t++) {
      int end = t < turns.count() ? turns.first(t) : count;
      if (all) {
        long before = stored;
        stored = turns.storesBefore(t);
        segment(batch, stack, addresses, siteNumbers, first, end, stored - before);
      } else {
        // Strides are steps from one access that is wanted to the next.
        selected.pick(addresses, siteNumbers, first, end);
        segment(
            batch,
            stack,
            selected.addresses,
            selected.siteNumbers,
            0,
            selected.count,
            selected.stores);
      }
      if (t > 0) {
        leave(stack, turns.block(t - 1), addresses, siteNumbers, end);
      }
      if (t < turns.count()) {
        int block = turns.block(t);
        tree.countCalls(selected.isPossible(end));
        if (blocks.function(block) != Blocks.NO_FUNCTION) {
          stack.enter(blocks.function(block), blocks.isAtEntry(block), blocks.hasEntry(block));
        }
      }
      first = end;
    }
    defineLabels(batch);
  }

  /** A block has made its accesses, before the one of this index, and may end by a call. */
  private void leave(CallStack stack, int block, long[] addresses, int[] siteNumbers, int end) {
    if (blocks.isCall(block)) {
      stack.call(addresses[end - 1], siteNumbers[end - 1]);
    } else if (blocks.isReturn(block)) {
      stack.returned(addresses[end - 1]);
    }
  }

  /** The first return address that is stored or loaded tells where the thread's stack is. */
  private void placeStack(int thread, ThreadState state, long[] addresses, int count, Turns turns) {
    for (int t = 0; t < turns.count() && !state.stackPlaced; t++) {
      if (blocks.isCall(turns.block(t)) || blocks.isReturn(turns.block(t))) {
        int end = t + 1 < turns.count() ? turns.first(t + 1) : count;
        map.stackOf(state.stack, addresses[end - 1], fromStart && threads.size() == 1);
        state.stackPlaced = true;
        listener.stack(thread, addresses[end - 1]);
      }
    }
  }

  /** Accesses of one function, in one place of the call tree. */
  private void segment(
      Batch batch,
      CallStack stack,
      long[] addresses,
      int[] siteNumbers,
      int from,
      int end,
      long stored) {
    int length = end - from;
    if (length == 0) {
      return;
    }
    if (withData) {
      cells.attribute(addresses, siteNumbers, from, end, stack, batch.labels, batch.count);
    } else {
      System.arraycopy(siteNumbers, from, batch.labels, batch.count, length);
    }
    int node = withCalls ? stack.node() : 0;
    if (withCalls) {
      Arrays.fill(batch.contexts, batch.count, batch.count + length, node);
      contextWords.touch(node, addresses, from, end);
    }
    System.arraycopy(addresses, from, batch.addresses, batch.count, length);
    batch.count += length;
    loads += length - stored;
    stores += stored;
    tree.add(node, length - stored, stored);
  }

  /** Says with a batch what labels mean that are new in it. */
  private void defineLabels(Batch batch) {
    int known = withData ? cells.size() : symbols.siteCount();
    for (; labelsDefined < known; labelsDefined++) {
      Site site = symbols.site(site(labelsDefined));
      batch.define(site(labelsDefined), object(labelsDefined), site.function(), site.store());
    }
  }

  // --- The result -------------------------------------------------------------------------------

  /** Ends the last window and all strides. No more accesses may come. */
  public void finish() {
    if (!finished) {
      finished = true;
      cells.finish();
      contextWords.finish();
      counting.then(delivery::endWindow);
      counting.drain();
    }
  }

  /** Whether labels are cells; otherwise they are sites. */
  public boolean hasData() {
    return withData;
  }

  /** Whether there are contexts. */
  public boolean hasCalls() {
    return withCalls;
  }

  /** The site of one of the engine's labels. */
  public int site(int label) {
    return withData ? cells.site(label) : label;
  }

  /** The number of the data object of one of the engine's labels. */
  public int object(int label) {
    return withData ? cells.object(label) : 0;
  }

  /**
   * The commonest strides of one of the engine's labels; after {@link #finish}.
   *
   * @param accesses how many accesses have the label
   */
  public List<StrideShare> strides(int label, long accesses) {
    return withData ? cells.strides(label, accesses - 1) : List.of();
  }

  /** How many labels the engine was given; they are numbered from 0. */
  public int labelCount() {
    return labelsDefined;
  }

  /**
   * The footprints of groups of the engine's labels; after {@link #finish}.
   *
   * @param groupOf each label's group, -1 for none
   * @param groups how many groups there are, numbered from 0
   * @return distinct words and lines of each group; empty if accesses are not attributed to data
   */
  public List<EstimatedFootprint> footprints(int[] groupOf, int groups) {
    return withData ? cells.touched().footprints(groupOf, groups) : List.of();
  }

  /**
   * The footprints of groups of contexts; after {@link #finish}.
   *
   * @param groupOf each context's group, -1 for none
   * @param partOf the group whose footprint has that of each group in it, -1 for none
   */
  public List<EstimatedFootprint> contextFootprints(int[] groupOf, int[] partOf) {
    return contextWords.footprints(groupOf, partOf);
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
    return withCalls ? tree.size() : 0;
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
    return tree.loads(context);
  }

  /** Stores a context's function made in it. */
  public long stores(int context) {
    return tree.stores(context);
  }

  /** Loads that were counted, where a part of the accesses is selected. */
  public long loads() {
    return loads;
  }

  /** Stores that were counted, likewise. */
  public long stores() {
    return stores;
  }

  /** What threads passed to each other; objects are numbers of {@link #objects}. */
  public SharingResult sharing() {
    return delivery.sharing();
  }

  /** What happened when. */
  public TimeLine timeLine() {
    return delivery.timeLine();
  }

  /** Where the source text of a site is, see {@link CodeOrigin}. */
  public CodeOrigin origin(int site) {
    return files.origin(site);
  }

  /**
   * Why variables have no names, in one sentence for the user; empty if they have, or nobody asked.
   *
   * @param program path of the process's program
   */
  public Optional<String> notice(String program) {
    return withData ? files.notice(program) : Optional.empty();
  }

  /** Ends counting and gives the debug information back. The engine is its owner's. */
  @Override
  public void close() {
    counting.close();
    files.close();
  }
}
