package org.tslmap.collector.attribution;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.tslmap.collector.attribution.sharing.SharingResult;
import org.tslmap.collector.loops.Chains;
import org.tslmap.collector.remedies.AddressChange;
import org.tslmap.collector.remedies.StepCounts;
import org.tslmap.collector.wire.ExecutedCode;
import org.tslmap.collector.wire.SiteCounts;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.LocalityEngine;
import org.tslmap.locality.pass.AccessPass;
import org.tslmap.locality.pass.Node;
import org.tslmap.locality.profile.CodeOrigin;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.StrideShare;
import org.tslmap.locality.profile.TimeLine;

/**
 * What an {@link Attributor} has found, once all accesses have come: the meaning of the engine's
 * labels, and what was told apart besides scores. Valid until the attributor is closed.
 */
public final class AttributionResult {
  private final AttributionOptions options;
  private final SymbolTables symbols;
  private final AccessPass pass;
  private final CellLabels labels;
  private final DataObjects objects;

  /** Tells where source text is; nothing for a process that goes on. */
  private final Optional<DebugFiles> files;

  private final Delivery delivery;
  private final Optional<SampledAccesses> sampled;
  private final Optional<AddressChange> change;
  private final Optional<Dependences> dependences;

  /** What stands for accesses that were not scored, once that is known. */
  private Optional<Estimates> estimates = Optional.empty();

  /** What is known of functions' loads, once that was asked for. */
  private Optional<Map<Integer, Dependences.Looks>> looks = Optional.empty();

  /** The branches behind sites, once they were asked for. */
  private Optional<Map<Integer, Dependences.Branches>> branches = Optional.empty();

  /** The nodes of the calling context tree, callers first. */
  private final Node[] nodes;

  /** Whether some accesses came that are not scored. */
  private final boolean warmedUp;

  /** The same when all accesses had come last; empty if all have. */
  private final Optional<Node[]> exactNodes;

  AttributionResult(
      AttributionOptions options,
      SymbolTables symbols,
      AccessPass pass,
      CellLabels labels,
      DataObjects objects,
      Optional<DebugFiles> files,
      Delivery delivery,
      Optional<SampledAccesses> sampled,
      Optional<AddressChange> change,
      Optional<Dependences> dependences,
      Node[] nodes,
      Optional<Node[]> exactNodes) {
    this.options = options;
    this.symbols = symbols;
    this.pass = pass;
    this.labels = labels;
    this.objects = objects;
    this.files = files;
    this.delivery = delivery;
    this.sampled = sampled;
    this.change = change;
    this.dependences = dependences.filter(Dependences::isKnown);
    this.dependences.ifPresent(Dependences::read);
    this.nodes = nodes;
    this.exactNodes = exactNodes;
    this.warmedUp = !pass.warm().isEmpty();
  }

  /**
   * What was not scored, estimated.
   *
   * @param engine what has counted the rest
   * @param counts all accesses by site
   */
  public Estimates estimates(LocalityEngine engine, List<SiteCounts> counts) {
    Estimates made = new Estimates(this, symbols, engine, sampled.orElseThrow(), counts);
    estimates = Optional.of(made);
    return made;
  }

  /** Another label, which the engine has not. */
  int label(int site, int object) {
    return labels.label(site, object);
  }

  /** Whether accesses were counted with other addresses than the program's. */
  public boolean isChanged() {
    return change.isPresent();
  }

  /** Adds to a label's counts in a thread what its accesses missed of simulated caches. */
  public void addMisses(int thread, int label, Histograms counts) {
    delivery.caches().ifPresent(caches -> counts.misses().add(caches.ofLabel(thread, label)));
  }

  /** The same for a context. */
  public void addMisses(int context, Histograms counts) {
    delivery.caches().ifPresent(caches -> counts.misses().add(caches.ofContext(context)));
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
    return labels.site(label);
  }

  /** The number of the data object of one of the engine's labels. */
  public int object(int label) {
    return labels.object(label);
  }

  /**
   * The commonest strides of one of the engine's labels.
   *
   * @param accesses how many accesses have the label
   */
  public List<StrideShare> strides(int label, long accesses) {
    Optional<StepCounts> changed = change.flatMap(addresses -> addresses.steps(label));
    if (changed.isPresent()) {
      return changed.get().commonest();
    }
    return options.data()
        ? CellStrides.of(pass, label, accesses, samples() || warmedUp)
        : List.of();
  }

  /**
   * How many of a label's loads waited for others; empty if the stream does not say. Where only a
   * part was scored, this is an estimate.
   *
   * @param loads how many there are
   * @param scored those of them that were scored, but for bursts
   */
  public Optional<LoadDependence> dependence(int label, long loads, long scored) {
    return dependences.flatMap(
        known ->
            known.of(
                label,
                loads,
                scored,
                samples() ? looks(known, site(label)) : Dependences.Looks.NONE));
  }

  /** What is known of the loads of a site's function. */
  private Dependences.Looks looks(Dependences known, int ofSite) {
    if (looks.isEmpty()) {
      Map<Integer, Dependences.Looks> functions = new HashMap<>();
      Set<Integer> sites = new HashSet<>();
      for (int label = 0; label < labels.count(); label++) {
        int site = site(label);
        if (symbols.isStore(site)) {
          continue;
        }
        boolean first = sites.add(site);
        long scored = first ? estimates.map(one -> one.scored(site)).orElse(0L) : 0;
        long others = first ? estimates.map(one -> one.made(site)).orElse(0L) - scored : 0;
        functions.merge(
            symbols.site(site).function(),
            known.looks(label, scored).plus(new Dependences.Looks(others, 0, 0)),
            Dependences.Looks::plus);
      }
      looks = Optional.of(functions);
    }
    return looks.get().getOrDefault(symbols.site(ofSite).function(), Dependences.Looks.NONE);
  }

  /** Whether the stream tells which branches were not foreseen. */
  public boolean knowsBranches() {
    return dependences.filter(Dependences::knowsBranches).isPresent();
  }

  /** Branches behind the access of a site that were not foreseen; 0 if the stream does not tell. */
  public long mispredicted(int site) {
    return branches().getOrDefault(site, Dependences.Branches.NONE).mispredicted();
  }

  /**
   * Adds the branches of functions to their counts, if the stream tells of them, and how often the
   * longest chain begins.
   *
   * @param executed what was executed; if that is not told, branches behind accesses are added
   *     alone
   * @return what does it, for a function's number and its counts
   */
  public BiFunction<Integer, InstructionCounts, InstructionCounts> withBranches(
      List<ExecutedCode.Piece> executed) {
    if (!knowsBranches()) {
      return (function, counts) -> counts;
    }
    Map<Integer, Dependences.Branches> functions = new HashMap<>();
    branches()
        .forEach(
            (site, behind) ->
                functions.merge(
                    symbols.site(site).function(),
                    executed.isEmpty() ? behind : behind.withExecuted(0),
                    Dependences.Branches::plus));
    Map<Integer, Chains> chains = new HashMap<>();
    for (ExecutedCode.Piece piece : executed) {
      chains.computeIfAbsent(piece.stretches().get(0).function(), f -> new Chains()).add(piece);
      for (ExecutedCode.Stretch stretch : piece.stretches()) {
        functions.merge(
            stretch.function(),
            new Dependences.Branches(piece.executions() * stretch.conditional(), 0),
            Dependences.Branches::plus);
      }
      functions.merge(
          piece.stretches().get(0).function(),
          new Dependences.Branches(0, piece.mispredictions()),
          Dependences.Branches::plus);
    }
    return (function, counts) -> {
      Dependences.Branches own = functions.getOrDefault(function, Dependences.Branches.NONE);
      InstructionCounts all = counts.withBranches(own.executed(), own.mispredicted());
      return executed.isEmpty() ? all : chains.getOrDefault(function, new Chains()).longest(all);
    };
  }

  private Map<Integer, Dependences.Branches> branches() {
    if (branches.isEmpty()) {
      Map<Integer, Dependences.Branches> all = new HashMap<>();
      Map<Integer, Long> inBursts = lookedAt();
      dependences
          .map(Dependences::branches)
          .orElse(Map.of())
          .forEach(
              (site, behind) ->
                  all.put(site, behind.times(timesAsMany(site, inBursts.getOrDefault(site, 0L)))));
      branches = Optional.of(all);
    }
    return branches.get();
  }

  /** Accesses of sites in bursts that were looked at. */
  private Map<Integer, Long> lookedAt() {
    Map<Integer, Long> sums = new HashMap<>();
    for (int label = 0; samples() && label < labels.count(); label++) {
      int number = label;
      sums.merge(
          site(label), dependences.map(known -> known.lookedAt(number)).orElse(0L), Long::sum);
    }
    return sums;
  }

  /** All accesses of a site, divided by those whose branches were predicted. */
  private double timesAsMany(int site, long inBursts) {
    return estimates
        .map(known -> (double) known.made(site) / Math.max(1, known.scored(site) + inBursts))
        .orElse(1.0);
  }

  /** How many labels the engine was given; they are numbered from 0. */
  public int labelCount() {
    return labels.count();
  }

  /**
   * The footprints of groups of the engine's labels.
   *
   * @param groupOf each label's group, -1 for none
   * @param groups how many groups there are, numbered from 0
   * @return the footprint of each group; empty if accesses are not attributed to data
   */
  public List<EstimatedFootprint> footprints(int[] groupOf, int groups) {
    int[] none = new int[groups];
    Arrays.fill(none, -1);
    return options.data()
        ? EstimatedFootprint.ofGroups(pass.footprints(false, groupOf, none), groups)
        : List.of();
  }

  /**
   * The footprints of groups of contexts.
   *
   * @param groupOf each context's group, -1 for none
   * @param partOf the group whose footprint has that of each group in it, -1 for none
   */
  public List<EstimatedFootprint> contextFootprints(int[] groupOf, int[] partOf) {
    return EstimatedFootprint.ofGroups(pass.footprints(true, groupOf, partOf), partOf.length);
  }

  /** The data objects, by number. */
  public List<DataObject> objects() {
    long[] calls = new long[symbols.functions().size()];
    for (Node node : nodes) {
      calls[node.function()] += node.calls();
    }
    return objects.list(function -> calls[function]);
  }

  /** How many contexts there are; they are numbered from 0, callers before what they call. */
  public int contextCount() {
    return options.calls() ? nodes.length : 0;
  }

  /** A context: who called it from where, its function, and what happened in it. */
  public Node context(int number) {
    return nodes[number];
  }

  /** Whether only parts of the stream came. */
  public boolean samples() {
    return exactNodes.isPresent() || estimates.map(Estimates::isPartial).orElse(false);
  }

  /** Whether a function only jumps on to what was called. */
  public boolean isStub(int function) {
    return Blocks.isStub(symbols, function);
  }

  /** Calls along a context's path that were all seen. */
  public long exactCalls(int context) {
    return exact(context).map(Node::calls).orElse(0L);
  }

  /** Loads, or stores, in a context that were all scored. */
  public long scored(int context, boolean stores) {
    return exact(context).map(node -> stores ? node.stores() : node.loads()).orElse(0L);
  }

  private Optional<Node> exact(int context) {
    Node[] exact = exactNodes.orElse(nodes);
    return context < exact.length ? Optional.of(exact[context]) : Optional.empty();
  }

  /** What threads passed to each other; objects are numbers of {@link #objects}. */
  public SharingResult sharing() {
    return delivery.sharing();
  }

  /** What happened when. */
  public TimeLine timeLine() {
    return delivery.timeLine();
  }

  /** The functions so far as profiles have them, see {@link DebugFiles#function}. */
  public List<FunctionInfo> functions() {
    return IntStream.range(0, symbols.functions().size())
        .mapToObj(
            number ->
                files
                    .map(known -> known.function(number))
                    .orElseGet(() -> symbols.functionInfo(symbols.function(number))))
        .toList();
  }

  /**
   * The line of an instruction in its function's source file, see {@link DebugFiles#ownLine}; empty
   * when not known.
   */
  public OptionalInt ownLine(int function, long instruction) {
    return files.map(known -> known.ownLine(function, instruction)).orElse(OptionalInt.empty());
  }

  /** Where the source text of a site is, see {@link CodeOrigin}. */
  public CodeOrigin origin(int site) {
    return files.map(known -> known.origin(site)).orElse(CodeOrigin.OWN);
  }
}
