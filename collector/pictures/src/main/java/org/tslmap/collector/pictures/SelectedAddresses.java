package org.tslmap.collector.pictures;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.tslmap.collector.analysis.SinkFactory;
import org.tslmap.collector.density.DensityFile;
import org.tslmap.collector.density.DensityLevel;
import org.tslmap.collector.density.MemoryOrigins;
import org.tslmap.collector.density.SelectedDensity;
import org.tslmap.collector.selection.SelectedCode;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.AccessSink;
import org.tslmap.locality.profile.LocalityProfile;

/** Gathers addresses over time of the selected accesses of each process, while a trace is read. */
public final class SelectedAddresses implements SinkFactory {

  private record Gathered(Hello process, SymbolTables symbols, SelectedDensity density) {}

  private final LocalityProfile profile;
  private final Selection selection;
  private final Optional<DataPlaces> data;
  private final List<Gathered> gathered = new ArrayList<>();
  private int leftOut;

  private SelectedAddresses(
      LocalityProfile profile, Selection selection, Optional<DataPlaces> data) {
    this.profile = profile;
    this.selection = selection;
    this.data = data;
  }

  /**
   * Gathers nothing yet.
   *
   * @param profile of the run whose trace is to be read
   * @throws NothingToDrawException if there is no phase or no data of that name, or accesses to the
   *     data cannot be told from others
   */
  public static SelectedAddresses of(LocalityProfile profile, Selection selection)
      throws NothingToDrawException {
    // Each stretch of a phase that came several times; what lies between is left out.
    List<Selection.Time> times = SelectedHistograms.times(profile.mainProcess(), selection);
    if (times.isEmpty()) {
      throw new NothingToDrawException(
          "the run has no %s; see tslmap hotspots".formatted(selection.description()));
    }
    Selection placed = selection.withTimes(times);
    if (selection.data().isEmpty()) {
      return new SelectedAddresses(profile, placed, Optional.empty());
    }
    DataPlaces data = DataPlaces.of(profile.processes(), selection);
    return new SelectedAddresses(
        profile,
        data.memory().isEmpty() ? placed : placed.withRegions(data.memory()),
        Optional.of(data));
  }

  @Override
  public synchronized AccessSink begin(Hello process, SymbolTables symbols) {
    if (gathered.size() == AddressTimes.MOST) {
      leftOut++;
      return (thread, addresses, sites, count) -> {};
    }
    IntPredicate sites = data.map(places -> places.sites(symbols)).orElse(site -> true);
    SelectedCode code =
        selection.code().in(profile.processes(process.pid(), process.startedMicros()));
    Selection own = selection.withCode(code);
    SelectedDensity density = new SelectedDensity(own, sites, symbols);
    gathered.add(new Gathered(process, symbols, density));
    return density;
  }

  /** What was gathered of processes with a selected access; nothing may follow. */
  public synchronized AddressTimes finished() throws IOException {
    List<ProcessAddresses> processes = new ArrayList<>();
    for (Gathered one : gathered) {
      SelectedDensity density = one.density();
      if (density.accesses() > 0) {
        DensityLevel level = density.finished();
        Hello process = one.process();
        processes.add(
            ProcessAddresses.of(
                new DensityFile.Subject(
                    process.pid(), process.host(), process.startedMicros(), density.accesses()),
                MemoryOrigins.of(one.symbols(), level),
                level,
                density.firstAccess(),
                density.time()));
      }
    }
    return new AddressTimes(processes, leftOut);
  }
}
