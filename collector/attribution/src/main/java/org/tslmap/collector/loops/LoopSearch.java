package org.tslmap.collector.loops;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntToLongFunction;
import java.util.function.LongToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.tslmap.collector.wire.CodeFlow;
import org.tslmap.collector.wire.ExecutedCode;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.profile.CodeLoop;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.LoopForest;
import org.tslmap.locality.profile.SiteProfile;

/** Finds the loops that a process's access sites are in, from the flow of its code. */
public final class LoopSearch {
  /** Where instructions are in the source. */
  @FunctionalInterface
  public interface Lines {
    /** The line of an instruction in its function's source file, if it is known. */
    OptionalInt of(int function, long instruction);
  }

  /** An access site with its number in the profile, and the node it is in, or -1. */
  private record PlacedSite(int number, SiteProfile site, int node) {}

  /** The lines of some code. */
  private static final class LineRange {
    private int first = Integer.MAX_VALUE;
    private int last;

    void add(OptionalInt line) {
      if (line.isPresent()) {
        first = Math.min(first, line.getAsInt());
        last = Math.max(last, line.getAsInt());
      }
    }
  }

  /**
   * What was found.
   *
   * @param loops the loops of the sites
   * @param waiting numbers of the sites whose accesses wait for other threads or processes,
   *     ascending
   * @param instructions of each loop its own, see {@link
   *     org.tslmap.locality.profile.Operations#loops}; empty if it is not told what was executed
   */
  public record Found(
      LoopForest loops, List<Integer> waiting, List<InstructionCounts> instructions) {}

  /**
   * What was executed.
   *
   * @param pieces of the whole run; none if the stream does not tell
   * @param mispredicted how many branches behind a site's access were not foreseen, by the number
   *     that the site has in the stream; nothing if that is not known
   */
  public record Executed(
      List<ExecutedCode.Piece> pieces, Optional<IntToLongFunction> mispredicted) {
    /** Not told. */
    public static final Executed NONE = new Executed(List.of(), Optional.empty());

    /** Those with instructions of a function, by its number. */
    private Map<Integer, Set<ExecutedCode.Piece>> byFunction() {
      Map<Integer, Set<ExecutedCode.Piece>> pieces = new HashMap<>();
      for (ExecutedCode.Piece piece : this.pieces) {
        for (ExecutedCode.Stretch stretch : piece.stretches()) {
          pieces
              .computeIfAbsent(
                  stretch.function(), f -> Collections.newSetFromMap(new IdentityHashMap<>()))
              .add(piece);
        }
      }
      return pieces;
    }
  }

  private final SymbolTables symbols;
  private final Lines lines;
  private final List<Integer> numbers;
  private final Executed executed;
  private final Map<Integer, Set<ExecutedCode.Piece>> pieces;
  private final List<CodeLoop> found = new ArrayList<>();
  private final List<InstructionCounts> instructions = new ArrayList<>();
  private final int[] ofSites;
  private final Set<Integer> waiting = new TreeSet<>();

  private LoopSearch(SymbolTables symbols, Lines lines, List<Integer> numbers, Executed executed) {
    this.symbols = symbols;
    this.lines = lines;
    this.numbers = numbers;
    this.executed = executed;
    pieces = executed.byFunction();
    ofSites = new int[numbers.size()];
    Arrays.fill(ofSites, -1);
  }

  /**
   * Finds the loops.
   *
   * @param symbols what the process has told of its code; nothing of its flow in traces of older
   *     versions, and then loops are not known
   * @param numbers the numbers that the sites have there
   * @param sites the profile's sites
   * @param executed what was executed
   */
  public static Found find(
      SymbolTables symbols,
      Lines lines,
      List<Integer> numbers,
      List<SiteProfile> sites,
      Executed executed) {
    CodeFlow flow = symbols.flow();
    if (flow.straights().isEmpty()) {
      return new Found(LoopForest.NONE, List.of(), List.of());
    }
    Map<Integer, List<CodeFlow.Straight>> straights =
        flow.straights().stream().collect(Collectors.groupingBy(CodeFlow.Straight::function));
    Map<Integer, List<CodeFlow.Jump>> jumps =
        flow.jumps().stream().collect(Collectors.groupingBy(CodeFlow.Jump::function));
    LoopSearch search = new LoopSearch(symbols, lines, numbers, executed);
    sitesByFunction(symbols, numbers, sites)
        .forEach(
            (function, own) ->
                search.add(
                    symbols.function(function),
                    new FlowGraph(
                        symbols.function(function).entry(),
                        straights.getOrDefault(function, List.of()),
                        jumps.getOrDefault(function, List.of())),
                    own,
                    sites));
    return new Found(
        new LoopForest(search.found, Arrays.stream(search.ofSites).boxed().toList()),
        List.copyOf(search.waiting),
        search.instructions);
  }

  private static Map<Integer, List<Integer>> sitesByFunction(
      SymbolTables symbols, List<Integer> numbers, List<SiteProfile> sites) {
    Map<Integer, List<Integer>> byFunction = new LinkedHashMap<>();
    for (int i = 0; i < sites.size(); i++) {
      if (sites.get(i).accesses() > 0) {
        byFunction
            .computeIfAbsent(symbols.site(numbers.get(i)).function(), f -> new ArrayList<>())
            .add(i);
      }
    }
    return byFunction;
  }

  private void add(
      FunctionSymbol function, FlowGraph graph, List<Integer> own, List<SiteProfile> sites) {
    List<PlacedSite> placed =
        own.stream()
            .map(i -> new PlacedSite(i, sites.get(i), graph.at(sites.get(i).instruction())))
            .filter(site -> site.node() >= 0)
            .toList();
    LoopNest nest = new LoopNest(graph);
    BitSet wanted = new BitSet();
    for (PlacedSite site : placed) {
      for (int at = nest.innermost(site.node()); at >= 0; at = nest.loops().get(at).parent()) {
        wanted.set(at);
      }
    }
    Map<Integer, Integer> loopNumbers = new HashMap<>();
    loopNumbers.put(-1, -1);
    wanted.stream().forEach(at -> loopNumbers.put(at, found.size() + loopNumbers.size() - 1));
    Optional<LoopInstructions> counts =
        executed.pieces().isEmpty()
            ? Optional.empty()
            : Optional.of(instructions(function, graph, nest, loopNumbers.keySet(), own));
    ObjectFile object = symbols.object(function.object());
    for (int at : wanted.stream().toArray()) {
      LoopNest.Loop loop = nest.loops().get(at);
      LineRange range = lines(function, graph, loop, placed);
      found.add(
          new CodeLoop(
              function.id(),
              loopNumbers.get(loop.parent()),
              graph.start(loop.head()) - object.bias(),
              range.last == 0 ? 0 : range.first,
              range.last,
              loop.reducible(),
              rounds(
                  nest,
                  loop,
                  placed.stream().filter(site -> nest.innermost(site.node()) == at).toList(),
                  counts.map(known -> known.rounds(graph.start(loop.head()))))));
      counts.ifPresent(known -> instructions.add(known.of(at)));
    }
    BitSet asking = asking(function, graph, nest);
    String library = object.path();
    boolean all = WaitingCode.waits(library, function.name(), false);
    boolean loops = WaitingCode.waits(library, function.name(), true);
    for (PlacedSite site : placed) {
      int loop = nest.innermost(site.node());
      ofSites[site.number()] = loopNumbers.get(loop);
      if (asking.get(site.node()) || (loop >= 0 ? loops : all)) {
        waiting.add(site.number());
      }
    }
  }

  /**
   * What a function's loops executed. What is in a loop without accesses belongs to the next one
   * around it that has any.
   *
   * @param loops numbers of loops with accesses in the nest, and -1
   */
  private LoopInstructions instructions(
      FunctionSymbol function,
      FlowGraph graph,
      LoopNest nest,
      Set<Integer> loops,
      List<Integer> own) {
    LongToIntFunction loopOf =
        address -> {
          int node = graph.at(address);
          int loop = node < 0 ? -1 : nest.innermost(node);
          while (!loops.contains(loop)) {
            loop = nest.loops().get(loop).parent();
          }
          return loop;
        };
    LoopInstructions counts =
        new LoopInstructions(
            function.id(),
            loopOf,
            new LoopInstructions.Nest() {
              @Override
              public int parent(int loop) {
                return nest.loops().get(loop).parent();
              }

              @Override
              public long start(int loop) {
                return loop < 0 ? function.entry() : graph.start(nest.loops().get(loop).head());
              }
            },
            LongStream.concat(
                LongStream.of(function.entry()),
                nest.loops().stream().mapToLong(loop -> graph.start(loop.head()))),
            executed.mispredicted().isPresent());
    pieces.getOrDefault(function.id(), Set.of()).forEach(counts::add);
    executed
        .mispredicted()
        .ifPresent(
            known ->
                own.forEach(
                    site ->
                        counts.addMispredicted(
                            loopOf.applyAsInt(symbols.site(numbers.get(site)).instruction()),
                            known.applyAsLong(numbers.get(site)))));
    return counts;
  }

  /** The nodes of the smallest loops around each PAUSE, or around a loop of nothing else. */
  private BitSet asking(FunctionSymbol function, FlowGraph graph, LoopNest nest) {
    BitSet asking = new BitSet();
    if (graph.pauses().isEmpty()) {
      return asking;
    }
    BitSet withAccesses = new BitSet();
    for (int i = 0; i < symbols.siteCount(); i++) {
      Site site = symbols.site(i);
      int node = site.function() == function.id() ? graph.at(site.instruction()) : -1;
      if (node >= 0) {
        withAccesses.set(node);
      }
    }
    for (int pause : graph.pauses().stream().toArray()) {
      int number = nest.innermost(pause);
      if (number >= 0) {
        LoopNest.Loop loop = nest.loops().get(number);
        BitSet round = nest.round(number, pause);
        if (!round.intersects(withAccesses) && loop.parent() >= 0) {
          round = nest.round(loop.parent(), loop.head());
        }
        asking.or(round);
      }
    }
    return asking;
  }

  /**
   * Those of accesses and of jumps. What is between them may be of any line: compilers prepare
   * counters of loops with instructions that they took from elsewhere.
   */
  private LineRange lines(
      FunctionSymbol function, FlowGraph graph, LoopNest.Loop loop, List<PlacedSite> sites) {
    LineRange range = new LineRange();
    for (int node : loop.nodes().stream().toArray()) {
      if (graph.endsWithJump(node)) {
        range.add(lines.of(function.id(), graph.last(node)));
      }
    }
    for (PlacedSite site : sites) {
      if (loop.nodes().get(site.node())) {
        range.add(lines.of(function.id(), site.site().instruction()));
      }
    }
    return range;
  }

  /**
   * The fewest accesses of a site that is passed in each round, and that no loop inside has. If
   * there is none, how often the head was executed, which may be one more each time; 0 if that is
   * not known either.
   */
  private static long rounds(
      LoopNest nest, LoopNest.Loop loop, List<PlacedSite> own, Optional<Long> ofHead) {
    if (!loop.reducible()) {
      return 0;
    }
    return own.stream()
        .sorted(Comparator.comparingLong(site -> site.site().accesses()))
        .filter(site -> nest.isPassedAlways(loop, site.node()))
        .findFirst()
        .map(site -> site.site().accesses())
        .or(() -> ofHead)
        .orElse(0L);
  }
}
