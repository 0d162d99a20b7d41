package org.tslmap.collector.pictures;

import java.util.List;
import java.util.function.IntPredicate;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.plots.AccessSelection;

/** Turns a part of a run into the accesses it consists of. */
public final class PartSelection {

  private PartSelection() {}

  /**
   * Gathers addresses over time of a part.
   *
   * @throws NothingToDrawException if a phase of that name was not found
   */
  public static AddressTimes gather(LocalityProfile profile, Part part)
      throws NothingToDrawException {
    PartHistograms.TimeRange range = range(profile.mainProcess(), part);
    int thread = part.thread().orElse(AccessSelection.ALL_THREADS);
    return new AddressTimes(
        symbols -> new AccessSelection(sites(symbols, part), thread, range.from(), range.to()));
  }

  private static IntPredicate sites(SymbolTables symbols, Part part) {
    if (part.function().isEmpty()) {
      return site -> true;
    }
    String pattern = part.function().get();
    return site -> Part.fits(pattern, symbols.function(symbols.site(site).function()).name());
  }

  /** From the beginning of the first to the end of the last stretch. */
  private static PartHistograms.TimeRange range(ProcessProfile process, Part part)
      throws NothingToDrawException {
    List<PartHistograms.TimeRange> ranges = PartHistograms.ranges(process, part);
    if (ranges.isEmpty()) {
      throw new NothingToDrawException(
          "the run has no %s; see tslmap hotspots".formatted(part.description()));
    }
    return new PartHistograms.TimeRange(ranges.get(0).from(), ranges.get(ranges.size() - 1).to());
  }
}
