package org.tslmap.collector.attribution;

import java.util.List;
import java.util.Optional;
import org.tslmap.collector.debuginfo.FrameLayout;
import org.tslmap.collector.debuginfo.LocalVariable;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.WatchedVariable;
import org.tslmap.locality.pass.AccessPass;
import org.tslmap.locality.pass.Frame;

/** Finds the variable, or the function, that a part of a stack belongs to. */
final class StackData {
  /** How far below a frame's lowest variable its own memory may reach, as far as it matters. */
  private static final long BELOW = 1 << 20;

  private static final int NO_FRAME = -1;

  private static final Frame NOBODY = new Frame(NO_FRAME, 0, -1, -1, -1);

  private final SymbolTables symbols;
  private final DebugFiles files;
  private final DataObjects objects;
  private final AccessPass pass;

  /**
   * An access to a stack.
   *
   * @param thread whose stack it is
   * @param ownFrame the number of the running function's frame, if it is in this stack
   */
  private record Access(long address, int site, int thread, int ownFrame) {}

  StackData(SymbolTables symbols, DebugFiles files, DataObjects objects, AccessPass pass) {
    this.symbols = symbols;
    this.files = files;
    this.objects = objects;
    this.pass = pass;
  }

  /**
   * Tells the pass what an address in a stack belongs to.
   *
   * @param thread whose stack it is in
   * @param running the thread that makes the access
   * @param site the access site
   */
  void find(long address, int thread, int running, int site) {
    Frame frame = pass.frame(thread, pass.frameAt(thread, address));
    Frame top = pass.top(thread);
    Frame callee = frame.number() < top.number() ? pass.frame(thread, frame.number() + 1) : NOBODY;
    Access access = new Access(address, site, thread, running == thread ? top.number() : NO_FRAME);
    if (frame.number() < top.number() && parameter(access, callee, top.number())) {
      return;
    }
    int function = frame.function();
    if (function < 0) {
      // A callee that has not run yet: what is below its frame is the caller's for now.
      function = pass.frame(thread, Math.max(0, frame.number() - 1)).function();
    }
    if (function < 0) {
      pass.found(0, address, 0, false, AccessPass.NOTHING);
      return;
    }
    long offset = address - frame.cfa();
    Optional<FrameLayout> layout = frame.cfa() == 0 ? Optional.empty() : files.frame(function);
    int at = frame.number() == top.number() ? site : callee.callSite();
    Optional<LocalVariable> variable = layout.flatMap(known -> known.at(pc(at), offset));
    if (variable.isPresent()) {
      fill(variable.get(), function, frame, access);
      return;
    }
    long low = offset - BELOW;
    long high = frame.cfa() == 0 ? offset + BELOW : 0;
    for (LocalVariable other : layout.map(FrameLayout::variables).orElse(List.of())) {
      if (other.cfaOffset() > offset) {
        high = Math.min(high, other.cfaOffset());
      } else {
        low = Math.max(low, other.cfaOffset() + other.bytes());
      }
    }
    if (frame.number() < top.number()) {
      low = Math.max(low, callee.cfa() - frame.cfa());
    }
    FunctionSymbol symbol = symbols.function(function);
    int object = objects.stack(function, symbol, symbols.object(symbol.object()).path());
    found(object, low, high - low, frame, access);
  }

  /** The object of a variable that is watched in every activation of its function. */
  int watched(WatchedVariable variable) {
    ObjectFile object = symbols.object(variable.object());
    return objects.watched(variable, object.path(), files.variable(variable));
  }

  /** Whether an address above a frame is that of a parameter passed to it in memory. */
  private boolean parameter(Access access, Frame frame, int top) {
    int function = frame.function();
    if (function < 0) {
      return false;
    }
    int at =
        frame.number() == top
            ? access.site
            : pass.frame(access.thread, frame.number() + 1).callSite();
    Optional<LocalVariable> variable =
        files.frame(function).flatMap(known -> known.at(pc(at), access.address - frame.cfa()));
    variable.ifPresent(found -> fill(found, function, frame, access));
    return variable.isPresent();
  }

  private void fill(LocalVariable variable, int function, Frame frame, Access access) {
    FunctionSymbol symbol = symbols.function(function);
    int object = objects.local(function, symbol, symbols.object(symbol.object()).path(), variable);
    found(object, variable.cfaOffset(), variable.bytes(), frame, access);
  }

  /** Offsets in the running function's own frame hold for every call, others for this one. */
  private void found(int object, long offset, long bytes, Frame frame, Access access) {
    if (frame.number() == access.ownFrame && frame.cfa() != 0) {
      pass.found(object, offset, bytes, true, AccessPass.ALWAYS);
    } else {
      int range = pass.frameRange(access.thread, frame.number());
      pass.found(object, frame.cfa() + offset, bytes, false, range);
    }
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
