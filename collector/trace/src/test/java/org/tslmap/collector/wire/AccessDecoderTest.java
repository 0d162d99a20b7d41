package org.tslmap.collector.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.wire.SampleProgram.Access;
import org.tslmap.locality.AccessSink;

/** Event words give exactly the accesses and totals that a naive reading of the protocol gives. */
class AccessDecoderTest {
  private static AccessDecoder decoder(SampleProgram program, List<AccessSink> sinks)
      throws WireException {
    AccessDecoder decoder = new AccessDecoder(sinks);
    SymbolTables symbols = program.symbols();
    for (Frame frame : program.definitions()) {
      if (frame instanceof BlockDescriptor block) {
        decoder.define(block, symbols);
      }
    }
    return decoder;
  }

  private static AccessSink collect(List<Access> into) {
    return (thread, addresses, sites, count) -> {
      for (int i = 0; i < count; i++) {
        into.add(new Access(thread, addresses[i], sites[i]));
      }
    };
  }

  @Property(tries = 200)
  void decodesAndCountsWhatANaiveReaderFinds(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 30) int blocks,
      @ForAll @IntRange(min = 0, max = 3000) int executed)
      throws WireException {
    SampleProgram program = new SampleProgram(seed, blocks);
    List<Access> found = new ArrayList<>();
    AccessDecoder full = decoder(program, List.of(collect(found)));
    AccessDecoder counting = decoder(program, List.of());
    for (int chunk = 0; chunk < 3; chunk++) {
      long[] words = program.run(executed);
      full.decode(words, words.length);
      counting.decode(words, words.length);
    }
    full.flush();
    assertEquals(program.accesses(), found);
    assertEquals(program.totals(), full.totals());
    assertEquals(program.totals(), counting.totals());
  }

  @Property(tries = 200)
  void aDamagedWordIsRefusedOrChangesNoMoreThanAccesses(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 63) int bit) throws WireException {
    SampleProgram program = new SampleProgram(seed, 10);
    long[] words = program.run(200);
    words[(int) Math.floorMod(seed, (long) words.length)] ^= 1L << bit;
    for (boolean counting : new boolean[] {true, false}) {
      List<Access> found = new ArrayList<>();
      AccessDecoder decoder = decoder(program, counting ? List.of() : List.of(collect(found)));
      try {
        decoder.decode(words, words.length);
      } catch (WireException e) {
        assertTrue(e.getMessage().startsWith("event word "), e.getMessage());
        assertTrue(e.getMessage().contains("expected"), e.getMessage());
      }
      decoder.flush();
      if (!counting) {
        assertEquals(
            found.size(),
            decoder.totals().accesses(),
            "what was delivered before an error and the totals must agree");
      }
    }
  }

  private static String error(long... words) throws WireException {
    SymbolTables symbols = new SymbolTables();
    AccessDecoder decoder = new AccessDecoder(List.of());
    symbols.define(new ObjectFile(0, 0, ""));
    symbols.define(new FunctionSymbol(0, 0, 0, 0, "f", ""));
    symbols.define(new Sites(0, List.of(new Site(1, 0, 0, 8, false, 0))));
    BlockDescriptor block =
        new BlockDescriptor(
            0,
            2,
            1,
            BlockDescriptor.Ending.OTHER,
            List.of(new BlockDescriptor.BlockAccess(0, 1, false, 0)));
    symbols.define(block);
    decoder.define(block, symbols);
    return assertThrows(WireException.class, () -> decoder.decode(words, words.length))
        .getMessage();
  }

  @Test
  void saysWhatDoesNotFit() throws WireException {
    long thread = EventWords.thread(1);
    long block = EventWords.block(0, 2);
    assertTrue(error(block, 1, 2).contains("event word 0: expected a thread header before"));
    assertTrue(error(thread, 7).contains("event word 1: expected a block or thread header"));
    assertTrue(error(thread, block, 1).contains("expected 2 address words of block 0"));
    assertTrue(error(thread, EventWords.block(1, 0)).contains("found block 1"));
    assertTrue(error(thread, EventWords.block(0, 1), 5).contains("block 0 with 2 address"));
    assertTrue(error(thread, block, 1, block).contains("event word 3: expected an address word"));
    assertTrue(error(thread, 1L << 50 | block, 1, 2).contains("expected block 0 with 2"));
    assertTrue(error(3L << 62 | 1L << 40).contains("expected a thread number"));
  }

  @Test
  void aBlockWithMoreAccessesThanABatchComesWhole() throws WireException {
    SymbolTables symbols = new SymbolTables();
    symbols.define(new ObjectFile(0, 0, ""));
    symbols.define(new FunctionSymbol(0, 0, 0, 0, "f", ""));
    symbols.define(new Sites(0, List.of(new Site(1, 0, 0, 8, true, 0))));
    List<BlockDescriptor.BlockAccess> many = new ArrayList<>();
    for (int i = 0; i < 65_535; i++) {
      many.add(new BlockDescriptor.BlockAccess(0, 0, false, i));
    }
    BlockDescriptor block = new BlockDescriptor(0, 1, 1, BlockDescriptor.Ending.OTHER, many);
    symbols.define(block);
    List<Access> found = new ArrayList<>();
    AccessDecoder decoder = new AccessDecoder(List.of(collect(found)));
    decoder.define(block, symbols);
    decoder.decode(new long[] {EventWords.thread(4), EventWords.block(0, 1), 100}, 3);
    decoder.flush();
    assertEquals(65_535, found.size());
    assertEquals(new Access(4, 100 + 65_534, 0), found.get(65_534));
    assertEquals(new StreamTotals(1, 3, 1, 0, 65_535), decoder.totals());
  }
}
