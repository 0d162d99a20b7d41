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
 */
public record FunctionSymbol(int id, int object, int line, long entry, String name, String file)
    implements Frame {}
