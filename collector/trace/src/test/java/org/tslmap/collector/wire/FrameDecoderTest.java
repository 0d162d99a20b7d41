package org.tslmap.collector.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.locality.profile.ChainLink;
import org.tslmap.locality.profile.InstructionKind;

/** Every frame comes back as it was written, and no damaged payload does more than be refused. */
class FrameDecoderTest {
  private static List<Frame> frames() {
    SampleProgram program = new SampleProgram(1, 5);
    List<Frame> frames = new ArrayList<>(program.definitions());
    frames.add(program.hello());
    frames.add(new ThreadChange(5, 2, true, 1));
    frames.add(new ThreadChange(6, 2, false, 0));
    frames.add(new Mapping(7, 0x7fff_0000_0000L, 4096, true, 3, 0x2000, "/lib/ä.so"));
    frames.add(new Mapping(8, 0x7fff_0000_0000L, 4096, false, 0, 0, ""));
    frames.add(new Mark(9, Mark.Kind.REGION, 0x1000, 64, "table"));
    frames.add(new Mark(10, Mark.Kind.EXEC_FAILED, 0, 0, ""));
    frames.add(new Mark(10, Mark.Kind.PHASE, 0, 0, "solve"));
    frames.add(new HeapEvent(11, 2, HeapEvent.Kind.ALLOCATED, 0x5000, 24, 0, 1));
    frames.add(new HeapEvent(12, 1, HeapEvent.Kind.REALLOCATED, 0x6000, 48, 0x5000, 1));
    frames.add(new HeapEvent(13, 1, HeapEvent.Kind.FREED, 0x6000, 0, 0, 2));
    frames.add(new DataName(14, 0x7000, 64, "grid"));
    frames.add(new ThreadPointer(15, 2, 0x7fff_f7d8_0740L));
    frames.add(new ThreadBlock(16, 2, 1, 0x5f00));
    frames.add(new WatchedVariable(17, 0x7fff_f7d0L, 40, 0x4000_1234L, -56, 1, "cell@local"));
    frames.add(new Mark(17, Mark.Kind.SIGNAL, 0x7fff_f000, 2, ""));
    frames.add(new Mark(18, Mark.Kind.EXEC, 0, 0, "/bin/cat"));
    frames.add(new Mark(18, Mark.Kind.STRETCH_BEGINS, Mark.NOT_COUNTED, 2500, ""));
    frames.add(new Mark(19, Mark.Kind.STRETCH_ENDS, 0, 9000, ""));
    frames.add(
        new CodeFlow(
            List.of(new CodeFlow.Straight(0x40_1000L, 12, 1)),
            List.of(
                new CodeFlow.Jump(0x40_100cL, 0x40_1004L, 1, false),
                new CodeFlow.Jump(0x40_100aL, 0, 1, true))));
    frames.add(
        new BlockValues(
            0,
            List.of(
                new BlockValues.Value(BlockValues.What.ADDRESS, 1, 0x20, 1),
                new BlockValues.Value(BlockValues.What.CONDITION, 0, 0, 2))));
    frames.add(
        new BlockValues(
            0, List.of(new BlockValues.Value(BlockValues.What.REGISTER, 3, 0, 1L << 63))));
    frames.add(
        new ComputedOperations(
            List.of(
                new ComputedOperations.OfFunction(0, counts(0)),
                new ComputedOperations.OfFunction(1, counts(1L << 40)))));
    frames.add(
        new ExecutedCode(
            List.of(
                new ExecutedCode.Piece(
                    1L << 40,
                    3,
                    List.of(
                        stretch(0x40_1000L, 1, 0x13, 0x77, 0xf2),
                        stretch(0x40_1100L, 0, 0x1f, 0xb2, 0x03, 0x04, 0x05, 0x06)),
                    List.of(new ExecutedCode.Link(31, List.of(0, 1, 2, 3, 4, 65535, 6, 7))),
                    1 << 31 | 1))));
    frames.add(
        new CodePassages(
            List.of(
                new CodePassages.Passage(
                    0x40_1010L,
                    0x40_1120L,
                    List.of(new CodePassages.Move(0, 1 << 2), new CodePassages.Move(15, 0))))));
    frames.add(new Pause(20, 1L << 40));
    frames.add(new CostRequest(20));
    frames.add(new FunctionState(20, 1, FunctionState.State.COUNTED, "--tsl-skip-fn=f"));
    frames.add(new Epoch(20, 3, 1 << 22));
    frames.add(
        new CountedCode(
            21,
            2,
            List.of(new SiteCounts.Count(0, 5), new SiteCounts.Count(1, 1L << 40)),
            List.of(new CountedCode.Calls(1, 3))));
    frames.add(new FunctionSymbol(2, 0, 7, 0x40_1000L, "f(int)", "f.cc", "_Z1fi"));
    frames.add(new End(End.Cause.SIGNALLED, 9, 1, 2, 3, 4, 5, 6, 7, 8));
    return frames;
  }

  private static ExecutedCode.Stretch stretch(long start, int function, int... instructions) {
    return new ExecutedCode.Stretch(
        start,
        function,
        Arrays.stream(instructions).mapToObj(ExecutedCode.Instruction::of).toList());
  }

  private static List<Long> counts(long first) {
    return LongStream.range(first, first + ComputedOperations.NUMBERS).boxed().toList();
  }

  @Test
  void totalsAreNotNegative() {
    End end = new End(End.Cause.EXITED, 0, 1, 2, 3, 4, 5, -1, 7, 8);
    String message =
        assertThrows(
                WireException.class,
                () -> FrameDecoder.decode(FrameWriter.type(end), FrameWriter.payload(end)))
            .getMessage();
    assertTrue(message.contains("made"), message);
    assertTrue(message.contains("0 or more"), message);
  }

  @Test
  void everyFrameComesBack() throws WireException {
    for (Frame frame : frames()) {
      assertEquals(frame, FrameDecoder.decode(FrameWriter.type(frame), FrameWriter.payload(frame)));
    }
  }

  @Test
  void aPayloadCutAnywhereIsRefused() {
    for (Frame frame : frames()) {
      byte[] payload = FrameWriter.payload(frame);
      for (int size = 0; size <= payload.length - 8; size++) {
        byte[] cut = Arrays.copyOf(payload, size);
        WireException e =
            assertThrows(
                WireException.class, () -> FrameDecoder.decode(FrameWriter.type(frame), cut));
        assertTrue(e.getMessage().contains("expected"), e.getMessage());
      }
    }
  }

  @Property(tries = 2000)
  void damageIsRefusedOrReadAsAnotherFrame(
      @ForAll @IntRange(min = 0, max = 1000) int which,
      @ForAll @IntRange(min = 0, max = 400) int at,
      @ForAll byte value) {
    Frame frame = frames().get(which % frames().size());
    byte[] payload = FrameWriter.payload(frame);
    payload[at % payload.length] = value;
    try {
      Frame read = FrameDecoder.decode(FrameWriter.type(frame), payload);
      assertEquals(frame.getClass(), read.getClass());
    } catch (WireException e) {
      assertTrue(e.getMessage().contains("expected"), e.getMessage());
    }
  }

  /** A piece of two instructions of one stretch, with a link: where its fields are. */
  /** Older streams have six kinds of links and do not say so, and conversions as floating ones. */
  @Test
  void olderExecutedCodeHasNoneOfTheKindsThatWereAdded() throws WireException {
    byte[] payload = executed();
    int kinds = 24 + 16 + 2;
    assertEquals(6, payload[kinds]);
    payload[kinds] = 0;
    ExecutedCode code = (ExecutedCode) FrameDecoder.decode(FrameType.EXECUTED, payload);
    assertEquals(List.of(0, 1, 2, 3, 4, 5, 0, 0), code.pieces().get(0).links().get(0).counts());
    ComputedOperations.OfFunction older = new ComputedOperations.OfFunction(0, counts(1));
    assertEquals(0, older.counts().of(InstructionKind.CONVERSION));
    assertEquals(4, older.counts().of(InstructionKind.FLOATING));
    assertEquals(14, older.counts().chain(ChainLink.LOAD));
    ComputedOperations.OfFunction newer =
        new ComputedOperations.OfFunction(0, LongStream.rangeClosed(1, 17).boxed().toList());
    assertEquals(15, newer.counts().of(InstructionKind.CONVERSION));
    assertEquals(16, newer.counts().chain(ChainLink.FLOATING_MULTIPLY));
    assertEquals(17, newer.counts().chain(ChainLink.CONVERSION));
  }

  private static byte[] executed() {
    return FrameWriter.payload(
        new ExecutedCode(
            List.of(
                new ExecutedCode.Piece(
                    10,
                    3,
                    List.of(stretch(0x40_1000L, 0, 0x13, 0xf2)),
                    List.of(new ExecutedCode.Link(31, List.of(0, 1, 2, 3, 4, 5))),
                    0))));
  }

  /** A length that does not fit is refused before memory is taken for it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " 0 | 8 |  0 | executions: expected 1 or more, .*, found 0 with 3 mispredictions of 1 str.*",
        " 0 | 8 | -1 | executions: expected 1 or more, .*, found -1 with 3 mispredictions of 1 s.*",
        " 8 | 8 | -1 | executions: expected .*no more mispredictions.*, found 10 with -1 mispred.*",
        " 8 | 8 | 11 | executions: expected .*no more mispredictions.*, found 10 with 11 mispred.*",
        "16 | 2 |  0 | executions: expected .* and 1 stretch or more, found .* of 0 stretches.*",
        "16 | 2 | -1 | stretches: expected at most 2 records, found 65536.*",
        "18 | 2 | -1 | stretches: expected at most 2 records, found 65536.*",
        "32 | 4 | -1 | function: expected a number in 0..2.31-1, found 4294967295.*",
        "36 | 4 |  0 | instructions: expected 1 or more, found 0.*",
        "36 | 4 |  9 | instructions: expected at most 8 records, found 9.*",
        "36 | 4 | 2147483647 | instructions: expected at most 8 records, found 2147483647.*",
        "40 | 2 | 32 | register: expected 0 to 31, found 32.*",
        "42 | 2 | 5 | kinds: expected 0, or 6 to 8, found 5.*",
        "42 | 2 | 9 | kinds: expected 0, or 6 to 8, found 9.*",
      })
  void executedCodeThatDoesNotFitIsRefused(int at, int bytes, long value, String expected) {
    byte[] payload = executed();
    for (int i = 0; i < bytes; i++) {
      payload[at + i] = (byte) (value >> 8 * i);
    }
    assertRefused("EXECUTED frame, field " + expected + "; the stream is damaged.*", payload);
  }

  @Test
  void whatFollowsExecutedCodeIsRefused() {
    byte[] payload = executed();
    byte[] more = Arrays.copyOf(payload, payload.length + 8);
    assertRefused("EXECUTED frame: expected 8 bytes of field mispredictions at byte 72,.*", more);
    byte[] little = Arrays.copyOf(payload, payload.length + 4);
    little[payload.length] = 1;
    assertRefused("EXECUTED frame, field padding: expected zero, found 1;.*", little);
  }

  @Test
  void aMoveToNoRegisterIsRefused() {
    byte[] payload =
        FrameWriter.payload(
            new CodePassages(
                List.of(new CodePassages.Passage(1, 2, List.of(new CodePassages.Move(16, 1))))));
    String message =
        assertThrows(WireException.class, () -> FrameDecoder.decode(FrameType.PASSAGES, payload))
            .getMessage();
    assertTrue(
        message.contains("PASSAGES frame, field register: expected 0 to 15, found 16"), message);
    payload[16] = 2;
    payload[24] = 0;
    assertTrue(
        assertThrows(WireException.class, () -> FrameDecoder.decode(FrameType.PASSAGES, payload))
            .getMessage()
            .contains("moves: expected at most 1 records, found 2"));
  }

  private static void assertRefused(String pattern, byte[] payload) {
    String message =
        assertThrows(WireException.class, () -> FrameDecoder.decode(FrameType.EXECUTED, payload))
            .getMessage();
    assertTrue(message.matches(pattern), message);
  }

  @Test
  void anotherVersionIsNamed() {
    byte[] payload = FrameWriter.payload(new SampleProgram(1, 1).hello());
    payload[4]++;
    WireException e =
        assertThrows(WireException.class, () -> FrameDecoder.decode(FrameType.HELLO, payload));
    assertTrue(
        e.getMessage()
            .contains(
                "expected version %d of the protocol, found %d"
                    .formatted(FrameDecoder.VERSION, FrameDecoder.VERSION + 1)),
        e.getMessage());
  }

  private static String refused(Frame... frames) throws WireException {
    SymbolTables symbols = new SymbolTables();
    for (int i = 0; i < frames.length - 1; i++) {
      symbols.define(frames[i]);
    }
    return assertThrows(WireException.class, () -> symbols.define(frames[frames.length - 1]))
        .getMessage();
  }

  @Test
  void idsAscendAndReferToWhatIsKnown() throws WireException {
    ObjectFile object = new ObjectFile(0, 0, "");
    FunctionSymbol function = new FunctionSymbol(0, 0, 0, 0, "f", "");
    Sites sites = new Sites(0, List.of(new Site(1, 0, 0, 8, false, 0)));
    assertTrue(refused(new ObjectFile(1, 0, "")).contains("expected object id 0, found 1"));
    assertTrue(refused(object, object).contains("expected object id 1, found 0"));
    assertTrue(refused(function).contains("function 0: expected a reference to object"));
    assertTrue(refused(object, function, new Sites(1, sites.sites())).contains("site id 0"));
    assertTrue(refused(sites).contains("site 0: expected a reference to function"));
    assertTrue(
        refused(object, function, sites, block(0, 1, 1, 0, false))
            .contains("block 0: expected a reference to site 0..0, found 1"));
    assertTrue(
        refused(object, function, sites, block(0, 1, 0, 1, false)).contains("address word 0..0"));
    assertTrue(refused(object, function, sites, block(0, 1, 0, 0xFFFF, true)).contains("guarded"));
    assertTrue(refused(object, function, sites, block(2, 1, 0, 0, false)).contains("block id 0"));
    assertTrue(
        refused(object, function, new HeapEvent(0, 1, HeapEvent.Kind.ALLOCATED, 16, 8, 0, 1))
            .contains("heap block: expected a reference to function 0..0, found 1"));
    assertTrue(
        refused(
                object,
                function,
                new ExecutedCode(
                    List.of(
                        new ExecutedCode.Piece(
                            1, 0, List.of(stretch(1, 0, 3), stretch(9, 1, 3)), List.of(), 0))))
            .contains("executed code: expected a reference to function 0..0, found 1"));
  }

  private static BlockDescriptor block(int id, int words, int site, int word, boolean guarded) {
    return new BlockDescriptor(
        id,
        words,
        1,
        BlockDescriptor.Ending.OTHER,
        List.of(new BlockDescriptor.BlockAccess(site, word, guarded, 0)));
  }
}
