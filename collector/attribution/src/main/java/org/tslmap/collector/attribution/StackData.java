package org.tslmap.collector.attribution;

import java.util.List;
import java.util.Optional;
import org.tslmap.collector.debuginfo.FrameLayout;
import org.tslmap.collector.debuginfo.LocalVariable;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.pass.AccessPass;
import org.tslmap.locality.pass.FrameSpot;

/** Finds the variable, or the function, that a part of a stack belongs to. */
final class StackData {
  /** How far below a frame's lowest variable its own memory may reach, as far as it matters. */
  private static final long BELOW = 1 << 20;

  private final SymbolTables symbols;
  private final DebugFiles files;
  private final DataObjects objects;
  private final AccessPass pass;

  StackData(SymbolTables symbols, DebugFiles files, DataObjects objects, AccessPass pass) {
    this.symbols = symbols;
    this.files = files;
    this.objects = objects;
    this.pass = pass;
  }

  /** Tells the pass what a byte of a stack frame belongs to. */
  void find(FrameSpot spot) {
    // Its callee's parameters may lie in a frame, too.
    Optional<LocalVariable> parameter =
        variable(spot.callee(), spot.calleeSite(), spot.calleeOffset());
    if (parameter.isPresent()) {
      found(parameter.get(), spot.callee(), true);
      return;
    }
    if (spot.function() < 0) {
      pass.found(0);
      return;
    }
    Optional<LocalVariable> variable = variable(spot.function(), spot.site(), spot.offset());
    if (variable.isPresent()) {
      found(variable.get(), spot.function(), false);
      return;
    }
    rest(spot);
  }

  /** What belongs to no variable, up to the next ones. */
  private void rest(FrameSpot spot) {
    long offset = spot.offset();
    long low = offset - BELOW;
    // Only a frame whose CFA is not known reaches beyond it.
    long high = offset < 0 ? 0 : offset + BELOW;
    Optional<FrameLayout> layout = files.frame(spot.function());
    for (LocalVariable other : layout.map(FrameLayout::variables).orElse(List.of())) {
      if (other.cfaOffset() > offset) {
        high = Math.min(high, other.cfaOffset());
      } else {
        low = Math.max(low, other.cfaOffset() + other.bytes());
      }
    }
    if (spot.hasCallee()) {
      low = Math.max(low, offset - spot.calleeOffset());
    }
    FunctionSymbol symbol = symbols.function(spot.function());
    int object = objects.stack(spot.function(), symbol, symbols.object(symbol.object()).path());
    pass.foundSpot(object, low, high - low, false);
  }

  private Optional<LocalVariable> variable(int function, int site, long offset) {
    return function < 0
        ? Optional.empty()
        : files.frame(function).flatMap(known -> known.at(pc(site), offset));
  }

  private void found(LocalVariable variable, int function, boolean ofCallee) {
    FunctionSymbol symbol = symbols.function(function);
    int object = objects.local(function, symbol, symbols.object(symbol.object()).path(), variable);
    pass.foundSpot(object, variable.cfaOffset(), variable.bytes(), ofCallee);
  }

  /** Link-time address of the instruction of a site, 0 if there is none. */
  private long pc(int site) {
    if (site < 0) {
      return 0;
    }
    long bias = symbols.object(symbols.function(symbols.site(site).function()).object()).bias();
    return symbols.site(site).instruction() - bias;
  }
}
