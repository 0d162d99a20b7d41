package org.tslmap.collector.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Order is checked here and nowhere else, and frames wait for the accesses before them. */
class ProcessStreamTest {
  private final List<String> told = new ArrayList<>();
  private final SampleProgram program = new SampleProgram(7, 6);
  private final Notebook notebook = new Notebook();
  private final ProcessStream stream = new ProcessStream(notebook);

  /** Writes down accesses, as one line for all between two frames, and frames but definitions. */
  private final class Notebook implements ProcessStream.Listener {
    private boolean ordered = true;
    private long accesses;
    private final AccessDecoder decoder =
        new AccessDecoder(List.of((thread, addresses, sites, count) -> accesses += count));

    @Override
    public Optional<AccessDecoder> begin(Hello process, SymbolTables symbols) {
      return Optional.of(decoder);
    }

    @Override
    public boolean keepsOrder() {
      return ordered;
    }

    @Override
    public void frame(Frame frame) {
      if (frame instanceof DataName name) {
        told.add(name.name() + " after " + accesses);
      } else if (frame instanceof ObjectFile object && object.id() > 0) {
        told.add(object.path() + " after " + accesses);
      } else if (frame instanceof End) {
        told.add("end after " + accesses);
      }
    }
  }

  @AfterEach
  void close() {
    notebook.decoder.close();
  }

  private void send(Frame frame) throws WireException {
    stream.frame(FrameWriter.type(frame), FrameWriter.payload(frame));
  }

  private void begin() throws WireException {
    send(program.hello());
    for (Frame frame : program.definitions()) {
      send(frame);
    }
  }

  private void refused(String expected, org.junit.jupiter.api.function.Executable step) {
    WireException e = assertThrows(WireException.class, step);
    assertTrue(e.getMessage().startsWith(expected), e.getMessage());
  }

  @Test
  void framesComeBetweenTheAccessesTheyStandBetween() throws WireException {
    begin();
    long[] first = program.run(30);
    final long accesses = program.accesses().size();
    long[] second = program.run(30);
    send(new DataName(first.length, 0x1000, 8, "name"));
    send(new ObjectFile(1, 0, "library"));
    long[] both = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    assertEquals(List.of(), told);
    stream.events(0, both, both.length);
    send(new DataName(both.length, 0x1000, 8, "last"));
    assertEquals(List.of("name after " + accesses, "library after " + accesses), told);
    send(program.end());
    long all = program.accesses().size();
    assertEquals(List.of("last after " + all, "end after " + all), told.subList(2, 4));
    assertEquals(program.totals(), stream.totals());
    assertEquals(Optional.of(program.end()), stream.end());
  }

  @Test
  void whoKeepsNoOrderIsToldAtOnce() throws WireException {
    notebook.ordered = false;
    begin();
    send(new DataName(1000, 0x1000, 8, "name"));
    assertEquals(List.of("name after 0"), told);
  }

  @Test
  void aStreamBeginsWithOneHello() throws WireException {
    refused("expected a HELLO frame first, found OBJECT", () -> send(new ObjectFile(0, 0, "")));
    refused(
        "expected a HELLO frame first, found EVENTS", () -> stream.events(0, new long[] {1}, 1));
    assertTrue(stream.hello().isEmpty());
    begin();
    refused("expected one HELLO frame, found a second", () -> send(program.hello()));
  }

  @Test
  void wordsMustBeTheNextOnes() throws WireException {
    begin();
    long[] words = program.run(10);
    stream.events(0, words, words.length);
    refused(
        "expected event words from number %d on, found them from 0 on".formatted(words.length),
        () -> stream.events(0, words, words.length));
  }

  @Test
  void totalsMustBeTheSendersAndNothingFollowsThem() throws WireException {
    begin();
    long[] words = program.run(10);
    refused("expected the tool's totals, found others (blocks", () -> send(program.end()));
    assertTrue(stream.end().isPresent(), "it is known how the process ended");
    refused("expected nothing after the END frame, found EVENTS", () -> stream.events(words, 1));
    refused(
        "expected nothing after the END frame, found another frame",
        () -> send(new DataName(0, 0x1000, 8, "late")));
  }

  @Test
  void countsOfSitesAreOfAccessesMade() throws WireException {
    begin();
    send(new SiteCounts(1, 1, 1, List.of(new SiteCounts.Count(0, 6), new SiteCounts.Count(1, 4))));
    send(new SampledPart(0, 0, 10, 0, 0, "auto"));
    refused(
        "expected counts of sites of at most the 9 accesses made, found 10",
        () -> send(new SampledPart(9, 0, 9, 0, 0, "auto")));
    send(new SiteCounts(1, 1, 1, List.of(new SiteCounts.Count(0, Long.MAX_VALUE))));
    refused("expected counts of sites", () -> send(new SampledPart(0, 0, 10, 0, 0, "auto")));
  }

  @Test
  void notMoreAccessesAreScoredThanWereMade() throws WireException {
    begin();
    for (SampledPart part :
        List.of(
            new SampledPart(11, 0, 10, 0, 0, "auto"),
            new SampledPart(0, 11, 10, 0, 0, "auto"),
            new SampledPart(-1, 0, 10, 0, 0, "auto"),
            new SampledPart(0, Long.MIN_VALUE, 10, 0, 0, "auto"))) {
      refused("expected at most the 10 accesses made to be scored", () -> send(part));
    }
  }

  @Test
  void pausesAreOfAccessesMade() throws WireException {
    begin();
    send(new Pause(0, 4));
    send(new Pause(0, 6));
    send(new SampledPart(0, 0, 10, 0, 0, "auto"));
    send(new Pause(0, 1));
    refused(
        "expected pauses of at most the 10 accesses made, found 11",
        () -> send(new SampledPart(0, 0, 10, 0, 0, "auto")));
    send(new Pause(0, -1));
    refused("expected pauses", () -> send(new SampledPart(0, 0, 10, 0, 0, "auto")));
  }

  @Test
  void aStreamGoesOnWhenExecFailed() throws WireException {
    begin();
    End end = program.end();
    SiteCounts counts = new SiteCounts(1, 1, 1, List.of(new SiteCounts.Count(0, 6)));
    send(counts);
    send(new End(End.Cause.REPLACED, 0, 0, 0, 0, 0, 0, end.made()));
    send(new Mark(0, Mark.Kind.EXEC_FAILED, 0, 0, ""));
    assertTrue(stream.end().isEmpty());
    send(counts);
    send(new SampledPart(6, 0, 6, 0, 0, "auto"));
    long[] words = program.run(10);
    stream.events(words, words.length);
    send(program.end());
    assertEquals(Optional.of(program.end()), stream.end());
  }

  private static ExecutedCode executed(long executions, int function, int link) {
    return new ExecutedCode(
        List.of(
            new ExecutedCode.Piece(
                executions,
                0,
                List.of(
                    new ExecutedCode.Stretch(
                        1, function, List.of(ExecutedCode.Instruction.of(0x13)))),
                List.of(new ExecutedCode.Link(1, List.of(link, 0, 0, 0, 0, 0))),
                0)));
  }

  /** Of which all are multiplications. */
  private static ComputedOperations operations(int function, long instructions) {
    List<Long> numbers = new ArrayList<>(Collections.nCopies(ComputedOperations.NUMBERS, 0L));
    numbers.set(1, instructions);
    return new ComputedOperations(List.of(new ComputedOperations.OfFunction(function, numbers)));
  }

  private void endAfterAccesses() throws WireException {
    long[] words = program.run(10);
    stream.events(words, words.length);
    send(program.end());
  }

  @Test
  void executedInstructionsAddUpToThoseOfFunctions() throws WireException {
    begin();
    send(executed(10, 0, 1));
    send(executed(30, 0, 1));
    send(operations(0, 40));
    endAfterAccesses();
    assertTrue(stream.end().isPresent());
  }

  @Test
  void executedCodeThatIsLostIsNoticed() throws WireException {
    begin();
    send(executed(10, 0, 1));
    send(operations(0, 40));
    refused(
        "expected the tool's totals, found others (instructions [0, 10, 0, 0, 0, 0, 0, 0, 0] of"
            + " function 0 instead of [0, 40, 0, 0, 0, 0, 0, 0, 0]); measure again",
        this::endAfterAccesses);
  }

  @Test
  void executedCodeThatComesTwiceIsNoticed() throws WireException {
    begin();
    send(executed(10, 0, 1));
    send(executed(10, 0, 1));
    send(operations(0, 10));
    refused(
        "expected the tool's totals, found others (instructions [0, 20,", this::endAfterAccesses);
  }

  @Test
  void executedCodeOfOtherFunctionsIsNoticed() throws WireException {
    begin();
    send(executed(10, 0, 1));
    refused(
        "expected the tool's totals, found others (instructions of 1 functions instead of 0)",
        this::endAfterAccesses);
  }

  @Test
  void countsOfInstructionsComeOnce() throws WireException {
    begin();
    send(operations(0, 10));
    refused(
        "count of instructions: expected each function once, found function 0 twice; the stream",
        () -> send(operations(0, 10)));
  }

  @Test
  void sumsOfExecutedCodeHave63Bits() throws WireException {
    begin();
    send(executed(1L << 60, 0, 0));
    refused(
        "executed code: expected sums below 2^63, found 1152921504606846976 executions of 1"
            + " instructions with 65535 links of chains; the stream is damaged",
        () -> send(executed(1L << 60, 0, 65535)));
    send(executed(1L << 61, 0, 0));
    refused(
        "executed code: expected sums below 2^63, found 2305843009213693952 executions of 1",
        () -> send(executed(1L << 61, 0, 0)));
  }

  @Test
  void executedCodeComesBetweenHelloAndEnd() throws WireException {
    refused("expected a HELLO frame first, found EXECUTED", () -> send(executed(1, 0, 1)));
    send(program.hello());
    refused("executed code: expected a reference to function", () -> send(executed(1, 0, 1)));
    for (Frame frame : program.definitions()) {
      send(frame);
    }
    endAfterAccesses();
    refused(
        "expected nothing after the END frame, found another frame", () -> send(executed(1, 0, 1)));
  }

  @Test
  void executedCodeComesAgainWhenExecFailed() throws WireException {
    begin();
    End end = program.end();
    send(executed(10, 0, 1));
    send(operations(0, 10));
    send(new End(End.Cause.REPLACED, 0, 0, 0, 0, 0, 0, end.made()));
    send(new Mark(0, Mark.Kind.EXEC_FAILED, 0, 0, ""));
    send(executed(15, 0, 1));
    send(operations(0, 15));
    endAfterAccesses();
    assertTrue(stream.end().isPresent());
  }
}
