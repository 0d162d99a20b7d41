package org.tslmap.apexmap.prediction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.tslmap.apexmap.AccessCost;
import org.tslmap.apexmap.CoreCosts;
import org.tslmap.apexmap.Dependence;
import org.tslmap.apexmap.LoopMisses;
import org.tslmap.apexmap.MissOverlap;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.ProbePoint;
import org.tslmap.apexmap.placement.Dictionary;
import org.tslmap.apexmap.placement.LocalityShares;
import org.tslmap.apexmap.placement.Mixture;
import org.tslmap.apexmap.placement.PatternShares;
import org.tslmap.apexmap.placement.SinglePoint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LoadDependence;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.Operations;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.locality.profile.View;

/**
 * Predicts times from profiles and one machine's costs.
 *
 * <p>By mixture, each access site becomes a sum of probe patterns ({@link Mixture}) and costs what
 * they cost, loads as reads, stores as writes, and stores of what was just loaded as updates. All
 * are added up: that accesses to the first cache go on while others wait for memory is not taken
 * into account, and neither is what is computed between accesses.
 *
 * <p>Combined, each function takes what its instructions and its accesses take together ({@link
 * CoreCosts}), and the system's time for pages that are touched for the first time, by its share of
 * first touches.
 *
 * <p>By single point, the function's (or whole run's) TL and SL give a point of the plane, with the
 * smallest M that holds the run's footprint.
 *
 * <p>Loads that miss, unforeseen by hardware ({@link LoadDependence}), cost what dependent visits
 * cost if they wait for another miss at a mispredicted branch, or if the core finds no other miss
 * so far ahead that it could start it meanwhile; otherwise the part of it that is left ({@link
 * MissOverlap}), and at least what independent visits do. The others cost what these do. Profiles
 * without these counts have none that wait; the caller may say of functions that all of their loads
 * do.
 *
 * <p>Not safe for use by several threads at once. The first prediction takes some seconds for the
 * dictionaries of patterns.
 */
public final class Predictor {

  /** Words of a line. */
  private static final double LINE = 8;

  /** Bytes of the pages that {@link CoreCosts#firstTouch} is about. */
  private static final double PAGE_BYTES = 4096;

  private record Use(Operation operation, Dependence dependence) {}

  private final AccessCost cost;
  private final CoreCosts core;
  private final MetricParameters parameters;
  private final Predicate<FunctionInfo> dependent;
  private final PatternShares shares;
  private final Map<Use, Dictionary> dictionaries = new HashMap<>();
  private final Map<Long, MeasuredPlane> planes = new HashMap<>();

  /**
   * A predictor that goes by the profiles alone.
   *
   * @param cost the machine's costs
   * @param parameters what the profiles were computed with
   */
  public Predictor(AccessCost cost, MetricParameters parameters) {
    this(cost, CoreCosts.NONE, parameters, function -> false);
  }

  /**
   * The same that knows what the core computes in a time.
   *
   * @param core {@link CoreCosts#NONE} where that was not measured
   */
  public Predictor(AccessCost cost, CoreCosts core, MetricParameters parameters) {
    this(cost, core, parameters, function -> false);
  }

  /**
   * A predictor that is told of some functions that all of their loads wait for one another.
   *
   * @param cost the machine's costs
   * @param core what its core computes in a time, {@link CoreCosts#NONE} where not measured
   * @param parameters what the profiles were computed with
   * @param dependent whether a function's loads do, whatever its profile says
   */
  public Predictor(
      AccessCost cost,
      CoreCosts core,
      MetricParameters parameters,
      Predicate<FunctionInfo> dependent) {
    this.cost = cost;
    this.core = core;
    this.parameters = parameters;
    this.shares = new PatternShares(parameters);
    this.dependent = dependent;
  }

  /**
   * The time of a run's accesses.
   *
   * @throws org.tslmap.apexmap.OutsideSurfaceException if the surface lacks something that is
   *     needed, saying what to measure
   * @throws IllegalArgumentException if there are no accesses or the profile was computed with
   *     other parameters
   */
  public Prediction predict(LocalityProfile profile) {
    ScoredStream stream = profile.merged();
    if (!stream.parameters().equals(parameters)) {
      throw new IllegalArgumentException(
          "the profile was computed with %s, but this predictor is for %s"
              .formatted(stream.parameters(), parameters));
    }
    if (stream.totals().accesses() == 0) {
      throw new IllegalArgumentException("a profile without accesses has no time to predict");
    }
    List<String> notes = new ArrayList<>();
    MeasuredPlane plane = plane(stream, notes);
    Map<FunctionInfo, InstructionCounts> instructions = instructions(profile, notes);
    CodePlaces places = CodePlaces.of(profile.processes(), core);
    Map<FunctionInfo, List<GroupTime>> groups = times(profile, places);
    double pageSeconds = pageSeconds(profile, notes);
    double cold = stream.functions().stream().mapToDouble(Predictor::firstTouches).sum();
    List<FunctionTime> functions = new ArrayList<>();
    for (FunctionProfile function : stream.functions()) {
      functions.add(
          time(
              function,
              // Of what was only counted, places are not known.
              groups.getOrDefault(function.function(), new ArrayList<>()),
              plane,
              instructions.isEmpty()
                  ? Optional.empty()
                  : Optional.of(coreTimes(places.instructions(function.function()))),
              cold == 0 ? 0 : pageSeconds * firstTouches(function) / cold));
    }
    long unplaced =
        functions.stream()
            .filter(function -> function.groups().isEmpty())
            .mapToLong(FunctionTime::accesses)
            .sum();
    if (unplaced > 0) {
      notes.add(
          "%,d accesses are left out, of functions that were only counted; measure without --filter, --adapt or refine"
              .formatted(unplaced));
    }
    functions.sort(
        Comparator.comparingDouble((FunctionTime f) -> f.seconds().get(Method.MIXTURE)).reversed());
    addBeyond(functions, stream.totals().accesses(), notes);
    SinglePoint point = plane.place(stream.histograms().word(), parameters.n());
    Map<Method, Double> seconds = new EnumMap<>(Method.class);
    long loads = stream.totals().loads();
    long stores = stream.totals().stores();
    double waiting =
        functions.stream()
            .flatMap(function -> function.groups().stream())
            .map(group -> group.group().dependence())
            .reduce(LoadDependence.NONE, LoadDependence::plus)
            .chainedShare();
    seconds.put(Method.SINGLE_POINT, plane.seconds(point, loads, stores, waiting));
    seconds.put(Method.SURFACE_MEAN, plane.meanSeconds(loads, stores));
    seconds.put(
        Method.MIXTURE, functions.stream().mapToDouble(f -> f.seconds().get(Method.MIXTURE)).sum());
    MemoryTime memory =
        functions.stream()
            .flatMap(function -> function.groups().stream())
            .map(GroupTime::time)
            .reduce(MemoryTime.NONE, MemoryTime::plus);
    OptionalDouble coreSeconds = OptionalDouble.empty();
    if (!instructions.isEmpty()) {
      double rest = restOfCore(instructions, functions);
      coreSeconds =
          OptionalDouble.of(
              rest + functions.stream().mapToDouble(f -> f.coreSeconds().orElse(0)).sum());
      seconds.put(
          Method.COMBINED,
          rest + functions.stream().mapToDouble(f -> f.seconds().get(Method.COMBINED)).sum());
    }
    return new Prediction(
        stream.totals().accesses(),
        point,
        functions,
        seconds,
        memory,
        coreSeconds,
        pageSeconds,
        notes);
  }

  /** Instructions by function; none if they or the core are not known. */
  private Map<FunctionInfo, InstructionCounts> instructions(
      LocalityProfile profile, List<String> notes) {
    if (!core.known()) {
      notes.add(
          "computing is left out: the surfaces were measured without the core; measure them again"
              + " with tslmap apex measure");
      return Map.of();
    }
    if (!Operations.areKnown(profile.processes())) {
      notes.add(
          "computing is left out: the profile has no counts of instructions; record the program"
              + " again with tslmap run");
      return Map.of();
    }
    return Operations.byFunction(profile.processes());
  }

  /**
   * Seconds in which the system gives pages: at least, as pages with a line here and there are more
   * than their lines fill. Of processes that were recorded in part it is not known who touches a
   * page first.
   */
  private double pageSeconds(LocalityProfile profile, List<String> notes) {
    if (core.known() && core.firstTouch() == 0) {
      notes.add(
          "first touches of pages are left out: the surfaces were measured without them; measure"
              + " them again with tslmap apex measure");
    }
    double lines =
        profile.processes().stream()
            .filter(process -> process.view() != View.ISOLATED)
            .mapToDouble(process -> process.footprint().line())
            .sum();
    return 1e-9 * core.firstTouch() * lines * parameters.line() / PAGE_BYTES;
  }

  private static double firstTouches(FunctionProfile function) {
    return line(function.histograms()).cold();
  }

  /** The times of groups of accesses by function. */
  private Map<FunctionInfo, List<GroupTime>> times(LocalityProfile profile, CodePlaces places) {
    Map<FunctionInfo, List<AccessGroup>> groups =
        AccessGroups.of(profile.processes(), places).stream()
            .collect(
                Collectors.groupingBy(
                    AccessGroup::function, LinkedHashMap::new, Collectors.toList()));
    double total =
        groups.values().stream().flatMap(List::stream).mapToLong(AccessGroup::accesses).sum();
    Map<FunctionInfo, List<LoopMisses>> misses = misses(profile.processes());
    Map<FunctionInfo, List<GroupTime>> times = new LinkedHashMap<>();
    groups.forEach(
        (function, ofFunction) -> {
          MissOverlap overlap = MissOverlap.of(core, misses.getOrDefault(function, List.of()));
          times.put(
              function,
              ofFunction.stream()
                  .map(group -> time(group, overlap, total))
                  .collect(Collectors.toCollection(ArrayList::new)));
        });
    return times;
  }

  /** Where functions miss. */
  private static Map<FunctionInfo, List<LoopMisses>> misses(List<ProcessProfile> processes) {
    Map<FunctionInfo, List<LoopMisses>> misses = new HashMap<>();
    for (ProcessProfile process : processes) {
      LoopMisses.byFunction(process)
          .forEach(
              (function, loops) ->
                  misses
                      .computeIfAbsent(process.functions().get(function), f -> new ArrayList<>())
                      .addAll(loops));
    }
    return misses;
  }

  /** Computing, and branches that were not foreseen: nothing goes on while these are waited for. */
  private record CoreTime(double computing, double branches) {
    double seconds() {
      return 1e-9 * (computing + branches);
    }
  }

  private Map<Long, CoreTime> coreTimes(Map<Long, InstructionCounts> places) {
    Map<Long, CoreTime> times = new HashMap<>();
    places.forEach(
        (place, counts) ->
            times.put(place, new CoreTime(core.nanoseconds(counts), core.mispredictions(counts))));
    return times;
  }

  /** Seconds of functions that made no access. */
  private double restOfCore(
      Map<FunctionInfo, InstructionCounts> instructions, List<FunctionTime> functions) {
    Set<FunctionInfo> timed =
        functions.stream().map(FunctionTime::function).collect(Collectors.toSet());
    return instructions.entrySet().stream()
        .filter(row -> !timed.contains(row.getKey()))
        .mapToDouble(row -> 1e-9 * core.nanoseconds(row.getValue()))
        .sum();
  }

  private MeasuredPlane plane(ScoredStream stream, List<String> notes) {
    Dictionary reads = dictionary(Operation.READ, Dependence.INDEPENDENT);
    long bytes = Math.max(8, stream.footprint().word() * parameters.word());
    long needed = Math.max(1, Long.highestOneBit(2 * (bytes / 8) - 1));
    long words = Math.min(Math.max(needed, reads.smallest()), reads.largest());
    if (words < needed) {
      notes.add(
          ("the run touched %d MiB, more than the largest memory of the surface; its single point"
                  + " is taken at M = %d MiB")
              .formatted(bytes >> 20, words >> 17));
    }
    return planes.computeIfAbsent(words, m -> MeasuredPlane.of(m, cost, parameters));
  }

  private static void addBeyond(List<FunctionTime> functions, long accesses, List<String> notes) {
    double beyond =
        functions.stream()
            .flatMap(function -> function.groups().stream())
            .mapToDouble(time -> time.mixture().beyond() * time.group().accesses())
            .sum();
    if (beyond > 1e-4 * accesses) {
      notes.add(
          "%.2f %% of all accesses come back after more than the largest memory of the surface; they are costed as that"
              .formatted(100 * beyond / accesses));
    }
  }

  private FunctionTime time(
      FunctionProfile function,
      List<GroupTime> groups,
      MeasuredPlane plane,
      Optional<Map<Long, CoreTime>> computed,
      double pageSeconds) {
    SinglePoint point = plane.place(function.histograms().word(), parameters.n());
    LoadDependence loads =
        groups.stream()
            .map(group -> group.group().dependence())
            .reduce(LoadDependence.NONE, LoadDependence::plus);
    double waiting = dependent.test(function.function()) ? 1 : loads.chainedShare();
    Map<Method, Double> seconds = new EnumMap<>(Method.class);
    seconds.put(
        Method.SINGLE_POINT, plane.seconds(point, function.loads(), function.stores(), waiting));
    seconds.put(Method.SURFACE_MEAN, plane.meanSeconds(function.loads(), function.stores()));
    double nanoseconds = groups.stream().mapToDouble(GroupTime::nanoseconds).sum();
    seconds.put(Method.MIXTURE, 1e-9 * nanoseconds);
    if (computed.isPresent()) {
      seconds.put(Method.COMBINED, pageSeconds + 1e-9 * combined(computed.get(), groups));
    }
    groups.sort(Comparator.comparingDouble(GroupTime::nanoseconds).reversed());
    return new FunctionTime(
        function.function(),
        function.accesses(),
        point,
        groups,
        computed
            .map(places -> places.values().stream().mapToDouble(CoreTime::seconds).sum())
            .map(OptionalDouble::of)
            .orElse(OptionalDouble.empty()),
        seconds);
  }

  /** Nanoseconds of a function: of its places, one after the other. */
  private double combined(Map<Long, CoreTime> computed, List<GroupTime> groups) {
    Map<Long, List<GroupTime>> places =
        groups.stream().collect(Collectors.groupingBy(group -> group.group().place()));
    Set<Long> all = new HashSet<>(computed.keySet());
    all.addAll(places.keySet());
    double sum = 0;
    for (long place : all) {
      CoreTime own = computed.getOrDefault(place, new CoreTime(0, 0));
      List<GroupTime> accesses = places.getOrDefault(place, List.of());
      double near = accesses.stream().mapToDouble(group -> group.time().near()).sum();
      double fetching = accesses.stream().mapToDouble(GroupTime::fetching).sum();
      sum += own.branches() + core.together(Math.max(own.computing(), near), fetching);
    }
    return sum;
  }

  private GroupTime time(AccessGroup group, MissOverlap overlap, double total) {
    boolean all = dependent.test(group.function());
    if (group.operation() == Operation.WRITE || (!all && !overlap.waits(group.dependence()))) {
      return time(group, Dependence.INDEPENDENT, total);
    }
    GroupTime waits = time(group, Dependence.DEPENDENT, total);
    if (all) {
      return waits;
    }
    GroupTime overlaps = time(group, Dependence.INDEPENDENT, total);
    LoadDependence loads = group.dependence();
    double misses =
        Math.max(loads.missed(), line(group.histograms()).misses(LoadDependence.MISSED_LINES));
    double wait = overlap.share(loads, waits.nanoseconds(), overlaps.nanoseconds());
    double far = wait * loads.missed() / misses;
    double near = wait * Math.min(1, (double) loads.dependent() / group.accesses());
    return new GroupTime(
        group,
        far > 0.5 ? waits.mixture() : overlaps.mixture(),
        waits.time().times(near, far).plus(overlaps.time().times(1 - near, 1 - far)),
        far * waits.fetching() + (1 - far) * overlaps.fetching());
  }

  private GroupTime time(AccessGroup group, Dependence own, double total) {
    Operation operation = group.operation();
    Dictionary dictionary = dictionary(operation, own);
    Mixture mixture =
        Mixture.of(
            LocalityShares.of(group.histograms().word()),
            LocalityShares.of(line(group.histograms())),
            dictionary,
            group.accesses() / total);
    double nearest = cost.nanoseconds(dictionary.nearest(), operation, own);
    double all = 0;
    for (Mixture.Part part : mixture.parts()) {
      all += part.share() * nanoseconds(part, operation, own, nearest);
    }
    double near = Math.min(all, nearest);
    double swept = 0;
    double fetching = 0;
    for (Mixture.Part part : mixture.parts()) {
      fetching += part.share() * fetching(nanoseconds(part, operation, own, nearest), near);
      swept += part.share() * swept(part.pattern().costPoint(), operation, near, dictionary);
    }
    return new GroupTime(
        group,
        mixture,
        MemoryTime.of(all, near, swept).times(group.accesses()),
        fetching * group.accesses());
  }

  /** What an access of a pattern costs: what hits is not made slower by misses that wait. */
  private double nanoseconds(Mixture.Part part, Operation operation, Dependence own, double hit) {
    ProbePoint point = part.pattern().costPoint();
    double nanoseconds = cost.nanoseconds(point, operation, own);
    double lines = point.words() / Math.max(LINE, point.stride());
    return own == Dependence.INDEPENDENT || lines > LoadDependence.MISSED_LINES
        ? nanoseconds
        : Math.min(nanoseconds, hit);
  }

  /**
   * The time of an access in which its line comes. A visit's cost is the longer of fetching lines
   * and of making accesses at the pace of the nearest cache; where it is not clear which, as both
   * take about as long, a part of it counts.
   */
  private static double fetching(double each, double near) {
    return each * Math.max(0, Math.min(1, each / near - 1));
  }

  /** What an access costs if the lines of its pattern come in a long sweep over its memory. */
  private double swept(ProbePoint point, Operation operation, double near, Dictionary dictionary) {
    ProbePoint sweep = dictionary.sweep(point.words());
    double word = cost.nanoseconds(sweep, operation, Dependence.INDEPENDENT);
    double lines = Math.min(1, Math.max(1.0 / point.length(), (double) point.stride() / LINE));
    return near + lines * LINE * Math.max(0, word - near);
  }

  /** Profiles whose lines are words count only words. */
  private static LocalityHistogram line(Histograms histograms) {
    LocalityHistogram line = histograms.at(Granularity.LINE);
    return line.accesses() == 0 ? histograms.word() : line;
  }

  private Dictionary dictionary(Operation operation, Dependence own) {
    return dictionaries.computeIfAbsent(
        new Use(operation, own), use -> Dictionary.of(cost, operation, own, shares));
  }
}
