package org.tslmap.collector.attribution;

import java.util.List;
import java.util.Optional;
import org.tslmap.collector.debuginfo.FrameLayout;
import org.tslmap.collector.debuginfo.LocalVariable;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.WatchedVariable;

/** Finds the variable, or the function, that a part of a stack belongs to. */
final class StackData {
  /** How far below a frame's lowest variable its own memory may reach, as far as it matters. */
  private static final long BELOW = 1 << 20;

  private final SymbolTables symbols;
  private final DebugFiles files;
  private final DataObjects objects;

  StackData(SymbolTables symbols, DebugFiles files, DataObjects objects) {
    this.symbols = symbols;
    this.files = files;
    this.objects = objects;
  }

  /**
   * Finds what an address in a stack belongs to.
   *
   * @param stack the stack it is in
   * @param running whether the access is made on that stack
   * @param site the access site
   */
  void find(long address, CallStack stack, boolean running, int site, Place place) {
    int frame = stack.frameAt(address);
    if (frame < stack.top() && parameter(address, stack, frame + 1, running, site, place)) {
      return;
    }
    boolean own = running && frame == stack.top() && stack.cfa() != 0;
    int function = stack.function(frame);
    if (function < 0) {
      // A callee that has not run yet: what is below its frame is the caller's for now.
      function = stack.function(Math.max(0, frame - 1));
    }
    if (function < 0) {
      place.set(0, address, 0, LiveRanges.NOTHING);
      return;
    }
    long cfa = stack.cfa(frame);
    long offset = address - cfa;
    Optional<FrameLayout> layout = cfa == 0 ? Optional.empty() : files.frame(function);
    Optional<LocalVariable> variable =
        layout.flatMap(known -> known.at(pc(stack, frame, own, site), offset));
    if (variable.isPresent()) {
      fill(variable.get(), function, stack, frame, own, place);
      return;
    }
    long low = offset - BELOW;
    long high = cfa == 0 ? offset + BELOW : 0;
    for (LocalVariable other : layout.map(FrameLayout::variables).orElse(List.of())) {
      if (other.cfaOffset() > offset) {
        high = Math.min(high, other.cfaOffset());
      } else {
        low = Math.max(low, other.cfaOffset() + other.bytes());
      }
    }
    if (frame < stack.top()) {
      low = Math.max(low, stack.cfa(frame + 1) - cfa);
    }
    FunctionSymbol symbol = symbols.function(function);
    int object = objects.stack(function, symbol, symbols.object(symbol.object()).path());
    if (own) {
      place.setOwnFrame(object, low, high - low);
    } else {
      place.set(object, cfa + low, high - low, stack.range(frame));
    }
  }

  /** The object of a variable that is watched in every activation of its function. */
  int watched(WatchedVariable variable) {
    ObjectFile object = symbols.object(variable.object());
    return objects.watched(variable, object.path(), files.variable(variable));
  }

  /** Whether an address above a frame is that of a parameter passed to it in memory. */
  private boolean parameter(
      long address, CallStack stack, int frame, boolean running, int site, Place place) {
    int function = stack.function(frame);
    if (function < 0) {
      return false;
    }
    boolean own = running && frame == stack.top();
    Optional<LocalVariable> variable =
        files
            .frame(function)
            .flatMap(known -> known.at(pc(stack, frame, own, site), address - stack.cfa(frame)));
    variable.ifPresent(found -> fill(found, function, stack, frame, own, place));
    return variable.isPresent();
  }

  private void fill(
      LocalVariable variable, int function, CallStack stack, int frame, boolean own, Place place) {
    FunctionSymbol symbol = symbols.function(function);
    int object = objects.local(function, symbol, symbols.object(symbol.object()).path(), variable);
    if (own) {
      place.setOwnFrame(object, variable.cfaOffset(), variable.bytes());
    } else {
      place.set(
          object, stack.cfa(frame) + variable.cfaOffset(), variable.bytes(), stack.range(frame));
    }
  }

  /** Link-time address of the instruction that a frame is at. */
  private long pc(CallStack stack, int frame, boolean own, int site) {
    int at = own || frame == stack.top() ? site : stack.callSite(frame + 1);
    if (at == CallTree.NONE) {
      return 0;
    }
    long bias = symbols.object(symbols.function(symbols.site(at).function()).object()).bias();
    return symbols.site(at).instruction() - bias;
  }
}
