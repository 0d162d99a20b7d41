package org.tslmap.collector.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.score.Measure;

/**
 * The values of a run that are compared: of the whole and of some functions. They come from a
 * profile, or were kept of an earlier run.
 *
 * @param parameters what the metrics were computed with
 * @param whole all accesses
 * @param functions by name and source file
 */
public record MeasuredRun(
    MetricParameters parameters, Measured whole, Map<List<String>, Measured> functions) {

  private static final String ACCESSES = "accesses";

  /** Keeps the map unmodifiable. */
  public MeasuredRun {
    functions = Map.copyOf(functions);
  }

  /**
   * Those of a profile.
   *
   * @param caches the caches whose misses are wanted
   * @param names the name under which a function is compared, none for one that is not; functions
   *     of one name and source file are added together
   */
  public static MeasuredRun of(
      LocalityProfile profile,
      List<CacheSize> caches,
      Function<FunctionInfo, Optional<String>> names) {
    Scope scope = new Scope(Report.of(profile, RowSelection.ALL, List.of()), caches);
    List<Column> columns = Comparison.columns(scope);
    return new MeasuredRun(
        scope.parameters(),
        Measured.of(scope.whole(), "whole", columns, true),
        Comparison.measured(
            TableKind.FUNCTIONS.of(scope, ""), row -> key(function(row), names), columns, true));
  }

  private static FunctionInfo function(Row row) {
    return new FunctionInfo(
        row.label("name").words(),
        row.label("object").words(),
        row.label("file").words(),
        (int) row.label("sourceLine").magnitude());
  }

  private static Optional<List<String>> key(
      FunctionInfo function, Function<FunctionInfo, Optional<String>> names) {
    return names.apply(function).map(name -> List.of(name, Names.base(function.file())));
  }

  /** The key of the column of a measure at a granularity: {@code wordTl}. */
  public static String column(Measure measure, Granularity granularity) {
    return Column.fullKey(measure.key(), granularity);
  }

  /** All accesses. */
  public double accesses() {
    return whole.values().getOrDefault(ACCESSES, 0.0);
  }

  /**
   * The whole of two runs.
   *
   * @param caches whose misses are compared
   * @param keys of the columns that are compared
   */
  public ComparedRow wholeAfter(MeasuredRun before, List<CacheSize> caches, Set<String> keys) {
    return new ComparedRow(
        whole.name(),
        Optional.of(before.whole),
        Optional.of(whole),
        columns(caches, keys),
        larger(before),
        Margins.NONE);
  }

  /**
   * The functions of two runs, the largest change first.
   *
   * @param caches whose misses are compared
   * @param keys of the columns that are compared
   */
  public List<ComparedRow> functionsAfter(
      MeasuredRun before, List<CacheSize> caches, Set<String> keys) {
    return Comparison.pairs(
        Comparison.Part.FUNCTIONS,
        before.functions,
        functions,
        columns(caches, keys),
        larger(before),
        Margins.NONE);
  }

  private double larger(MeasuredRun before) {
    return Math.max(1, Math.max(before.accesses(), accesses()));
  }

  private List<Column> columns(List<CacheSize> caches, Set<String> keys) {
    return Comparison.columns(parameters, caches).stream()
        .filter(column -> keys.contains(column.fullKey()))
        .toList();
  }
}
