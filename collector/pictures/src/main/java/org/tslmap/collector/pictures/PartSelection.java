package org.tslmap.collector.pictures;

import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.LongStream;
import org.tslmap.collector.density.AccessSelection;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;

/** Turns a part of a run into the accesses it consists of. */
public final class PartSelection {

  private PartSelection() {}

  /**
   * Gathers addresses over time of a part.
   *
   * @throws NothingToDrawException if there is no phase or no data of that name, or accesses to the
   *     data cannot be told from others
   */
  public static PartAddresses gather(LocalityProfile profile, Part part)
      throws NothingToDrawException {
    long[] times = times(profile.mainProcess(), part);
    Optional<DataSelection> data =
        part.data().isPresent()
            ? Optional.of(DataSelection.of(profile.processes(), part.data().get()))
            : Optional.empty();
    int thread = part.thread().orElse(AccessSelection.ALL_THREADS);
    return new PartAddresses(
        symbols -> {
          IntPredicate ofFunction = sites(symbols, part);
          IntPredicate all =
              data.isEmpty() ? ofFunction : ofFunction.and(data.get().sites(symbols));
          long[] memory = data.map(DataSelection::memory).orElse(AccessSelection.ALL_MEMORY);
          return new AccessSelection(all, memory, thread, times);
        });
  }

  private static IntPredicate sites(SymbolTables symbols, Part part) {
    if (part.function().isEmpty()) {
      return site -> true;
    }
    NamePattern pattern = part.function().get();
    return site -> pattern.matches(symbols.function(symbols.site(site).function()).name());
  }

  /** Each stretch of a phase that came several times; what lies between is left out. */
  private static long[] times(ProcessProfile process, Part part) throws NothingToDrawException {
    List<PartHistograms.TimeRange> ranges = PartHistograms.ranges(process, part);
    if (ranges.isEmpty()) {
      throw new NothingToDrawException(
          "the run has no %s; see tslmap hotspots".formatted(part.description()));
    }
    return ranges.stream()
        .flatMapToLong(range -> LongStream.of(range.from(), range.to()))
        .toArray();
  }
}
