package org.tslmap.collector.pictures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.density.MemoryOrigins;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.HeapEvent;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.WireException;

/** Large blocks that one call allocated are told apart by numbers in the order they came. */
class NumberedNamesTest {

  private static final long LARGE = 0x4000;
  private static final long BYTES = 64;

  private final SymbolTables symbols = new SymbolTables();
  private final TreeSet<Long> blocks = new TreeSet<>();

  @Test
  void blocksOfOneCallHaveNumbers() throws WireException {
    allocate(0x30000, LARGE);
    allocate(0x10000, LARGE);
    allocate(0x20000, LARGE);
    touch(0x10000, LARGE);
    touch(0x20000, LARGE);
    touch(0x30000, LARGE);
    MemoryNames names = numbered((start, bytes, site) -> "calloc in main");
    assertEquals("calloc in main #1", names.nameOf(0x30000, 64, 0));
    assertEquals("calloc in main #2", names.nameOf(0x10000 + LARGE - 64, 64, 0));
    assertEquals("calloc in main #3", names.nameOf(0x20000, 64, 0));
  }

  @Test
  void aBlockHasOneNameAndNoNumberIfItIsAlone() throws WireException {
    allocate(0x10000, LARGE);
    touch(0x10000, LARGE);
    MemoryNames names =
        numbered(
            (start, bytes, site) ->
                start < 0x10100 ? "malloc in read" : start < 0x13000 ? "anonymous memory" : "");
    assertEquals("malloc in read", names.nameOf(0x10000, 64, 0));
    assertEquals("malloc in read", names.nameOf(0x12000, 64, 0));
    assertEquals("malloc in read", names.nameOf(0x13fc0, 64, 0));
  }

  @Test
  void smallOrManyBlocksHaveNoNumbers() throws WireException {
    for (int i = 0; i < 10; i++) {
      allocate(0x100000 + i * 0x10000L, LARGE);
      touch(0x100000 + i * 0x10000L, LARGE);
    }
    MemoryNames names = numbered((start, bytes, site) -> "malloc in grow");
    assertEquals("malloc in grow", names.nameOf(0x100000, 64, 0));
  }

  @Test
  void mappingsWithoutAFileHaveNumbersToo() throws WireException {
    map(0x10000);
    map(0x10000 + LARGE);
    touch(0x10000, 2 * LARGE);
    MemoryNames names = numbered(new MappedNames(symbols.mappings()));
    assertEquals("anonymous memory #1", names.nameOf(0x10000, 64, 0));
    assertEquals("anonymous memory #2", names.nameOf(0x10000 + LARGE, 64, 0));
  }

  @Test
  void aMappingThatIsUsedAsAStackIsOne() throws WireException {
    map(0x10000);
    map(0x10000 + LARGE);
    touch(0x10000, 2 * LARGE);
    MemoryNames names =
        numbered(
            (start, bytes, site) ->
                start >= 0x10000 + LARGE && start < 0x10000 + 3 * LARGE / 2 || start == 0x10000
                    ? "stack"
                    : "anonymous memory");
    assertEquals("anonymous memory", names.nameOf(0x10000, 64, 0));
    assertEquals("anonymous memory", names.nameOf(0x10040, 64, 0));
    assertEquals("stack", names.nameOf(0x10000 + 2 * LARGE - 64, 64, 0));
  }

  @Test
  void whatWasReallocatedIsOneBlock() throws WireException {
    allocate(0x10000, LARGE);
    symbols.define(
        new HeapEvent(0, 1, HeapEvent.Kind.REALLOCATED, 0x20000, LARGE + 64, 0x10000, 0));
    touch(0x10000, LARGE);
    touch(0x20000, LARGE);
    MemoryNames names = numbered((start, bytes, site) -> "realloc in grow");
    assertEquals("realloc in grow", names.nameOf(0x20000, 64, 0));
    assertEquals("realloc in grow", names.nameOf(0x10000, 64, 0));
  }

  /** Names by the address of blocks. */
  private MemoryNames numbered(MemoryNames plain) {
    long[] numbers = blocks.stream().mapToLong(block -> block).toArray();
    String[] names =
        new NumberedNames(plain, numbers, BYTES, new int[numbers.length], origins()).names();
    return (start, bytes, site) -> names[blocks.headSet(start / BYTES).size()];
  }

  private MemoryOrigins origins() {
    return new MemoryOrigins(symbols.mappings(), symbols.largestHeapBlocks(), Map.of());
  }

  private void allocate(long address, long bytes) throws WireException {
    if (symbols.functions().isEmpty()) {
      symbols.define(new ObjectFile(0, 0, "/bin/program"));
      symbols.define(new FunctionSymbol(0, 0, 0, 0, "calloc", ""));
    }
    symbols.define(new HeapEvent(0, 1, HeapEvent.Kind.ALLOCATED, address, bytes, 0, 0));
  }

  private void map(long start) throws WireException {
    symbols.define(new Mapping(0, start, LARGE, true, 3, 0, ""));
  }

  private void touch(long start, long bytes) {
    for (long address = start; address < start + bytes; address += BYTES) {
      blocks.add(address / BYTES);
    }
  }
}
