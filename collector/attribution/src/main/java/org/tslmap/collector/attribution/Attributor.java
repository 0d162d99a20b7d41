package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.tslmap.collector.attribution.sharing.SharingResult;
import org.tslmap.collector.memory.AddressSpace;
import org.tslmap.collector.memory.MemoryListener;
import org.tslmap.collector.memory.MemoryRange;
import org.tslmap.collector.remedies.AddressChange;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.wire.AccessDecoder;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.BlockValues;
import org.tslmap.collector.wire.Burst;
import org.tslmap.collector.wire.CallStack;
import org.tslmap.collector.wire.CodePassages;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FunctionState;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.Mark;
import org.tslmap.collector.wire.Pause;
import org.tslmap.collector.wire.Picks;
import org.tslmap.collector.wire.PlacedFrame;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.Sites;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.ThreadChange;
import org.tslmap.locality.AccessSink;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.WideAccesses;
import org.tslmap.locality.pass.AccessPass;
import org.tslmap.locality.pass.Node;
import org.tslmap.locality.pass.PassOptions;
import org.tslmap.locality.pass.PassStatus;
import org.tslmap.locality.profile.Narrowing;
import org.tslmap.locality.profile.Settling;

/**
 * Says of each access what it belongs to: its cell (a site together with a data object) as the
 * engine's first label, and its call path as the second. So everything the engine counts can be
 * summed up by both. An {@link AccessPass} does that for accesses; here is what it has to be told,
 * and what it asks for. Counting has threads of its own. What was found is read from an {@link
 * AttributionResult}, once the last access has come.
 *
 * <p>Used by one thread at a time.
 */
/*
 * Java does nothing for a single access. The pass labels in C, batch by batch, and stops when a
 * batch is full, when it does not know what lies at an address, or when it has found a stack. It is
 * answered (stopped) and goes on where it was. Frames that change memory or control come exactly
 * between the accesses they lie between, so the pass is always told before it needs to know.
 *
 * Labelling is ahead of counting. `open` is the batch that is being labelled; Counting has a queue
 * of those that wait; Delivery hands each to the engine and the other analyses. What these must be
 * told (a phase, what a new label means, how much a burst stands for) goes through the same queue
 * (handOver, then counting.then), and so takes effect between the right accesses. Numbers that are
 * read while more comes (soFar, activity) wait for the queue to be empty (drain).
 *
 * With addresses that are changed, a batch ends before each change of memory: a block's accesses
 * are moved while the block is there.
 */
public final class Attributor implements AccessDecoder.Labeller, AutoCloseable {
  /** Functions in an allocation path, when call paths themselves are not asked for. */
  private static final int HEAP_DEPTH = 8;

  private final AttributionOptions options;
  private final SymbolTables symbols;
  private final LocalityEngine engine;
  private final MetricParameters parameters;
  private final Selection selection;
  private final boolean followsCalls;
  private final boolean withData;
  private final boolean withCalls;
  private final boolean simulates;
  private final boolean warmsUp;
  private final AccessPass pass;
  private final DataObjects objects = new DataObjects();
  private final DebugFiles files;
  private final AddressSpace space;
  private final DataMap map;
  private final HeapPaths heap;
  private final Optional<Toggles> toggles;
  private final Blocks blocks;
  private final Delivery delivery;
  private final Counting counting;
  private final Optional<SampledAccesses> sampled;
  private final StackSnapshots stacks;
  private static final String OF_FUNCTIONS = "--tsl-fn=";
  private static final String AGAIN = "--tsl-again=";

  private final Optional<Dependences> dependences;

  /** What goes to who counts next. */
  private Batch open;

  private final CellLabels labels;

  /** The nodes of the calling context tree when all accesses of a sampled stream had come last. */
  private Optional<Node[]> exactNodes = Optional.empty();

  private boolean listened;

  /** Who gives accesses other addresses before they are counted. */
  private Optional<AddressChange> change = Optional.empty();

  /**
   * Attributes a process's accesses.
   *
   * @param symbols what the process has defined, always ahead of the accesses
   * @param engine counts them
   * @param parameters what it counts with; the time window is that of the time line, as long as
   *     there are few
   * @param selection the accesses that are counted
   * @param process which says whether all of its accesses will come, from its start on
   * @param shows whether somebody wants to see the accesses before they are labelled
   * @param alongside whether accesses are counted by threads of their own
   */
  public Attributor(
      AttributionOptions options,
      SymbolTables symbols,
      LocalityEngine engine,
      MetricParameters parameters,
      Selection selection,
      Hello process,
      boolean shows,
      boolean alongside) {
    this.options = options;
    this.symbols = symbols;
    this.engine = engine;
    this.parameters = parameters;
    this.selection = selection;
    boolean complete = !process.leavesOut();
    followsCalls = process.options().stream().noneMatch(Narrowing::byAddress);
    withData = options.data();
    withCalls = options.calls();
    simulates = !parameters.caches().isEmpty();
    warmsUp = process.options().stream().anyMatch(option -> option.startsWith(AGAIN));
    pass =
        new AccessPass(
            new PassOptions(
                parameters,
                withData,
                withCalls,
                withCalls ? options.callDepth() : HEAP_DEPTH,
                complete,
                complete && !process.forked(),
                !selection.isAll(),
                tellsDependences(process, selection, parameters, engine),
                shows ? PassOptions.Decoding.SHOWN : PassOptions.Decoding.HIDDEN));
    if (!selection.isAll()) {
      select();
    }
    labels = new CellLabels(pass, symbols);
    toggles = selection.code().toggle().map(calls -> new Toggles(calls, symbols));
    toggles.ifPresent(calls -> calls.begin(pass));
    blocks = new Blocks(symbols, selection, toggles);
    files = new DebugFiles(symbols);
    space = new AddressSpace(symbols, files::of);
    map =
        new DataMap(objects, new StackData(symbols, files, objects, pass), pass, this::dataObject);
    if (withData) {
      space.listen(map);
    }
    heap = new HeapPaths(symbols, files, objects, pass, new Wrappers(options.wrappers()));
    sampled =
        process.samples()
            ? Optional.of(new SampledAccesses(parameters, withCalls))
            : Optional.empty();
    stacks = new StackSnapshots(symbols, pass);
    dependences =
        tellsDependences(process, selection, parameters, engine)
            ? Optional.of(
                new Dependences(
                    symbols, parameters, process.options().stream().noneMatch(Narrowing::filters)))
            : Optional.empty();
    delivery = new Delivery(engine, withCalls, parameters, sampled, dependences.isPresent());
    counting =
        new Counting(
            engine,
            attributes() ? delivery::deliver : batch -> delivery.countOnly(batch.accesses()),
            dependences,
            alongside);
  }

  /**
   * Whether all accesses come here, at least of some functions, and an engine that says which of
   * them missed.
   */
  private static boolean tellsDependences(
      Hello process, Selection selection, MetricParameters parameters, LocalityEngine engine) {
    return selection.isAll()
        && engine.tellsMisses()
        && process.options().stream()
            .noneMatch(
                option ->
                    Narrowing.leavesOut(option)
                        && !Narrowing.filters(option)
                        && !option.startsWith(OF_FUNCTIONS))
        && parameters.wide() == WideAccesses.FIRST;
  }

  private void select() {
    pass.select(
        selection.time().from(),
        selection.time().to(),
        selection.threads().stream().mapToInt(Integer::intValue).toArray(),
        selection.regions().stream()
            .flatMapToLong(region -> LongStream.of(region.start(), region.bytes()))
            .toArray(),
        selection.code().inclusive());
    pass.phase(selection.hasPhase(""));
  }

  /**
   * Whether anything is to be attributed or picked out, so that it matters what the program maps
   * and calls.
   */
  public boolean attributes() {
    return withData
        || withCalls
        || simulates
        || warmsUp
        || !selection.isAll()
        || sampled.isPresent();
  }

  /** A decoder whose accesses are labelled here. */
  public AccessDecoder decoder(List<? extends AccessSink> sinks) {
    return new AccessDecoder(pass, sinks, this);
  }

  /** What has the accesses counted. */
  public Counting counting() {
    return counting;
  }

  /** Has somebody told from now on what is where; heap blocks have their data objects. */
  public void listen(MemoryListener listener) {
    space.listen(listener);
    listened = true;
  }

  /** Has accesses counted with other addresses; before the first one, without a counting thread. */
  public void change(AddressChange addresses) {
    change = Optional.of(addresses);
    delivery.change(addresses);
    listen(addresses);
  }

  /** What is known of a block's code, for the decoder; the tables know the block. */
  public int define(BlockDescriptor block) {
    if (sampled.isPresent()) {
      stacks.define(block);
    }
    space.define(block);
    dependences.ifPresent(known -> known.define(block));
    return attributes() ? blocks.define(block, pass) : 0;
  }

  /** Takes what is known of the values of a block that was defined. */
  public void define(BlockValues values) {
    dependences.ifPresent(known -> known.define(values));
  }

  /** Takes what code without accesses does. */
  public void define(CodePassages passages) {
    dependences.ifPresent(known -> known.define(passages));
  }

  /** Takes access sites that the tables know. */
  public void define(Sites added) {
    int count = added.sites().size();
    int[] functions = new int[count];
    int[] bytes = new int[count];
    byte[] flags = new byte[count];
    for (int i = 0; i < count; i++) {
      Site site = added.sites().get(i);
      functions[i] = site.function();
      bytes[i] = site.size();
      boolean wanted =
          selection.isAll()
              || selection
                  .code()
                  .hasInstruction(symbols.function(site.function()).name(), site.instruction());
      flags[i] =
          (byte)
              ((wanted ? AccessPass.SITE_WANTED : 0) | (site.store() ? AccessPass.SITE_STORES : 0));
    }
    pass.sites(functions, bytes, flags);
  }

  /**
   * Takes a frame that the tables have accepted; a {@link PlacedFrame} when all accesses before it
   * have come, and no others. What says nothing about data and control is passed over.
   */
  public void frame(Frame frame) {
    if (frame instanceof ThreadChange thread) {
      if (!thread.starts()) {
        space(thread);
        pass.threadEnds(thread.thread());
      }
    } else if (frame instanceof Mark mark && mark.kind() == Mark.Kind.PHASE) {
      handOver();
      counting.then(() -> delivery.phase(mark.text()));
      pass.phase(selection.hasPhase(mark.text()));
    } else if (frame instanceof Mark mark && mark.kind() == Mark.Kind.SIGNAL) {
      pass.interrupted((int) mark.value2(), mark.value());
    } else if (frame instanceof CallStack stack) {
      if (stack.of().allocates()) {
        stacks.allocates(stack);
      } else if (withData || withCalls) {
        stacks.restore(stack);
      }
    } else if (frame instanceof FunctionState state) {
      pass.warm(state.function(), state.state() == FunctionState.State.WARM);
      heap.countsCallers();
    } else if (frame instanceof Burst burst) {
      handOver();
      if (exactNodes.isEmpty()) {
        exactNodes = Optional.of(allNodes());
      }
      sampled.ifPresent(parts -> counting.then(() -> parts.burst(burst.weight())));
      if (burst.weight() > 0) {
        pass.gap();
        dependences.ifPresent(known -> counting.thenLast(known::burst));
      }
    } else if (frame instanceof Pause) {
      handOver();
      sampled.ifPresent(parts -> counting.then(parts::paused));
    } else if (frame instanceof Picks picks) {
      sampled.ifPresent(parts -> picked(parts, picks));
    } else {
      space(frame);
    }
  }

  private void picked(SampledAccesses parts, Picks picks) {
    int[] objects = new int[picks.picks().size()];
    for (int i = 0; withData && i < objects.length; i++) {
      int range = pass.rangeAt(picks.picks().get(i).address());
      objects[i] = range == 0 ? 0 : Math.max(0, pass.object(range));
    }
    counting.then(() -> parts.picked(picks, objects));
  }

  private void space(Frame frame) {
    if (change.isPresent()) {
      // Accesses before a block ends are changed while it is there.
      handOver();
    }
    if (withData || listened) {
      space.frame(frame, listened ? pass.position() : 0);
    }
  }

  private int dataObject(MemoryRange block) {
    int allocator = (int) block.origin().code();
    return followsCalls
        ? stacks.allocated(block.thread(), allocator, heap)
        : heap.ofUnknownCaller(allocator);
  }

  @Override
  public void stopped(PassStatus status) {
    switch (status) {
      case BATCH -> {
        handOver();
        int wanted = pass.wantedCapacity();
        if (open == null || open.accesses().capacity() < wanted) {
          open = counting.batch(wanted);
          pass.batch(open.accesses());
        }
      }
      case PLACE -> map.find();
      case STACK -> space.stack(pass.askedThread(), pass.askedAddress());
      default -> throw new IllegalStateException("a labelling pass asked for " + status);
    }
  }

  /** Has what was labelled counted, with what the labels mean that are new in it. */
  private void handOver() {
    if (open == null) {
      return;
    }
    pass.complete();
    labels.define(open);
    dependences.flatMap(Dependences::defined).ifPresent(counting::thenLast);
    if (open.accesses().count() > 0) {
      counting.count(open);
      open = counting.batch(Batch.CAPACITY);
      pass.batch(open.accesses());
    }
  }

  // --- The end ----------------------------------------------------------------------------------

  /**
   * What is known so far of code alone; more accesses may come. Text that the compiler has put into
   * other functions counts to these.
   */
  public AttributionResult soFar() {
    drain();
    return new AttributionResult(
        AttributionOptions.CODE,
        symbols,
        pass,
        labels,
        objects,
        Optional.empty(),
        delivery,
        sampled,
        change,
        dependences,
        new Node[0],
        Optional.empty());
  }

  /** What the functions did so far that made accesses; more may come. */
  public List<FunctionActivity> activity() {
    drain();
    int count = symbols.functions().size();
    long[] accesses = new long[count];
    double[] waiting = new double[count];
    engine.eachSite(
        (thread, label, counts) -> {
          int function = symbols.site(labels.site(label)).function();
          accesses[function] += counts.accesses();
          waiting[function] +=
              MissesThatWait.of(
                  counts.line(),
                  () -> CellStrides.of(pass, label, counts.accesses(), samples()),
                  parameters);
        });
    long[] calls = new long[count];
    for (Node node : allNodes()) {
      if (node.function() >= 0) {
        calls[node.function()] += node.calls();
      }
    }
    boolean[] shared = new boolean[count];
    for (SharingResult.Row row : delivery.sharing().rows()) {
      if (row.concurrent() > 0) {
        row.sites().forEach(site -> shared[symbols.site(site).function()] = true);
      }
    }
    Settling<Integer> settling = new Settling<>(delivery.timeLine(), Integer::valueOf);
    List<FunctionActivity> list = new ArrayList<>();
    for (int function = 0; function < count; function++) {
      if (accesses[function] > 0) {
        list.add(
            new FunctionActivity(
                function,
                accesses[function],
                waiting[function],
                calls[function],
                settling.movement(function),
                shared[function]));
      }
    }
    return list;
  }

  /**
   * Has it tried on the next accesses what becomes of scores when some functions are only counted.
   *
   * @param functions their numbers; a trial with none ends the one before
   * @return the trial, which is to be asked after {@link #drain} only, and before it ends
   */
  public Optional<ContextTrial> tryWithout(Set<Integer> functions, EngineChoice choice) {
    drain();
    Optional<ContextTrial> trial =
        functions.isEmpty()
            ? Optional.empty()
            : Optional.of(new ContextTrial(parameters, choice, functions));
    delivery.trial(trial);
    return trial;
  }

  /** Whether only parts of the stream come from now on. */
  public boolean samples() {
    return exactNodes.isPresent();
  }

  /** Waits until all that was labelled is counted. */
  public void drain() {
    handOver();
    counting.drain();
  }

  /** Ends the last window and all strides. No more accesses may come. */
  public AttributionResult finish() {
    handOver();
    pass.finish();
    counting.then(delivery::end);
    counting.drain();
    Node[] nodes = allNodes();
    return new AttributionResult(
        options,
        symbols,
        pass,
        labels,
        objects,
        Optional.of(files),
        delivery,
        sampled,
        change,
        dependences,
        nodes,
        exactNodes);
  }

  private Node[] allNodes() {
    Node[] all = new Node[pass.nodes()];
    Arrays.setAll(all, pass::node);
    return all;
  }

  /** Loads that were scored, of those that are selected. */
  public long loads() {
    return selection.isAll() ? pass.countedLoads() - warm(false) : pass.labelledLoads();
  }

  /** Stores that were scored, likewise. */
  public long stores() {
    return selection.isAll() ? pass.countedStores() - warm(true) : pass.labelledStores();
  }

  /** Accesses that the program made for these, of which wide ones may count several times. */
  public long made() {
    long[] totals = pass.totals();
    return selection.isAll()
        ? totals[3] + totals[4] - warm(false) - warm(true)
        : pass.picked() - warm(false) - warm(true);
  }

  private long warm(boolean stores) {
    long sum = 0;
    for (long[] sites : pass.warm().values()) {
      for (int site = 0; site < sites.length; site++) {
        sum += sites[site] > 0 && symbols.isStore(site) == stores ? sites[site] : 0;
      }
    }
    return sum;
  }

  /**
   * Accesses that were recorded and not scored, by thread, and of each thread by site: of functions
   * in the state {@link FunctionState.State#WARM}.
   */
  public Map<Integer, long[]> warm() {
    return pass.warm();
  }

  /**
   * Why variables have no names, and whether callers are missing, in one line for the user; empty
   * if there is nothing to say, or nobody asked.
   *
   * @param program path of the process's program
   */
  public Optional<String> notice(String program) {
    List<String> lines = new ArrayList<>();
    toggles.ifPresent(calls -> lines.addAll(calls.notices(pass)));
    if (withData) {
      files.notice(program).ifPresent(lines::add);
    }
    if (withCalls && pass.nodes() >= AccessPass.MOST_PATHS) {
      lines.add(
          "%s has %,d call paths or more: functions of later ones stand without their callers, and what they do is missing in what callers have with calls; measure with a smaller --call-depth to keep more of them"
              .formatted(program, AccessPass.MOST_PATHS));
    } else if (withCalls
        && pass.nodes() >= AccessPass.MOST_PATHS / 2
        && options.callDepth() > AccessPass.SHORT_PATH) {
      lines.add(
          "%s has %,d call paths or more: new ones have %d functions at most, and what is called deeper counts for the last of them"
              .formatted(program, AccessPass.MOST_PATHS / 2, AccessPass.SHORT_PATH));
    }
    return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", lines));
  }

  /** Ends counting and gives the pass and the debug information back. The engine is its owner's. */
  @Override
  public void close() {
    counting.close();
    delivery.close();
    sampled.ifPresent(SampledAccesses::close);
    dependences.ifPresent(Dependences::close);
    pass.close();
    files.close();
  }
}
