package org.tslmap.collector.attribution;

import java.util.Arrays;
import java.util.BitSet;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.SymbolTables;

/** Which function each block is of, whether it begins it, and whether it ends by a call. */
final class Blocks {
  /** The function of a block without accesses, which is not known. */
  static final int NO_FUNCTION = -1;

  private static final int CALL = 1;
  private static final int RETURN = 2;
  private static final int AT_ENTRY = 4;
  private static final int HAS_ENTRY = 8;

  private final SymbolTables symbols;
  private int[] functions = new int[256];
  private byte[] flags = new byte[256];
  private final BitSet stubs = new BitSet();

  /** The object that runs first: the dynamic linker, if there is one. */
  private int loader = NO_FUNCTION;

  /** Objects that are there when the first other one runs. */
  private int objectsAtStart = Integer.MAX_VALUE;

  Blocks(SymbolTables symbols) {
    this.symbols = symbols;
  }

  /** Takes a block that the tables know. */
  void define(BlockDescriptor block) {
    if (block.id() >= functions.length) {
      int length = Math.max(2 * functions.length, block.id() + 1);
      functions = Arrays.copyOf(functions, length);
      flags = Arrays.copyOf(flags, length);
    }
    int count = block.accesses().size();
    if (count == 0) {
      functions[block.id()] = NO_FUNCTION;
      return;
    }
    int function = symbols.site(block.accesses().get(0).site()).function();
    FunctionSymbol symbol = symbols.function(function);
    if (loader == NO_FUNCTION) {
      loader = symbol.object();
    } else if (symbol.object() != loader && objectsAtStart == Integer.MAX_VALUE) {
      objectsAtStart = symbols.objectCount();
    }
    stubs.set(function, isStub(symbol.name()));
    functions[block.id()] = function;
    flags[block.id()] = (byte) (ending(block) | beginning(block, symbol));
  }

  private int ending(BlockDescriptor block) {
    BlockDescriptor.BlockAccess last = block.accesses().get(block.accesses().size() - 1);
    boolean stored = symbols.isStore(last.site());
    if (block.ending() == BlockDescriptor.Ending.CALL && stored && !last.guarded()) {
      return CALL;
    }
    boolean returns = block.ending() == BlockDescriptor.Ending.RETURN;
    return returns && !stored && !last.guarded() ? RETURN : 0;
  }

  private static int beginning(BlockDescriptor block, FunctionSymbol symbol) {
    if (symbol.entry() == 0) {
      return 0;
    }
    return HAS_ENTRY | (symbol.entry() == block.guest() ? AT_ENTRY : 0);
  }

  /**
   * Whether code of this name only jumps on to what was called: an entry of a procedure linkage
   * table, or what the dynamic linker finds its target with.
   */
  private static boolean isStub(String name) {
    return name.endsWith("@plt") || name.equals("PLT0") || name.startsWith("_dl_runtime_resolve");
  }

  /** Whether a function that has a block only jumps on to what was called. */
  boolean isStub(int function) {
    return stubs.get(function);
  }

  /** Whether the program starts with an object, and does not load it later. */
  boolean isAtStart(ObjectFile object) {
    return object.id() < objectsAtStart;
  }

  /** The function a block belongs to, or {@link #NO_FUNCTION}. */
  int function(int block) {
    return functions[block];
  }

  /** Whether a block's last access stores the return address of a call. */
  boolean isCall(int block) {
    return (flags[block] & CALL) != 0;
  }

  /** Whether a block's last access loads the return address of a return. */
  boolean isReturn(int block) {
    return (flags[block] & RETURN) != 0;
  }

  /** Whether a block begins with its function's first instruction. */
  boolean isAtEntry(int block) {
    return (flags[block] & AT_ENTRY) != 0;
  }

  /** Whether it is known which instruction is the first of a block's function. */
  boolean hasEntry(int block) {
    return (flags[block] & HAS_ENTRY) != 0;
  }
}
