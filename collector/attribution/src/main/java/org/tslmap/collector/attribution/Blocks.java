package org.tslmap.collector.attribution;

import java.util.BitSet;
import java.util.Optional;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.pass.AccessPass;

/**
 * What is known of blocks' code: whose it is, whether it begins it, and whether it ends by a call.
 */
final class Blocks {
  private final SymbolTables symbols;
  private final Selection selection;
  private final Optional<Toggles> toggles;
  private final BitSet known = new BitSet();

  Blocks(SymbolTables symbols, Selection selection, Optional<Toggles> toggles) {
    this.symbols = symbols;
    this.selection = selection;
    this.toggles = toggles;
  }

  /**
   * Takes a block that the tables know, and tells the pass what its function is.
   *
   * @return its flags, see {@link AccessPass}
   */
  int define(BlockDescriptor block, AccessPass pass) {
    int count = block.accesses().size();
    if (count == 0) {
      return 0;
    }
    int function = symbols.site(block.accesses().get(0).site()).function();
    FunctionSymbol symbol = symbols.function(function);
    if (!known.get(function)) {
      known.set(function);
      if (isStub(symbol.name())) {
        pass.function(function, AccessPass.STUB);
      }
      if (selection.code().hasRoot(symbol.name())) {
        pass.function(function, AccessPass.ROOT);
      }
    }
    return ending(block)
        | beginning(block, symbol)
        | toggles.map(calls -> calls.flags(block, symbol)).orElse(0);
  }

  private int ending(BlockDescriptor block) {
    BlockDescriptor.BlockAccess last = block.accesses().get(block.accesses().size() - 1);
    boolean stored = symbols.isStore(last.site());
    return switch (block.ending()) {
      case CALL -> AccessPass.TRANSFERS | (stored && !last.guarded() ? AccessPass.CALL : 0);
      case RETURN -> AccessPass.TRANSFERS | (!stored && !last.guarded() ? AccessPass.RETURN : 0);
      default -> 0;
    };
  }

  private static int beginning(BlockDescriptor block, FunctionSymbol symbol) {
    if (symbol.entry() == 0) {
      return 0;
    }
    return AccessPass.HAS_ENTRY | (symbol.entry() == block.guest() ? AccessPass.AT_ENTRY : 0);
  }

  /** Whether a function, -1: none, only jumps on to what was called. */
  static boolean isStub(SymbolTables symbols, int function) {
    return function >= 0 && isStub(symbols.function(function).name());
  }

  /**
   * Whether code of this name only jumps on to what was called: an entry of a procedure linkage
   * table, or what the dynamic linker finds its target with.
   */
  private static boolean isStub(String name) {
    return name.endsWith("@plt") || name.equals("PLT0") || name.startsWith("_dl_runtime_resolve");
  }
}
