package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.SimulatedCache;
import org.tslmap.locality.WideAccesses;
import org.tslmap.locality.profile.Accounting;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ScoredStream;
import org.tslmap.locality.profile.View;

/**
 * What the report formats have in common: the profile, its processes added together, and which
 * functions are shown in which order.
 *
 * @param profile the run
 * @param whole all processes added together
 * @param selection which functions are shown in which order
 * @param notices what should be known of the run, one sentence each
 */
public record Report(
    LocalityProfile profile, ScoredStream whole, RowSelection selection, List<String> notices) {

  /** Keeps the list unmodifiable. */
  public Report {
    notices = List.copyOf(notices);
  }

  /** Adds the processes together. */
  public static Report of(LocalityProfile profile, RowSelection selection, List<String> notices) {
    List<String> all = new ArrayList<>(notices);
    new SampledNotes(profile.processes()).notice().ifPresent(all::add);
    Waiting.of(profile.processes()).notice().ifPresent(all::add);
    return new Report(profile, profile.merged(), selection, all);
  }

  /** The same without notices. */
  public static Report of(LocalityProfile profile, RowSelection selection) {
    return of(profile, selection, List.of());
  }

  /** Whether all accesses have come. */
  Accounting accounting() {
    return Accounting.of(profile.processes(), whole);
  }

  /** The processes in the order in which they are shown: MPI ranks in theirs. */
  List<ProcessProfile> processes() {
    return profile.parallel()
        ? profile.processes().stream()
            .sorted(Comparator.comparingInt(process -> process.identity().rank()))
            .toList()
        : profile.processes();
  }

  /** Whether there are MPI ranks to compare with each other. */
  boolean comparesRanks() {
    return profile.parallel() && profile.ranks().size() > 1;
  }

  /** Which accesses formed the stream, see {@link ProcessProfile#view}. */
  String view() {
    return profile.mainProcess().view().key();
  }

  /** Which accesses a partial run did not score, in one sentence. */
  String partly() {
    String filters =
        profile.processes().stream()
            .flatMap(process -> process.filters().stream())
            .distinct()
            .collect(Collectors.joining(" "));
    List<String> parts = new ArrayList<>();
    if (whole.totals().counted() > 0) {
      parts.add(
          "the accesses of some functions were counted and not scored"
              + (filters.isEmpty() ? "" : " (" + filters + ")"));
    } else if (!filters.isEmpty()) {
      parts.add(
          "the accesses of some functions were to be counted and not scored (%s), but their number did not come"
              .formatted(filters));
    }
    if (whole.totals().leftOut() > 0) {
      parts.add("the program switched recording off for a while (TSLMAP_OFF)");
    }
    return String.join("; ", parts);
  }

  /** The functions that are shown, of one stream. */
  List<FunctionProfile> functions(ScoredStream stream) {
    if (selection.sort().isEmpty()) {
      return stream.functions().stream().limit(selection.top()).toList();
    }
    Comparator<Row> order =
        selection.comparator(new CodeTables(new Scope(this, List.of())).functions()).orElseThrow();
    return stream.functions().stream()
        .map(function -> Map.entry(row(function, stream.parameters()), function))
        .sorted(Map.Entry.comparingByKey(order))
        .limit(selection.top())
        .map(Map.Entry::getValue)
        .toList();
  }

  private static Row row(FunctionProfile function, MetricParameters parameters) {
    return Row.of(
        Names.of(function.function()),
        new Tally(parameters).add(function.loads(), function.stores(), function.histograms()));
  }

  /** What ran and how it was measured, one sentence each. */
  public List<String> about() {
    return List.of(
        profile.generator() + ": " + String.join(" ", profile.mainProcess().identity().command()),
        view() + ", " + describe(whole.parameters()));
  }

  /** Why the run's numbers are not all there are, or not exact, one sentence each. */
  public List<String> cautions() {
    List<String> cautions = new ArrayList<>();
    if (profile.mainProcess().view() == View.PARTIAL) {
      cautions.add(
          "PARTIAL: "
              + partly()
              + whole
                  .totals()
                  .estimate()
                  .map(sentence -> "; " + sentence + ", and so are hotspots and misses")
                  .orElse("; hotspots and misses are those of the others"));
    }
    new SampledNotes(profile.processes()).caution().ifPresent(cautions::add);
    profile.problems().forEach(problem -> cautions.add("INCOMPLETE: " + problem));
    return cautions;
  }

  /** That, and the run's notices. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>(cautions());
    remarks.addAll(notices);
    return remarks;
  }

  /** Parameters in one line. */
  public static String describe(MetricParameters parameters) {
    return String.format(
        Locale.ROOT,
        "%s, window %d, imax %d, N 2^%d, one history per %s%s%s",
        parameters.granularities().stream()
            .map(granularity -> granularity.key() + " " + parameters.bytes(granularity) + " B")
            .collect(Collectors.joining(", ")),
        parameters.window(),
        parameters.imax(),
        Long.numberOfTrailingZeros(parameters.n()),
        parameters.history().name().toLowerCase(Locale.ROOT),
        parameters.wide() == WideAccesses.WORDS ? ", wide accesses count for each word" : "",
        parameters.caches().isEmpty()
            ? ""
            : ", simulated "
                + parameters.caches().stream()
                    .map(SimulatedCache::label)
                    .collect(Collectors.joining(",")));
  }
}
