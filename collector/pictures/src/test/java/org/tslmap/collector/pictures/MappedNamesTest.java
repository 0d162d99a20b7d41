package org.tslmap.collector.pictures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.WireException;

/** What was mapped last names the memory, however mappings cover each other. */
class MappedNamesTest {

  private final SymbolTables symbols = new SymbolTables();

  @Test
  void theLastMappingCounts() throws WireException {
    map(0x1000, 0x9000, "/lib/whole.so");
    map(0x3000, 0x1000, "/lib/middle.so");
    map(0x9000, 0x2000, "/lib/over the end.so");
    MappedNames names = new MappedNames(symbols.mappings());
    assertEquals("", names.nameOf(0xf00, 0x40, 0));
    assertEquals("whole.so", names.nameOf(0x1000, 0x40, 0));
    assertEquals("whole.so", names.nameOf(0x2fc0, 0x40, 0));
    assertEquals("middle.so", names.nameOf(0x3000, 0x40, 0));
    assertEquals("whole.so", names.nameOf(0x4000, 0x40, 0));
    assertEquals("over the end.so", names.nameOf(0x9000, 0x40, 0));
    assertEquals("over the end.so", names.nameOf(0xafc0, 0x40, 0));
    assertEquals("", names.nameOf(0xb000, 0x40, 0));
  }

  @Test
  void aBlockIsNamedAfterWhatHasMostOfIt() throws WireException {
    map(0x1000, 0x1000, "/a");
    map(0x2000, 0x5000, "/b");
    map(0x8000, 0x1000, "");
    MappedNames names = new MappedNames(symbols.mappings());
    assertEquals("b", names.nameOf(0, 0x8000, 0));
    assertEquals("b", names.nameOf(0x1000, 0x8000, 0));
    assertEquals("anonymous memory", names.nameOf(0x8000, 0x8000, 0));
  }

  @Test
  void unmappedMemoryKeepsItsName() throws WireException {
    map(0x1000, 0x1000, "/a");
    symbols.define(new Mapping(0, 0x1000, 0x1000, false, 0, 0, ""));
    assertEquals(
        "a", new MappedNames(symbols.mappings()).nameOf(0x1800, 8, 0), "it was there once");
  }

  private void map(long start, long bytes, String path) throws WireException {
    symbols.define(new Mapping(0, start, bytes, true, 3, 0, path));
  }
}
