package org.tslmap.apexmap.prediction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.tslmap.apexmap.AccessCost;
import org.tslmap.apexmap.Dependence;
import org.tslmap.apexmap.Operation;
import org.tslmap.apexmap.placement.Dictionary;
import org.tslmap.apexmap.placement.LocalityShares;
import org.tslmap.apexmap.placement.Mixture;
import org.tslmap.apexmap.placement.SinglePoint;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.LocalityHistogram;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ScoredStream;

/**
 * Predicts times from profiles and one machine's costs.
 *
 * <p>By mixture, each access site becomes a sum of probe patterns ({@link Mixture}) and costs what
 * they cost, loads as reads, stores as writes, and stores of what was just loaded as updates. All
 * are added up: that accesses to the first cache go on while others wait for memory is not taken
 * into account, and neither is what is computed between accesses.
 *
 * <p>By single point, the function's (or whole run's) TL and SL give a point of the plane, with the
 * smallest M that holds the run's footprint.
 *
 * <p>An address stream does not tell whether an address depends on the value loaded before; the
 * caller says which functions chase pointers.
 *
 * <p>Not safe for use by several threads at once. The first prediction takes some seconds for the
 * dictionaries of patterns.
 */
public final class Predictor {

  private record Use(Operation operation, Dependence dependence) {}

  private final AccessCost cost;
  private final MetricParameters parameters;
  private final Function<FunctionInfo, Dependence> dependence;
  private final Map<Use, Dictionary> dictionaries = new HashMap<>();
  private final Map<Long, MeasuredPlane> planes = new HashMap<>();

  /**
   * A predictor of programs whose accesses overlap.
   *
   * @param cost the machine's costs
   * @param parameters what the profiles were computed with
   */
  public Predictor(AccessCost cost, MetricParameters parameters) {
    this(cost, parameters, function -> Dependence.INDEPENDENT);
  }

  /**
   * A predictor that knows which functions' loads wait for one another.
   *
   * @param cost the machine's costs
   * @param parameters what the profiles were computed with
   * @param dependence whether a function's visits overlap
   */
  public Predictor(
      AccessCost cost, MetricParameters parameters, Function<FunctionInfo, Dependence> dependence) {
    this.cost = cost;
    this.parameters = parameters;
    this.dependence = dependence;
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
    Map<FunctionInfo, List<GroupTime>> groups = new LinkedHashMap<>();
    for (AccessGroup group : AccessGroups.of(profile.processes())) {
      groups.computeIfAbsent(group.function(), f -> new ArrayList<>()).add(time(group));
    }
    List<FunctionTime> functions = new ArrayList<>();
    for (FunctionProfile function : stream.functions()) {
      functions.add(time(function, groups.get(function.function()), plane));
    }
    functions.sort(
        Comparator.comparingDouble((FunctionTime f) -> f.seconds().get(Method.MIXTURE)).reversed());
    addBeyond(functions, stream.totals().accesses(), notes);
    SinglePoint point = plane.place(stream.histograms().word(), parameters.n());
    Map<Method, Double> seconds = new EnumMap<>(Method.class);
    long loads = stream.totals().loads();
    long stores = stream.totals().stores();
    seconds.put(Method.SINGLE_POINT, plane.seconds(point, loads, stores, Dependence.INDEPENDENT));
    seconds.put(Method.SURFACE_MEAN, plane.meanSeconds(loads, stores));
    seconds.put(
        Method.MIXTURE, functions.stream().mapToDouble(f -> f.seconds().get(Method.MIXTURE)).sum());
    return new Prediction(stream.totals().accesses(), point, functions, seconds, notes);
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

  private FunctionTime time(FunctionProfile function, List<GroupTime> groups, MeasuredPlane plane) {
    SinglePoint point = plane.place(function.histograms().word(), parameters.n());
    Dependence own = dependence.apply(function.function());
    Map<Method, Double> seconds = new EnumMap<>(Method.class);
    seconds.put(
        Method.SINGLE_POINT, plane.seconds(point, function.loads(), function.stores(), own));
    seconds.put(Method.SURFACE_MEAN, plane.meanSeconds(function.loads(), function.stores()));
    double nanoseconds = groups.stream().mapToDouble(GroupTime::nanoseconds).sum();
    seconds.put(Method.MIXTURE, 1e-9 * nanoseconds);
    groups.sort(Comparator.comparingDouble(GroupTime::nanoseconds).reversed());
    return new FunctionTime(function.function(), function.accesses(), point, groups, seconds);
  }

  private GroupTime time(AccessGroup group) {
    Operation operation = group.operation();
    Dependence own =
        operation == Operation.WRITE ? Dependence.INDEPENDENT : dependence.apply(group.function());
    Dictionary dictionary = dictionary(operation, own);
    Mixture mixture = Mixture.of(word(group), line(group), dictionary);
    double each = mixture.nanoseconds(cost, operation, own);
    return new GroupTime(group, mixture, each * group.accesses());
  }

  private static LocalityShares word(AccessGroup group) {
    return LocalityShares.of(group.histograms().word());
  }

  /** Profiles whose lines are words count only words. */
  private static LocalityShares line(AccessGroup group) {
    Histograms histograms = group.histograms();
    LocalityHistogram line = histograms.at(Granularity.LINE);
    return LocalityShares.of(line.accesses() == 0 ? histograms.word() : line);
  }

  private Dictionary dictionary(Operation operation, Dependence own) {
    return dictionaries.computeIfAbsent(
        new Use(operation, own), use -> Dictionary.of(cost, operation, own, parameters));
  }
}
