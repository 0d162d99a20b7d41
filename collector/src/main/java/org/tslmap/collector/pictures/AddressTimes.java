package org.tslmap.collector.pictures;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.tslmap.collector.session.AccessSinkFactory;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.AccessSink;
import org.tslmap.plots.AccessSelection;
import org.tslmap.plots.AddressTimeDensity;

/** Gathers addresses over time of each process, while accesses come in. */
public final class AddressTimes implements AccessSinkFactory {

  /** A density needs so much memory while it grows. */
  private static final long BYTES_EACH = 17L << 20;

  /** Part of this virtual machine's memory that densities may take. */
  private static final double SHARE_OF_MEMORY = 0.25;

  private static final int ALWAYS_DRAWN = 8;

  /**
   * What was gathered of one process.
   *
   * @param process which process
   * @param symbols what it defined
   * @param density its accesses
   */
  record Gathered(Hello process, SymbolTables symbols, AddressTimeDensity density) {}

  private final Function<SymbolTables, AccessSelection> selection;
  private final List<Gathered> gathered = new ArrayList<>();
  private int leftOut;

  /** Gathers all accesses. */
  public AddressTimes() {
    this(symbols -> AccessSelection.ALL);
  }

  /** Gathers some accesses; the selection is asked for once for each process. */
  AddressTimes(Function<SymbolTables, AccessSelection> selection) {
    this.selection = selection;
  }

  @Override
  public synchronized AccessSink open(Hello process, SymbolTables symbols) {
    if (gathered.size() >= mostDrawn()) {
      leftOut++;
      return (thread, addresses, sites, count) -> {};
    }
    AddressTimeDensity density = new AddressTimeDensity(symbols::isStore, selection.apply(symbols));
    gathered.add(new Gathered(process, symbols, density));
    return density;
  }

  private static long mostDrawn() {
    double affordable = SHARE_OF_MEMORY * Runtime.getRuntime().maxMemory() / BYTES_EACH;
    return Math.max(ALWAYS_DRAWN, (long) affordable);
  }

  /** Of each process, in the order in which they came. */
  synchronized List<Gathered> gathered() {
    return List.copyOf(gathered);
  }

  /** Says of how many processes there is no picture, if there are such. */
  public synchronized Optional<String> notice() {
    return leftOut == 0
        ? Optional.empty()
        : Optional.of(
            "addresses over time are drawn for the first %d processes only, to save memory; %d have no such picture"
                .formatted(gathered.size(), leftOut));
  }
}
