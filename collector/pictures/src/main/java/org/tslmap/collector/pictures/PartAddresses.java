package org.tslmap.collector.pictures;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.tslmap.collector.density.AccessSelection;
import org.tslmap.collector.density.DensityFile;
import org.tslmap.collector.density.DensityLevel;
import org.tslmap.collector.density.MemoryOrigins;
import org.tslmap.collector.density.SelectedDensity;
import org.tslmap.collector.session.AccessSinkFactory;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.AccessSink;

/** Gathers addresses over time of a part of each process, while a trace is read. */
public final class PartAddresses implements AccessSinkFactory {

  private record Gathered(Hello process, SymbolTables symbols, SelectedDensity density) {}

  private final Function<SymbolTables, AccessSelection> selection;
  private final List<Gathered> gathered = new ArrayList<>();
  private int leftOut;

  /** Gathers nothing yet; the selection is asked for once for each process. */
  PartAddresses(Function<SymbolTables, AccessSelection> selection) {
    this.selection = selection;
  }

  @Override
  public synchronized AccessSink open(Hello process, SymbolTables symbols) {
    if (gathered.size() == AddressTimes.MOST) {
      leftOut++;
      return (thread, addresses, sites, count) -> {};
    }
    SelectedDensity density = new SelectedDensity(selection.apply(symbols), symbols);
    gathered.add(new Gathered(process, symbols, density));
    return density;
  }

  /** What was gathered of processes with an access in the part; nothing may follow. */
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
