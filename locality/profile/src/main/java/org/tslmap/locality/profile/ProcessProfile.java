package org.tslmap.locality.profile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.tslmap.locality.Footprint;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;

/**
 * Everything measured of one process. Sites carry all counts; threads and windows are other ways to
 * cut the same accesses.
 *
 * <p>Which process it is, how it ended and how much was counted is always in memory. The rest is
 * many times larger: once the profile has been written, or when it was read, the rest is read from
 * the file when it is asked for, and given up when others need the memory ({@link LoadedDetails}).
 * So a run of ten thousand processes takes hardly more memory than one of a few. What gives the
 * rest therefore throws {@link java.io.UncheckedIOException} when that file has gone.
 */
public final class ProcessProfile {

  private final ProcessIdentity identity;
  private final ProcessEnd end;
  private final MetricParameters parameters;
  private final List<String> options;
  private final AccessTotals totals;
  private final Footprint footprint;
  private final Optional<Stretch> stretch;
  private final ProcessDetails.Holder details;

  /** The sum over sites, once somebody has asked. */
  private volatile Histograms histograms;

  /**
   * Checks that sites refer to functions that exist, that sites and threads both add up to the
   * totals, and so do the rows of the attribution, and that footprints agree.
   *
   * @param identity which process
   * @param end how it ended and whether its stream is whole
   * @param parameters what the metrics were computed with
   * @param options the tool's options that were given
   * @param totals how much was counted
   * @param footprint what the process touched
   * @param functions the functions sites refer to
   * @param threads threads that made an access, in ascending order
   * @param sites access sites, in the tool's order
   * @param windows consecutive time windows
   * @param attribution whose accesses they are: data objects, call paths, functions over time
   * @param stretch what of the process was measured; empty when it was not told to start late or to
   *     stop early
   * @param sampling how exact the scores are; empty if every access was scored
   * @throws IllegalArgumentException saying which part does not fit which
   */
  public ProcessProfile(
      ProcessIdentity identity,
      ProcessEnd end,
      MetricParameters parameters,
      List<String> options,
      AccessTotals totals,
      Footprint footprint,
      List<FunctionInfo> functions,
      List<ThreadProfile> threads,
      List<SiteProfile> sites,
      List<WindowProfile> windows,
      Attribution attribution,
      Optional<Stretch> stretch,
      Optional<Sampling> sampling) {
    this(
        identity,
        end,
        parameters,
        options,
        totals,
        footprint,
        stretch,
        new ProcessDetails.Holder(
            new ProcessDetails(
                functions,
                threads,
                sites,
                windows,
                attribution,
                sampling,
                LoopForest.NONE,
                List.of(),
                Operations.NONE,
                Map.of())));
    details.get().check(parameters, totals, footprint);
  }

  ProcessProfile(
      ProcessIdentity identity,
      ProcessEnd end,
      MetricParameters parameters,
      List<String> options,
      AccessTotals totals,
      Footprint footprint,
      Optional<Stretch> stretch,
      ProcessDetails.Holder details) {
    this.identity = Objects.requireNonNull(identity, "identity");
    this.end = Objects.requireNonNull(end, "end");
    this.parameters = Objects.requireNonNull(parameters, "parameters");
    this.options = List.copyOf(options);
    this.totals = Objects.requireNonNull(totals, "totals");
    this.footprint = Objects.requireNonNull(footprint, "footprint");
    this.stretch = Objects.requireNonNull(stretch, "stretch");
    this.details = Objects.requireNonNull(details, "details");
    if (footprint.of().size() != parameters.granularities().size()) {
      throw new IllegalArgumentException(
          "expected a footprint for each of %s, but found %s"
              .formatted(parameters.granularities(), footprint));
    }
  }

  /** The same, all of it in memory; for a profile whose file is going to be removed. */
  ProcessProfile inMemory() {
    return with(details.get());
  }

  /** Which process. */
  public ProcessIdentity identity() {
    return identity;
  }

  /** How it ended and whether its stream is whole. */
  public ProcessEnd end() {
    return end;
  }

  /** What the metrics were computed with. */
  public MetricParameters parameters() {
    return parameters;
  }

  /** The tool's options that were given. */
  public List<String> options() {
    return options;
  }

  /** How much was counted. */
  public AccessTotals totals() {
    return totals;
  }

  /** What the process touched. */
  public Footprint footprint() {
    return footprint;
  }

  /** What of the process was measured; empty when it was not told to start late or stop early. */
  public Optional<Stretch> stretch() {
    return stretch;
  }

  /** The functions sites refer to. */
  public List<FunctionInfo> functions() {
    return details.get().functions();
  }

  /** Threads that made an access, in ascending order. */
  public List<ThreadProfile> threads() {
    return details.get().threads();
  }

  /** Whether more than one thread made an access. */
  public boolean hasThreads() {
    return details.threads() > 1;
  }

  /** Access sites, in the tool's order. */
  public List<SiteProfile> sites() {
    return details.get().sites();
  }

  /** Consecutive time windows. */
  public List<WindowProfile> windows() {
    return details.get().windows();
  }

  /**
   * Accesses in each window but the last, which may have fewer. Long runs have longer windows than
   * {@link MetricParameters#timeWindow} says.
   */
  public long windowLength() {
    return windows().size() < 2 ? parameters().timeWindow() : windows().get(0).accesses();
  }

  /** Whose accesses they are: data objects, call paths, functions over time. */
  public Attribution attribution() {
    return details.get().attribution();
  }

  /** The loops that accesses were in. */
  public LoopForest loops() {
    return details.get().loops();
  }

  /**
   * Numbers of the access sites that do no work but ask again and again whether another thread or
   * process has come, ascending; none when nobody looked.
   */
  public List<Integer> waiting() {
    return details.get().waiting();
  }

  /** What its functions computed; nothing when instructions were not counted. */
  public Operations operations() {
    return details.get().operations();
  }

  /**
   * When and why functions changed between recorded and counted, by their numbers; nothing of
   * functions that were recorded all the time, or if it is not known.
   */
  public Map<Integer, StateHistory> states() {
    return details.get().states();
  }

  /** How exact the scores are; empty if every access was scored. */
  public Optional<Sampling> sampling() {
    return details.isSampled() ? details.get().sampling() : Optional.empty();
  }

  /** Where the large parts are. */
  ProcessDetails.Holder details() {
    return details;
  }

  /** The same process with its accesses attributed otherwise. */
  public ProcessProfile with(Attribution other) {
    return with(functions(), sites(), other, sampling());
  }

  /**
   * The same process with its loops, and with those of its accesses told apart that only wait.
   *
   * @param waiting numbers of access sites, ascending
   * @throws IllegalArgumentException if they do not fit its functions and sites
   */
  public ProcessProfile with(LoopForest loops, List<Integer> waiting) {
    ProcessDetails all = details.get();
    loops.check(all.functions().size(), all.sites().size());
    References.checkWaiting(waiting, all.sites().size());
    all.operations().check(all.functions().size(), loops.loops().size());
    return with(all, loops, waiting, all.operations(), all.states());
  }

  /**
   * The same process with what its functions computed.
   *
   * @throws IllegalArgumentException if that names functions or loops it does not have
   */
  public ProcessProfile with(Operations operations) {
    ProcessDetails all = details.get();
    operations.check(all.functions().size(), all.loops().loops().size());
    return with(all, all.loops(), all.waiting(), operations, all.states());
  }

  /**
   * The same process with when and why functions were counted.
   *
   * @param states by the function's number; of functions that were recorded all the time nothing
   * @throws IllegalArgumentException if that names functions it does not have
   */
  public ProcessProfile withStates(Map<Integer, StateHistory> states) {
    ProcessDetails all = details.get();
    References.checkStates(states, all.functions().size());
    return with(all, all.loops(), all.waiting(), all.operations(), states);
  }

  private ProcessProfile with(
      ProcessDetails all,
      LoopForest loops,
      List<Integer> waiting,
      Operations operations,
      Map<Integer, StateHistory> states) {
    return with(
        new ProcessDetails(
            all.functions(),
            all.threads(),
            all.sites(),
            all.windows(),
            all.attribution(),
            all.sampling(),
            loops,
            waiting,
            operations,
            states));
  }

  /**
   * The same with what is known of dependent loads from a profile of the same accesses, which may
   * have been scored in another way.
   */
  public ProcessProfile withDependenceOf(ProcessProfile other) {
    Map<List<Object>, SiteProfile> known = new HashMap<>();
    other.sites().forEach(site -> known.put(key(site), site));
    List<SiteProfile> sites =
        sites().stream()
            .map(
                site ->
                    site.with(
                        Optional.ofNullable(known.get(key(site))).flatMap(SiteProfile::dependence)))
            .toList();
    return with(functions(), sites, attribution(), sampling());
  }

  private static List<Object> key(SiteProfile site) {
    return List.of(site.instruction(), site.kind(), site.index(), site.size());
  }

  /** The same accesses in other functions. */
  ProcessProfile with(
      List<FunctionInfo> otherFunctions,
      List<SiteProfile> otherSites,
      Attribution other,
      Optional<Sampling> otherSampling) {
    ProcessDetails all = details.get();
    ProcessDetails changed =
        new ProcessDetails(
            otherFunctions,
            all.threads(),
            otherSites,
            all.windows(),
            other,
            otherSampling,
            all.loops(),
            all.waiting(),
            all.operations(),
            all.states());
    changed.check(parameters, totals, footprint);
    return with(changed);
  }

  private ProcessProfile with(ProcessDetails other) {
    return new ProcessProfile(
        identity,
        end,
        parameters,
        options,
        totals,
        footprint,
        stretch,
        new ProcessDetails.Holder(other));
  }

  /** The same process with another end. */
  public ProcessProfile with(ProcessEnd other) {
    return new ProcessProfile(
        identity, other, parameters, options, totals, footprint, stretch, details.copy());
  }

  /** The function a site belongs to. */
  public FunctionInfo functionOf(SiteProfile site) {
    return functions().get(site.function());
  }

  /** The source file of a site's line, which may be inlined code; empty where it is not known. */
  public String fileOf(SiteProfile site) {
    return site.file(functionOf(site));
  }

  /** Reuse distances and strides of all accesses: the sum over sites. */
  public Histograms histograms() {
    if (histograms == null) {
      Histograms sum = Histograms.empty(parameters);
      sites().forEach(site -> sum.add(site.histograms()));
      histograms = sum;
    }
    return histograms.copy();
  }

  /** Own accesses of each function, in context, most accesses first. They add up to the whole. */
  public List<FunctionProfile> functionProfiles() {
    FunctionTable table = new FunctionTable(parameters);
    table.add(this);
    return table.rows();
  }

  /**
   * Accesses to each data object, in context, most accesses first. They add up to the whole; there
   * are none when accesses were not attributed to data.
   */
  public List<DataProfile> dataProfiles() {
    DataTable table = new DataTable(parameters);
    table.add(this);
    return table.rows();
  }

  /** This process as reports show it. */
  public ScoredStream scored() {
    return new ScoredStream(
        parameters, totals, footprint, histograms(), this::functionProfiles, this::dataProfiles);
  }

  /** Which of the program's accesses formed the stream. The tool decides likewise (tsl_run.c). */
  public View view() {
    if (!selection().isEmpty()) {
      return View.ISOLATED;
    }
    boolean counts = totals.counted() > 0 || (!filters().isEmpty() && !end.complete());
    return counts || (end.complete() && totals.leftOut() > 0) ? View.PARTIAL : View.IN_CONTEXT;
  }

  /** The options that say which functions are counted and not recorded. */
  public List<String> filters() {
    return Narrowing.filtering(options);
  }

  /** The options that say which part of the accesses formed the stream; empty if all did. */
  public List<String> selection() {
    return Narrowing.selecting(options);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ProcessProfile that
        && identity.equals(that.identity)
        && end.equals(that.end)
        && parameters.equals(that.parameters)
        && options.equals(that.options)
        && totals.equals(that.totals)
        && footprint.equals(that.footprint)
        && stretch.equals(that.stretch)
        && details.get().equals(that.details.get());
  }

  @Override
  public int hashCode() {
    return Objects.hash(identity, end, totals);
  }

  @Override
  public String toString() {
    return "ProcessProfile[%s, %s, %s]".formatted(identity, end, totals);
  }
}
