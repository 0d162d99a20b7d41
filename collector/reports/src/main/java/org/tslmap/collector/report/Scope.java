package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.AccessKind;
import org.tslmap.locality.profile.Attribution;
import org.tslmap.locality.profile.DataAccess;
import org.tslmap.locality.profile.Footprints;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.Grouping;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.Sampling;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.locality.profile.SiteProfile;

/** What all tables of a run have in common. */
final class Scope {

  /** Why a table of data is empty. */
  static final String NO_DATA =
      "the profile does not say which data was accessed: it was measured with --attribute code or"
          + " calls, by an older version, or by the tool alone; measure with tslmap run --attribute"
          + " all";

  private static final String NO_PHASES =
      "a part of the accesses was scored, so there are no phases; measure with --sample=off";

  /** Why a table of calls is empty. */
  static final String NO_CALLS =
      "the profile does not say who called whom: it was measured with --attribute code or data or"
          + " --call-depth 0, by an older version, or by the tool alone; measure with tslmap run"
          + " --attribute all";

  private static final String FOOTPRINTS_SAMPLED =
      "distinct words and lines are estimated from one line of 64, and are at least those of the"
          + " accesses that were scored; what has fewer lines may have touched more";

  private static final String FOOTPRINTS_ESTIMATED =
      "distinct words and lines of what touches most memory are estimated from a part of it, to"
          + " within some per cent; the others are exact";

  private final Report report;
  private final List<CacheSize> caches;
  private final List<Column> measures;
  private final Row whole;

  Scope(Report report, List<CacheSize> caches) {
    this.report = report;
    this.caches = caches;
    ScoredStream stream = report.whole();
    measures =
        new ArrayList<>(Measures.columns(stream.parameters(), stream.totals().accesses(), caches));
    if (stream.totals().counted() > 0) {
      measures.addAll(Measures.states());
    }
    if (Sampling.errors(processes()).isPresent()) {
      measures.addAll(Measures.errors(stream.parameters()));
    }
    Tally sum =
        new Tally(stream.parameters())
            .add(stream.totals().loads(), stream.totals().stores(), stream.histograms());
    for (ProcessProfile process : processes()) {
      for (SiteProfile site : process.sites()) {
        sum.addDependence(site.dependence());
        if (site.kind() == AccessKind.LOAD) {
          sum.addUnrecordedLoads(site.accesses() - site.recorded());
        }
      }
    }
    if (sum.dependence().isPresent()) {
      measures.add(Measures.dependent());
    }
    if (hasData()) {
      measures.add(Measures.strides());
      processes()
          .forEach(
              process ->
                  process
                      .attribution()
                      .accesses()
                      .forEach(access -> sum.addStrides(access.strides())));
    }
    Sampling.errors(processes())
        .ifPresent(errors -> sum.addErrors(errors, stream.totals().accesses()));
    whole =
        Row.of(Map.of("name", new Cell.Text("whole")), sum)
            .with(stream.footprint())
            .as(Row.Kind.WHOLE);
  }

  Report report() {
    return report;
  }

  /** The caches that miss ratios are shown for. */
  List<CacheSize> caches() {
    return caches;
  }

  List<ProcessProfile> processes() {
    return report.processes();
  }

  LocalityProfile profile() {
    return report.profile();
  }

  MetricParameters parameters() {
    return report.whole().parameters();
  }

  /** All accesses. */
  long accesses() {
    return report.whole().totals().accesses();
  }

  /** The columns of accesses, with strides where they are known. */
  List<Column> measures() {
    return measures;
  }

  /**
   * Adds the footprints of all processes' parts to their sums.
   *
   * @param sumOf gives the sum a part is in: of a process and one of the part's accesses
   */
  void addFootprints(Grouping grouping, BiFunction<ProcessProfile, DataAccess, Tally> sumOf) {
    for (ProcessProfile process : processes()) {
      Attribution attribution = process.attribution();
      for (Footprints.Part part : attribution.footprints().of(grouping)) {
        sumOf
            .apply(process, attribution.accesses().get(part.access()))
            .addFootprint(part.footprint());
      }
    }
  }

  /** The columns of footprints, if they are known of all processes. */
  List<Column> footprints() {
    return processes().stream()
            .allMatch(p -> p.totals().accesses() == 0 || p.attribution().hasData())
        ? Measures.footprints(parameters())
        : List.of();
  }

  /** Which footprints are estimates, where some are. */
  List<String> footprintNotes(Grouping grouping) {
    return processes().stream()
            .flatMap(process -> process.attribution().footprints().of(grouping).stream())
            .anyMatch(part -> part.oneOf() > 1)
        ? List.of(
            Sampling.share(processes()).isPresent() ? FOOTPRINTS_SAMPLED : FOOTPRINTS_ESTIMATED)
        : List.of();
  }

  /** The columns of footprints of call paths, if they are known of all processes. */
  List<Column> pathFootprints() {
    return processes().stream()
            .allMatch(
                p -> p.totals().accesses() == 0 || !p.attribution().footprints().paths().isEmpty())
        ? Measures.footprints(parameters())
        : List.of();
  }

  /** Which footprints of call paths are estimates, where some are. */
  List<String> pathFootprintNotes() {
    return processes().stream()
            .flatMap(process -> process.attribution().footprints().paths().stream())
            .anyMatch(path -> path.oneOf() > 1)
        ? List.of(FOOTPRINTS_ESTIMATED)
        : List.of();
  }

  /** The row that all rows add up to. */
  Row whole() {
    return whole;
  }

  /** Why nothing is known by phases. */
  String noTimeLine() {
    return Sampling.isIn(processes())
        ? NO_PHASES
        : "the profile has no time line by function and data: " + NO_DATA;
  }

  boolean hasData() {
    return processes().stream().anyMatch(process -> process.attribution().hasData());
  }

  /** What processes did that do not say which data, when others do; nothing if there are none. */
  Optional<Tally> withoutData() {
    return hasData()
        ? sumOf(processes().stream().filter(process -> !process.attribution().hasData()).toList())
        : Optional.empty();
  }

  /** What processes did that do not say who called whom, when others do. */
  Optional<Tally> withoutCalls() {
    return hasCalls()
        ? sumOf(processes().stream().filter(process -> !process.attribution().hasCalls()).toList())
        : Optional.empty();
  }

  private Optional<Tally> sumOf(List<ProcessProfile> some) {
    Tally sum = new Tally(parameters());
    some.forEach(
        process ->
            sum.add(process.totals().loads(), process.totals().stores(), process.histograms()));
    return sum.accesses() == 0 ? Optional.empty() : Optional.of(sum);
  }

  boolean hasCalls() {
    return processes().stream().anyMatch(process -> process.attribution().hasCalls());
  }

  /** Why a table about functions of a name is empty. */
  String noFunction(NamePattern pattern) {
    TreeSet<String> near = new TreeSet<>();
    String part = pattern.text().replaceAll("[*?]", "");
    for (ProcessProfile process : processes()) {
      for (FunctionInfo function : process.functions()) {
        if (function.name().contains(part)) {
          near.add(function.name());
        }
      }
    }
    return "no function of the run is named '%s' and made an access%s; see --table functions"
        .formatted(
            pattern.text(),
            near.isEmpty()
                ? ""
                : near.stream().limit(5).collect(Collectors.joining(", ", " (there are: ", ")")));
  }

  /** The notes, or why there is no row. */
  List<String> orEmpty(List<Row> rows, List<String> notes) {
    return rows.isEmpty()
        ? List.of("the program made no access that was measured; see the options of tslmap run")
        : notes;
  }
}
