package org.tslmap.collector.wire;

/**
 * One load or one store that an instruction makes.
 *
 * @param instruction address of the instruction
 * @param function number of the function it belongs to
 * @param line source line, 0 without debug information
 * @param size bytes accessed
 * @param store whether it writes; otherwise it reads
 * @param index which access of its instruction this is, from 0
 */
public record Site(long instruction, int function, int line, int size, boolean store, int index) {}
