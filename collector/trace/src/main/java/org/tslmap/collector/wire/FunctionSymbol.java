package org.tslmap.collector.wire;

/**
 * A function of the program.
 *
 * @param id its number, handed out in ascending order from 0
 * @param object the number of the file it came from
 * @param line source line, 0 without debug information
 * @param entry address of its first instruction, 0 for code without a symbol
 * @param name demangled name, or an address or "???" for code without a symbol
 * @param file source file, or empty without debug information
 * @param symbol its name in the object's symbol table, where that is another
 */
public record FunctionSymbol(
    int id, int object, int line, long entry, String name, String file, String symbol)
    implements Frame {

  /** A function whose name is that of its symbol. */
  public FunctionSymbol(int id, int object, int line, long entry, String name, String file) {
    this(id, object, line, entry, name, file, "");
  }
}
