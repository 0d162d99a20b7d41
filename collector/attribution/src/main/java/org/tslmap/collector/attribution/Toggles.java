package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.tslmap.collector.selection.Toggle;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.pass.AccessPass;

/**
 * Finds the blocks of a process where the functions of a {@link Toggle} begin. Where a function's
 * first instructions access no memory they are not in the stream: its first block after a call is
 * taken.
 */
final class Toggles {
  private final Toggle toggle;
  private final SymbolTables symbols;

  /** What a block at an address does, see {@link AccessPass}. */
  private final Map<Long, Integer> entries = new HashMap<>();

  /** Of these, where a block begins. */
  private final Set<Long> begun = new HashSet<>();

  /** Functions without a block so far, by their first instruction. */
  private final Map<Long, String> missing = new HashMap<>();

  /** Functions whose calls are taken from later blocks. */
  private final TreeSet<String> inferred = new TreeSet<>();

  private int seen;

  Toggles(Toggle toggle, SymbolTables symbols) {
    this.toggle = toggle;
    this.symbols = symbols;
  }

  /** Tells a pass which calls count. */
  void begin(AccessPass pass) {
    pass.toggle(
        toggle.start().number(),
        toggle.stop().map(Toggle.Call::number).orElse(0L),
        toggle.stop().isEmpty());
  }

  /**
   * What a block does, see {@link AccessPass}.
   *
   * @param function of its first access; the tables know it
   */
  int flags(BlockDescriptor block, FunctionSymbol function) {
    List<FunctionSymbol> functions = symbols.functions();
    for (; seen < functions.size(); seen++) {
      add(functions.get(seen));
    }
    missing.remove(function.entry());
    missing.remove(block.guest());
    Integer here = entries.get(block.guest());
    if (here != null) {
      begun.add(block.guest());
      return here | AccessPass.TRANSFERS;
    }
    Integer later = entries.get(function.entry());
    if (later == null || begun.contains(function.entry())) {
      return 0;
    }
    inferred.add(function.name());
    return later | AccessPass.IF_CALLED;
  }

  private void add(FunctionSymbol function) {
    int does =
        (toggle.start().isOf(function) ? AccessPass.START : 0)
            | (toggle.stop().isPresent() && toggle.stop().get().isOf(function)
                ? AccessPass.STOP
                : 0);
    // Another object's function may have been there.
    begun.remove(function.entry());
    entries.remove(function.entry());
    if (does != 0 && function.entry() != 0) {
      entries.put(function.entry(), does);
      missing.put(function.entry(), function.name());
    }
  }

  /** What the user should know of the calls, one sentence each. */
  List<String> notices(AccessPass pass) {
    List<String> lines = new ArrayList<>();
    Toggle.Call start = toggle.start();
    if (pass.starts() == 0 || pass.starts() < start.number()) {
      lines.add(
          "--toggle %s: the function %s was called %,d times: nothing is selected"
              .formatted(toggle, start.function(), pass.starts()));
    }
    if (!missing.isEmpty()) {
      lines.add(
          ("--toggle %s: %s made no access, so that the trace does not show its calls; record with"
                  + " run --toggle, or name a function that it calls")
              .formatted(toggle, String.join(", ", new TreeSet<>(missing.values()))));
    }
    if (!inferred.isEmpty()) {
      lines.add(
          ("--toggle %s: the first instructions of %s access no memory, so that calls are known"
                  + " from later ones; a call by a jump from the function itself is not seen")
              .formatted(toggle, String.join(", ", inferred)));
    }
    return lines;
  }
}
