package org.tslmap.collector.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ScoredStream;

/**
 * What the report formats have in common: the profile, its processes added together, and which
 * functions are shown in which order.
 *
 * @param profile the run
 * @param whole all processes added together
 * @param top functions shown at most
 * @param order how functions are sorted
 */
public record Report(LocalityProfile profile, ScoredStream whole, int top, Order order) {

  /** How functions are sorted. */
  public enum Order {
    /** Most accesses first. */
    ACCESSES,
    /** Least temporal locality first. */
    TL,
    /** Least spatial locality first. */
    SL,
    /** By name. */
    NAME
  }

  /** Adds the processes together. */
  public static Report of(LocalityProfile profile, int top, Order order) {
    return new Report(profile, profile.merged(), top, order);
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

  /** The functions that are shown, of one stream. */
  List<FunctionProfile> functions(ScoredStream stream) {
    MetricParameters parameters = stream.parameters();
    Comparator<FunctionProfile> comparator =
        switch (order) {
          case ACCESSES -> Comparator.comparingLong(FunctionProfile::accesses).reversed();
          case TL -> by(row -> row.histograms().word().temporalLocality(parameters.n()));
          case SL -> by(row -> row.histograms().word().spatialLocality());
          case NAME -> Comparator.comparing(row -> row.function().name());
        };
    return stream.functions().stream().sorted(comparator).limit(top).toList();
  }

  private static Comparator<FunctionProfile> by(ToDoubleFunction<FunctionProfile> key) {
    return Comparator.comparingDouble(key);
  }

  /** Parameters in one line. */
  public static String describe(MetricParameters parameters) {
    return String.format(
        Locale.ROOT,
        "word %d B, line %d B, window %d, imax %d, N 2^%d, one history per %s",
        parameters.word(),
        parameters.line(),
        parameters.window(),
        parameters.imax(),
        Long.numberOfTrailingZeros(parameters.n()),
        parameters.history().name().toLowerCase(Locale.ROOT));
  }
}
