package org.tslmap.collector.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.adaptation.FunctionWork;
import org.tslmap.collector.adaptation.ProcessAdaptation;
import org.tslmap.collector.adaptation.RankDecisions;
import org.tslmap.collector.analysis.SinkFactory;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.attribution.AttributionResult;
import org.tslmap.collector.attribution.Attributor;
import org.tslmap.collector.attribution.FunctionActivity;
import org.tslmap.collector.loops.LoopSearch;
import org.tslmap.collector.memory.MemoryListener;
import org.tslmap.collector.remedies.AddressChange;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.wire.AccessDecoder;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.BlockValues;
import org.tslmap.collector.wire.CodePassages;
import org.tslmap.collector.wire.ComputedOperations;
import org.tslmap.collector.wire.CostRequest;
import org.tslmap.collector.wire.CountedCode;
import org.tslmap.collector.wire.End;
import org.tslmap.collector.wire.Epoch;
import org.tslmap.collector.wire.ExecutedCode;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.Mark;
import org.tslmap.collector.wire.ProcessStream;
import org.tslmap.collector.wire.SampledPart;
import org.tslmap.collector.wire.SiteCounts;
import org.tslmap.collector.wire.Sites;
import org.tslmap.collector.wire.StreamTotals;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.AccessSink;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.RunningScores;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.Operations;
import org.tslmap.locality.profile.ProcessEnd;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.StateHistory;

/**
 * Scores one process's stream, live or from a stored trace: it goes into {@link #stream}, and the
 * profile comes out.
 *
 * <p>Used by one thread at a time.
 */
/*
 * ProcessStream checks the stream's order and knows its tables; here each frame goes to those whom
 * it concerns. The attributor labels accesses and has them scored; sinks see them as they are
 * decoded; what only the profile needs (counts of code that was not recorded, operations, states of
 * functions) is kept until it is built. Engine and attributor begin with the HELLO, which says how
 * the process is measured.
 *
 * Some numbers are those of the whole stream alone: counts by code do not tell which accesses a
 * selection would have. So a profile of a selection has no counted code, no operations and no states.
 */
final class ProcessRecording implements ProcessStream.Listener, AutoCloseable {
  private static final String CUT =
      "the stream was cut: the connection closed before the program's end was reported (it was"
          + " killed, or the connection broke)";
  private static final String KEPT_OF_SAMPLED =
      "; a sampled process tells its counts at the end, so only its first accesses are kept";

  private final MetricParameters parameters;
  private final EngineChoice choice;
  private final AttributionOptions attribution;
  private final List<SinkFactory> sinks;
  private final Function<Hello, Selection> selector;
  private final boolean alongside;
  private final ProcessStream stream = new ProcessStream(this);
  private final List<AccessSink> begun = new ArrayList<>();

  private final List<MemoryListener> listeners = new ArrayList<>();
  private Optional<AddressChange.Factory> change = Optional.empty();

  /** The program that takes this one's place, if the process replaces itself. */
  private String successor = "";

  /** What a sampled stream has said at its end. */
  private final List<SiteCounts> counts = new ArrayList<>();

  /** What the functions computed, at the stream's end. */
  private final List<ComputedOperations.OfFunction> operations = new ArrayList<>();

  private final List<ExecutedCode.Piece> executed = new ArrayList<>();

  /** Decides which functions are counted, at the end of an epoch. */
  private ProcessAdaptation adaptation;

  private RankDecisions ranks = new RankDecisions();

  private Optional<Epoch> epoch = Optional.empty();
  private SpentTime spent = new SpentTime();
  private boolean asksForCost;

  /** What functions did that were not recorded. */
  private final CountedAccesses counted = new CountedAccesses();

  private final FunctionStates states = new FunctionStates();

  private Optional<SampledPart> sampledPart = Optional.empty();
  private MeasuredStretch stretch;
  private Selection selection = Selection.ALL;
  private LocalityEngine engine;
  private Attributor attributor;

  /**
   * A recording of nothing yet.
   *
   * @param selector gives the part of a process's accesses that is scored
   * @param alongside whether accesses are counted by a thread of their own, while the next ones are
   *     decoded and labelled
   */
  ProcessRecording(
      MetricParameters parameters,
      EngineChoice choice,
      AttributionOptions attribution,
      List<SinkFactory> sinks,
      Function<Hello, Selection> selector,
      boolean alongside) {
    this.parameters = parameters;
    this.choice = choice;
    this.attribution = attribution;
    this.sinks = List.copyOf(sinks);
    this.selector = selector;
    this.alongside = alongside;
  }

  /** Has somebody told what is where in memory; to be called before the first frame. */
  void listen(MemoryListener listener) {
    listeners.add(listener);
  }

  /**
   * Has accesses scored with other addresses; to be called before the first frame, of a recording
   * without a thread for counting.
   */
  void change(AddressChange.Factory addresses) {
    change = Optional.of(addresses);
  }

  /** Has ranks of an MPI program count the same functions; to be called before the first frame. */
  void follow(RankDecisions shared) {
    ranks = shared;
  }

  /** Shares out what is spent among the processes of a run; to be called before the first frame. */
  void share(SpentTime ofRun) {
    spent = ofRun;
  }

  /** What the process waits for after the last frame, if it does. */
  Optional<byte[]> answer() {
    if (asksForCost) {
      asksForCost = false;
      return Optional.of(CostRequest.answer(spent.sinceLast()));
    }
    Optional<byte[]> last =
        epoch.map(
            ended ->
                adaptation
                    .answer(ended, this::work, tried -> attributor.tryWithout(tried, choice))
                    .frame(ended));
    epoch = Optional.empty();
    return last;
  }

  private List<FunctionWork> work() {
    SymbolTables symbols = stream.symbols();
    Map<Integer, Long> counts = counted.byFunction(symbols);
    List<FunctionWork> work = new ArrayList<>();
    for (FunctionActivity activity : attributor.activity()) {
      int function = activity.function();
      work.add(
          new FunctionWork(
              symbols.function(function).name(),
              activity,
              counts.getOrDefault(function, 0L),
              counted.calls(function)));
    }
    return work;
  }

  /** What takes the process's frames and event words. */
  ProcessStream stream() {
    return stream;
  }

  @Override
  public Optional<AccessDecoder> begin(Hello first, SymbolTables symbols) {
    stretch = new MeasuredStretch(first);
    adaptation = new ProcessAdaptation(first, symbols, attribution.calls(), ranks);
    engine = LocalityEngine.open(parameters, choice);
    selection = selector.apply(first);
    attributor =
        new Attributor(
            attribution,
            symbols,
            engine,
            parameters,
            selection,
            first,
            !sinks.isEmpty(),
            alongside);
    listeners.forEach(attributor::listen);
    change.ifPresent(addresses -> attributor.change(addresses.begin(symbols)));
    for (SinkFactory sink : sinks) {
      begun.add(sink.begin(first, symbols));
    }
    return Optional.of(attributor.decoder(begun));
  }

  @Override
  public int flags(BlockDescriptor block) {
    return attributor.define(block);
  }

  @Override
  public boolean keepsOrder() {
    return attributor.attributes();
  }

  @Override
  public void frame(Frame frame) {
    states.take(frame);
    if (frame instanceof Sites sites) {
      attributor.define(sites);
    } else if (frame instanceof BlockValues values) {
      attributor.define(values);
    } else if (frame instanceof CodePassages passages) {
      attributor.define(passages);
    } else if (frame instanceof SiteCounts part) {
      counts.add(part);
    } else if (frame instanceof ComputedOperations part) {
      operations.addAll(part.functions());
    } else if (frame instanceof ExecutedCode part) {
      executed.addAll(part.pieces());
    } else if (frame instanceof CountedCode part) {
      if (selection.isAll()) {
        counted.add(part); // which of them are selected otherwise is not known
      }
    } else if (frame instanceof Epoch ended) {
      epoch = Optional.of(ended);
    } else if (frame instanceof CostRequest) {
      asksForCost = true;
    } else if (frame instanceof SampledPart part) {
      sampledPart = Optional.of(part);
    } else if (attributor.attributes()) {
      attributor.frame(frame);
    }
    if (frame instanceof Mark mark) {
      mark(mark);
    }
  }

  private void mark(Mark mark) {
    switch (mark.kind()) {
      case EXEC -> successor = mark.text();
      case EXEC_FAILED -> {
        counts.clear();
        operations.clear();
        executed.clear();
      }
      case STRETCH_BEGINS -> stretch.begins(mark);
      case STRETCH_ENDS -> stretch.ends(mark);
      default -> {}
    }
  }

  /** The program that the process replaced itself by, empty when not known; nothing if it ended. */
  Optional<String> replacedBy() {
    return stream.end().filter(last -> last.cause() == End.Cause.REPLACED).map(last -> successor);
  }

  /** Scores a short while ago. */
  RunningScores running() {
    return attributor == null ? new RunningScores(0, 0, 0) : attributor.counting().running();
  }

  /** What the user should know of the names in the profile, one sentence. */
  Optional<String> notice() {
    List<String> lines = new ArrayList<>();
    stream.hello().flatMap(first -> attributor.notice(first.executable())).ifPresent(lines::add);
    if (adaptation != null) {
      adaptation.notice().ifPresent(lines::add);
    }
    return lines.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", lines));
  }

  /**
   * The profile of what came.
   *
   * @param failure what went wrong, or empty
   * @param storedAccesses accesses in the stored trace
   * @throws IllegalStateException if there was no HELLO
   */
  ProcessProfile profile(String failure, long storedAccesses) {
    Hello process =
        stream.hello().orElseThrow(() -> new IllegalStateException("no HELLO was received"));
    stream.finish();
    AttributionResult attributed = attributor.finish();
    Optional<ProfileBuilder.SampledEnd> sampled =
        samples()
            ? Optional.of(
                new ProfileBuilder.SampledEnd(
                    counts,
                    sampledPart,
                    sampledPart.map(part -> attributed.estimates(engine, counts)),
                    stream.pausedAccesses()))
            : Optional.empty();
    return ProfileBuilder.build(
            process,
            Stream.concat(process.options().stream(), selection.options().stream()).toList(),
            processEnd(failure),
            parameters,
            stream.symbols(),
            engine,
            attributed,
            new ProfileBuilder.Counted(
                scored(), attributor.made(), unscored(), made(), storedAccesses),
            computed(attributed),
            stretch.of(made()),
            sampled)
        .withStates(states());
  }

  /** Which accesses of a part of the stream were counted is not known, so there are none. */
  private Map<Integer, StateHistory> states() {
    return selection.isAll() ? states.histories() : Map.of();
  }

  /**
   * Counts are those of the whole stream, so there are none of a part of it or of one that was cut.
   */
  private ProfileBuilder.Computed computed(AttributionResult attributed) {
    if (!selection.isAll() || operations.isEmpty()) {
      return ProfileBuilder.Computed.NONE;
    }
    BiFunction<Integer, InstructionCounts, InstructionCounts> withBranches =
        attributed.withBranches(executed);
    return new ProfileBuilder.Computed(
        operations.stream()
            .map(
                row ->
                    new Operations.OfFunction(
                        row.function(), withBranches.apply(row.function(), row.counts())))
            .toList(),
        new LoopSearch.Executed(
            List.copyOf(executed),
            attributed.knowsBranches() ? Optional.of(attributed::mispredicted) : Optional.empty()));
  }

  /** Has what came so far gone to whoever changes addresses. */
  void drain() {
    attributor.drain();
  }

  /** Whether a part of the accesses is scored, or that is what was asked for. */
  private boolean samples() {
    return stream.hello().orElseThrow().samplesAtOnce() || attributor.samples();
  }

  /** Whether {@link #soFar} can tell anything. */
  boolean canTellSoFar() {
    return attributor != null && selection.isAll() && !samples();
  }

  /**
   * The profile of what came so far, by code alone; more may come.
   *
   * @param storedAccesses accesses in the stored trace
   */
  ProcessProfile soFar(long storedAccesses) {
    Hello process = stream.hello().orElseThrow();
    stream.flush();
    StreamTotals totals = stream.totals();
    return ProfileBuilder.build(
            process,
            process.options(),
            ProcessEnd.cut(
                "it was still running when this was written: its first %,d accesses are scored"
                    .formatted(totals.accesses())),
            parameters,
            stream.symbols(),
            engine,
            attributor.soFar(),
            new ProfileBuilder.Counted(scored(), attributor.made(), unscored(), 0, storedAccesses),
            ProfileBuilder.Computed.NONE,
            Optional.empty(),
            Optional.empty())
        .withStates(states());
  }

  /**
   * A profile that only says that the process was there, for when there is no memory for more.
   *
   * @param failure what went wrong
   */
  ProcessProfile lost(String failure, long storedAccesses) {
    Hello process = stream.hello().orElseThrow();
    return ProfileBuilder.lost(
        process,
        processEnd(failure),
        parameters,
        new AccessTotals(0, 0, 0, made(), storedAccesses, 0, 0));
  }

  /** Accesses by the tool's own count, 0 when it never told. */
  private long made() {
    return stream.end().map(End::made).orElse(0L);
  }

  /** What was counted, and what was recorded but not scored. */
  private CountedAccesses unscored() {
    return selection.isAll() ? counted.plus(attributor.warm()).with(callsOfRun()) : counted;
  }

  /**
   * How often functions were called that were counted for a while: executions of the first
   * instruction. Calls while they were recorded are known of those alone whose callers were
   * recorded, too.
   */
  private Map<Integer, Long> callsOfRun() {
    Map<Integer, Long> calls = new HashMap<>();
    Set<Integer> changed = states.histories().keySet();
    SymbolTables symbols = stream.symbols();
    for (ExecutedCode.Piece piece : executed) {
      for (ExecutedCode.Stretch stretch : piece.stretches()) {
        if (changed.contains(stretch.function())
            && stretch.has(symbols.function(stretch.function()).entry())) {
          calls.merge(stretch.function(), piece.executions(), Long::sum);
        }
      }
    }
    return calls;
  }

  /** What was decoded, but of the accesses only those that were scored. */
  private StreamTotals scored() {
    StreamTotals all = stream.totals();
    return new StreamTotals(
        all.blocks(), all.words(), all.threadWords(), attributor.loads(), attributor.stores());
  }

  private ProcessEnd processEnd(String failure) {
    ProcessEnd how =
        stream
            .end()
            .map(
                last ->
                    switch (last.cause()) {
                      case EXITED -> ProcessEnd.exited(last.status() & 0xFF);
                      case SIGNALLED ->
                          ProcessEnd.signalled(last.status() == 0 ? -1 : last.status());
                      case REPLACED -> ProcessEnd.replaced();
                    })
            .orElseGet(() -> ProcessEnd.cut(CUT + (samples() ? KEPT_OF_SAMPLED : "")));
    return failure.isEmpty() ? how : how.withIncomplete(failure);
  }

  /** Frees the engine and ends the sinks. */
  @Override
  public void close() {
    if (attributor != null) {
      attributor.close();
    }
    if (engine != null) {
      engine.close();
    }
    for (AccessSink sink : begun) {
      try {
        sink.end();
      } catch (RuntimeException e) {
        LoggerFactory.getLogger(ProcessRecording.class).warn("a sink did not end", e);
      }
    }
    begun.clear();
  }
}
