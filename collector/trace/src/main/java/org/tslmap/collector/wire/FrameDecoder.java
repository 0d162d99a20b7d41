package org.tslmap.collector.wire;

import java.util.ArrayList;
import java.util.List;

/** Turns payloads into frames. Event words, which are most of a stream, do not come this way. */
public final class FrameDecoder {
  /** The bytes {@code TSLM} that begin the first payload. */
  public static final int MAGIC = 0x4D4C_5354;

  /** The version of the protocol this class reads. */
  public static final int VERSION = 4;

  /** There may be millions of these frames, and each values() makes a copy. */
  private static final List<HeapEvent.Kind> HEAP_EVENTS = List.of(HeapEvent.Kind.values());

  private static final List<CallStack.Of> STACKS = List.of(CallStack.Of.values());

  private static final int SITE_BYTES = 24;
  private static final int ACCESS_BYTES = 16;
  private static final int CALLER_BYTES = 24;
  private static final int PICK_BYTES = 32;
  private static final int MOST_DOUBLINGS = 30;
  private static final int COUNT_BYTES = 16;
  private static final int STRAIGHT_BYTES = 16;
  private static final int JUMP_BYTES = 24;
  private static final int VALUE_BYTES = 16;
  private static final int STRETCH_BYTES = 16;

  /** Most counts of a function. */
  private static final int MAX_NUMBERS = 64;

  private FrameDecoder() {}

  /**
   * Decodes one payload.
   *
   * @param type its type, any but {@link FrameType#EVENTS}
   * @throws WireException if a field is out of its range or the payload's length does not fit
   */
  public static Frame decode(FrameType type, byte[] payload) throws WireException {
    PayloadReader in = new PayloadReader(type, payload);
    Frame frame =
        switch (type) {
          case HELLO -> hello(in);
          case OBJECT -> object(in);
          case FUNCTION -> function(in);
          case SITES -> sites(in);
          case BLOCK -> block(in);
          case THREAD -> thread(in);
          case MAPPING -> mapping(in);
          case MARK -> mark(in);
          case END -> end(in);
          case HEAP -> heap(in);
          case NAME ->
              new DataName(in.i64("position"), in.i64("address"), in.i64("bytes"), in.str("name"));
          case THREAD_POINTER -> threadPointer(in);
          case THREAD_BLOCK -> threadBlock(in);
          case WATCHED_VARIABLE -> watchedVariable(in);
          case STACK -> stack(in);
          case BURST -> new Burst(in.i64("position"), in.i64("weight"));
          case PAUSE -> new Pause(in.i64("position"), in.i64("accesses"));
          case COST -> new CostRequest(in.i64("position"));
          case PICKS -> picks(in);
          case COUNTS -> counts(in);
          case SAMPLED ->
              new SampledPart(
                  in.i64("exact"),
                  in.i64("scored"),
                  in.i64("made"),
                  in.i64("pace"),
                  in.i64("millis"),
                  in.str("asked"));
          case FLOW -> flow(in);
          case VALUES -> values(in);
          case OPERATIONS -> operations(in);
          case EXECUTED -> executed(in);
          case PASSAGES -> passages(in);
          case FILTER -> functionState(in);
          case COUNTED -> countedCode(in);
          case EPOCH -> new Epoch(in.i64("position"), in.i64("number"), in.i64("made"));
          case EVENTS -> throw new IllegalArgumentException("event words are decoded elsewhere");
        };
    in.end();
    return frame;
  }

  private static Hello hello(PayloadReader in) throws WireException {
    int magic = in.i32("magic");
    if (magic != MAGIC) {
      throw new WireException(
          "expected a HELLO frame with the magic number 0x%08x, found 0x%08x; the sender is no"
                  .formatted(MAGIC, magic)
              + " tslmap tool");
    }
    int version = in.u16("version");
    if (version != VERSION) {
      throw new WireException(
          "expected version %d of the protocol, found %d; build the tool and the collector from the"
                  .formatted(VERSION, version)
              + " same sources (./tslmap doctor shows both)");
    }
    boolean forked = (in.u16("flags") & 1) != 0;
    int pid = in.u31("pid");
    int ppid = in.u31("ppid");
    int rank = in.i32("rank");
    if (rank < -1) {
      throw in.invalid("rank", "-1 or more", "" + rank);
    }
    long started = in.i64("started");
    return new Hello(
        forked,
        pid,
        ppid,
        rank,
        started,
        in.str("host"),
        in.str("rankSource"),
        in.str("executable"),
        in.str("directory"),
        in.strings("args"),
        in.strings("options"));
  }

  private static ObjectFile object(PayloadReader in) throws WireException {
    int id = in.u31("id");
    in.skip(4, "pad");
    return new ObjectFile(id, in.i64("bias"), in.str("path"));
  }

  private static FunctionSymbol function(PayloadReader in) throws WireException {
    int id = in.u31("id");
    int object = in.u31("object");
    int line = in.u31("line");
    in.skip(4, "pad");
    return new FunctionSymbol(
        id, object, line, in.i64("entry"), in.str("name"), in.str("file"), in.str("symbol"));
  }

  private static Sites sites(PayloadReader in) throws WireException {
    int first = in.u31("first");
    int count = in.u31("count");
    in.needRecords(count, SITE_BYTES, "count");
    List<Site> sites = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      long instruction = in.i64("instruction");
      int function = in.u31("function");
      int line = in.u31("line");
      int size = in.u31("size");
      int kind = in.u8("kind");
      if (kind > 1) {
        throw in.invalid("kind", "0 (load) or 1 (store)", "" + kind);
      }
      int index = in.u8("index");
      in.skip(2, "pad");
      sites.add(new Site(instruction, function, line, size, kind == 1, index));
    }
    return new Sites(first, sites);
  }

  private static BlockDescriptor block(PayloadReader in) throws WireException {
    int id = in.u31("id");
    int words = in.u16("words");
    int count = in.u16("accesses");
    long guest = in.i64("guest");
    int ending = in.u8("end");
    if (ending >= BlockDescriptor.Ending.values().length) {
      throw in.invalid("end", "0 to 3", "" + ending);
    }
    in.skip(7, "pad");
    in.needRecords(count, ACCESS_BYTES, "accesses");
    List<BlockDescriptor.BlockAccess> accesses = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int site = in.u31("site");
      int word = in.u16("word");
      int flags = in.u8("flags");
      if (flags > 1) {
        throw in.invalid("flags", "0 or 1 (guarded)", "" + flags);
      }
      in.skip(1, "pad");
      accesses.add(new BlockDescriptor.BlockAccess(site, word, flags == 1, in.i64("offset")));
    }
    return new BlockDescriptor(id, words, guest, BlockDescriptor.Ending.values()[ending], accesses);
  }

  private static ThreadChange thread(PayloadReader in) throws WireException {
    long position = in.i64("position");
    int thread = in.u31("thread");
    int event = in.i32("event");
    if (event < 0 || event > 1) {
      throw in.invalid("event", "0 (starts) or 1 (ends)", "" + event);
    }
    int parent = in.i32("parent");
    in.skip(4, "pad");
    return new ThreadChange(position, thread, event == 0, parent);
  }

  private static Mapping mapping(PayloadReader in) throws WireException {
    long position = in.i64("position");
    long start = in.i64("start");
    long bytes = in.i64("bytes");
    int event = in.i32("event");
    if (event < 0 || event > 1) {
      throw in.invalid("event", "0 (mapped) or 1 (unmapped)", "" + event);
    }
    return new Mapping(
        position, start, bytes, event == 0, in.i32("protection"), in.i64("offset"), in.str("path"));
  }

  private static Mark mark(PayloadReader in) throws WireException {
    long position = in.i64("position");
    int kind = in.i32("kind");
    if (kind < 1 || kind > Mark.Kind.values().length) {
      throw in.invalid("kind", "1 to " + Mark.Kind.values().length, "" + kind);
    }
    in.skip(4, "pad");
    return new Mark(
        position, Mark.Kind.values()[kind - 1], in.i64("value"), in.i64("value2"), in.str("text"));
  }

  private static HeapEvent heap(PayloadReader in) throws WireException {
    long position = in.i64("position");
    int thread = in.u31("thread");
    int event = in.i32("event");
    if (event < 0 || event >= HEAP_EVENTS.size()) {
      throw in.invalid("event", "0 to 2", "" + event);
    }
    HeapEvent heap =
        new HeapEvent(
            position,
            thread,
            HEAP_EVENTS.get(event),
            in.i64("address"),
            in.i64("bytes"),
            in.i64("previous"),
            in.u31("function"));
    in.skip(4, "pad");
    return heap;
  }

  private static WatchedVariable watchedVariable(PayloadReader in) throws WireException {
    long position = in.i64("position");
    long address = in.i64("address");
    long bytes = in.i64("bytes");
    long function = in.i64("function");
    long cfaOffset = in.i64("offset");
    int object = in.u31("object");
    in.skip(4, "pad");
    return new WatchedVariable(
        position, address, bytes, function, cfaOffset, object, in.str("name"));
  }

  private static ThreadBlock threadBlock(PayloadReader in) throws WireException {
    long position = in.i64("position");
    int thread = in.u31("thread");
    return new ThreadBlock(position, thread, in.u31("object"), in.i64("start"));
  }

  private static ThreadPointer threadPointer(PayloadReader in) throws WireException {
    long position = in.i64("position");
    int thread = in.u31("thread");
    in.skip(4, "pad");
    return new ThreadPointer(position, thread, in.i64("pointer"));
  }

  private static CallStack stack(PayloadReader in) throws WireException {
    long position = in.i64("position");
    int thread = in.u31("thread");
    int of = in.i32("of");
    if (of < 0 || of >= STACKS.size()) {
      throw in.invalid("of", "0 to 2", "" + of);
    }
    int count = in.u31("count");
    int number = in.u31("number");
    in.needRecords(count, CALLER_BYTES, "count");
    List<CallStack.Caller> callers = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      callers.add(
          new CallStack.Caller(
              in.i64("cfa"), in.i64("returnsTo"), in.u31("function"), in.i32("site")));
    }
    return new CallStack(position, thread, STACKS.get(of), number, callers);
  }

  private static Picks picks(PayloadReader in) throws WireException {
    long position = in.i64("position");
    int count = in.u31("count");
    in.skip(4, "pad");
    in.needRecords(count, PICK_BYTES, "count");
    List<Picks.Pick> picks = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      picks.add(pick(in));
    }
    return new Picks(position, picks);
  }

  private static Picks.Pick pick(PayloadReader in) throws WireException {
    long address = in.i64("address");
    int thread = in.u31("thread");
    int site = in.u31("site");
    int words = in.i32("words");
    int lines = in.i32("lines");
    int isLong = in.u8("isLong");
    int doublings = in.u8("doublings");
    if (doublings > MOST_DOUBLINGS) {
      throw in.invalid("doublings", "0 to " + MOST_DOUBLINGS, "" + doublings);
    }
    in.skip(2, "pad");
    float runs = Float.intBitsToFloat(in.i32("runs"));
    return new Picks.Pick(address, thread, site, words, lines, isLong, 1 << doublings, runs);
  }

  private static SiteCounts counts(PayloadReader in) throws WireException {
    int thread = in.u31("thread");
    int count = in.u31("count");
    long words = in.i64("words");
    long lines = in.i64("lines");
    in.needRecords(count, COUNT_BYTES, "count");
    List<SiteCounts.Count> counts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int site = in.u31("site");
      in.skip(4, "pad");
      counts.add(new SiteCounts.Count(site, in.i64("accesses")));
    }
    return new SiteCounts(thread, words, lines, counts);
  }

  private static CodeFlow flow(PayloadReader in) throws WireException {
    int straightCount = in.u31("straights");
    int jumpCount = in.u31("jumps");
    in.needRecords(straightCount, STRAIGHT_BYTES, "straights");
    List<CodeFlow.Straight> straights = new ArrayList<>(straightCount);
    for (int i = 0; i < straightCount; i++) {
      straights.add(new CodeFlow.Straight(in.i64("start"), in.u31("bytes"), in.u31("function")));
    }
    in.needRecords(jumpCount, JUMP_BYTES, "jumps");
    List<CodeFlow.Jump> jumps = new ArrayList<>(jumpCount);
    for (int i = 0; i < jumpCount; i++) {
      jumps.add(
          new CodeFlow.Jump(
              in.i64("behind"), in.i64("to"), in.u31("function"), in.i32("pauses") != 0));
    }
    return new CodeFlow(straights, jumps);
  }

  private static BlockValues values(PayloadReader in) throws WireException {
    int block = in.u31("block");
    int count = in.u16("count");
    int words = in.u16("words");
    if (words < 1 || words > 2) {
      throw in.invalid("words", "1 or 2", "" + words);
    }
    in.needRecords(count, VALUE_BYTES + Long.BYTES * (words - 1), "count");
    List<BlockValues.Value> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int what = in.u8("what");
      if (what >= BlockValues.What.values().length) {
        throw in.invalid("what", "0 to 5", "" + what);
      }
      in.skip(1, "pad");
      int which = in.u16("which");
      values.add(
          new BlockValues.Value(
              BlockValues.What.values()[what], which, in.i32("registers"), in.i64("loads")));
      in.skip(Long.BYTES * (words - 1), "loads");
    }
    return new BlockValues(block, values);
  }

  private static CodePassages passages(PayloadReader in) throws WireException {
    List<CodePassages.Passage> passages = new ArrayList<>();
    do {
      long start = in.i64("start");
      long to = in.i64("to");
      int count = in.u31("moves");
      in.skip(4, "pad");
      in.needRecords(count, Long.BYTES, "moves");
      List<CodePassages.Move> moves = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        int register = in.u31("register");
        if (register >= CodePassages.REGISTERS) {
          throw in.invalid("register", "0 to " + (CodePassages.REGISTERS - 1), "" + register);
        }
        moves.add(new CodePassages.Move(register, in.i32("registers")));
      }
      passages.add(new CodePassages.Passage(start, to, moves));
    } while (in.hasMore());
    return new CodePassages(passages);
  }

  private static ExecutedCode executed(PayloadReader in) throws WireException {
    List<ExecutedCode.Piece> pieces = new ArrayList<>();
    do {
      pieces.add(executedPiece(in));
    } while (in.hasMore());
    return new ExecutedCode(pieces);
  }

  private static ExecutedCode.Piece executedPiece(PayloadReader in) throws WireException {
    long executions = in.i64("executions");
    long mispredictions = in.i64("mispredictions");
    int stretches = in.u16("stretches");
    int links = in.u16("links");
    int anew = in.i32("anew");
    if (executions <= 0 || mispredictions < 0 || mispredictions > executions || stretches == 0) {
      throw in.invalid(
          "executions",
          "1 or more, no more mispredictions, and 1 stretch or more",
          "%d with %d mispredictions of %d stretches"
              .formatted(executions, mispredictions, stretches));
    }
    in.needRecords(stretches + links, STRETCH_BYTES, "stretches");
    long[] starts = new long[stretches];
    int[] functions = new int[stretches];
    int[] counts = new int[stretches];
    for (int i = 0; i < stretches; i++) {
      starts[i] = in.i64("start");
      functions[i] = in.u31("function");
      counts[i] = in.u31("instructions");
      if (counts[i] == 0) {
        throw in.invalid("instructions", "1 or more", "0");
      }
    }
    List<ExecutedCode.Link> chains = new ArrayList<>(links);
    int before = in.remaining();
    for (int i = 0; i < links; i++) {
      chains.add(link(in));
    }
    List<ExecutedCode.Stretch> list = new ArrayList<>(stretches);
    for (int i = 0; i < stretches; i++) {
      in.needRecords(counts[i], 1, "instructions");
      List<ExecutedCode.Instruction> instructions = new ArrayList<>(counts[i]);
      for (int k = 0; k < counts[i]; k++) {
        instructions.add(ExecutedCode.Instruction.of(in.u8("instruction")));
      }
      list.add(new ExecutedCode.Stretch(starts[i], functions[i], instructions));
    }
    in.skip(in.remaining() - before & 7, "pad");
    return new ExecutedCode.Piece(executions, mispredictions, list, chains, anew);
  }

  private static ExecutedCode.Link link(PayloadReader in) throws WireException {
    int register = in.u16("register");
    if (register >= ExecutedCode.REGISTERS) {
      throw in.invalid("register", "0 to " + (ExecutedCode.REGISTERS - 1), "" + register);
    }
    int told = in.u16("kinds");
    int kinds = told == 0 ? ExecutedCode.FIRST_LINK_KINDS : told;
    if (kinds < ExecutedCode.FIRST_LINK_KINDS || kinds > ExecutedCode.LINK_KINDS) {
      throw in.invalid(
          "kinds",
          "0, or %d to %d".formatted(ExecutedCode.FIRST_LINK_KINDS, ExecutedCode.LINK_KINDS),
          "" + told);
    }
    List<Integer> counts = new ArrayList<>(ExecutedCode.LINK_KINDS);
    for (int i = 0; i < ExecutedCode.LINK_KINDS; i++) {
      counts.add(i < kinds ? in.u16("link") : 0);
    }
    return new ExecutedCode.Link(register, counts);
  }

  private static ComputedOperations operations(PayloadReader in) throws WireException {
    int count = in.u31("count");
    int numbers = in.u31("numbers");
    if (numbers < ComputedOperations.NUMBERS || numbers > MAX_NUMBERS) {
      throw in.invalid("numbers", ComputedOperations.NUMBERS + " to " + MAX_NUMBERS, "" + numbers);
    }
    in.needRecords(count, Long.BYTES * (1 + numbers), "count");
    List<ComputedOperations.OfFunction> functions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int function = in.u31("function");
      in.skip(4, "pad");
      List<Long> values = new ArrayList<>(numbers);
      for (int k = 0; k < numbers; k++) {
        long value = in.i64("a count of instructions");
        if (value < 0) {
          throw in.invalid("a count of instructions", "0 or more", "" + value);
        }
        values.add(value);
      }
      functions.add(new ComputedOperations.OfFunction(function, values));
    }
    return new ComputedOperations(functions);
  }

  private static FunctionState functionState(PayloadReader in) throws WireException {
    long position = in.i64("position");
    int function = in.u31("function");
    int state = in.u8("state");
    if (state >= FunctionState.State.values().length) {
      throw in.invalid("state", "0 (full) or 1 (counted)", "" + state);
    }
    in.skip(3, "pad");
    return new FunctionState(
        position, function, FunctionState.State.values()[state], in.str("reason"));
  }

  private static CountedCode countedCode(PayloadReader in) throws WireException {
    long position = in.i64("position");
    int thread = in.u31("thread");
    int sites = in.u31("sites");
    int functions = in.u31("functions");
    in.skip(4, "pad");
    in.needRecords(sites, COUNT_BYTES, "sites");
    List<SiteCounts.Count> accesses = new ArrayList<>(sites);
    for (int i = 0; i < sites; i++) {
      int site = in.u31("site");
      in.skip(4, "pad");
      accesses.add(new SiteCounts.Count(site, count(in, "accesses")));
    }
    in.needRecords(functions, COUNT_BYTES, "functions");
    List<CountedCode.Calls> calls = new ArrayList<>(functions);
    for (int i = 0; i < functions; i++) {
      int function = in.u31("function");
      in.skip(4, "pad");
      calls.add(new CountedCode.Calls(function, count(in, "calls")));
    }
    return new CountedCode(position, thread, accesses, calls);
  }

  private static long count(PayloadReader in, String what) throws WireException {
    long count = in.i64(what);
    if (count < 0) {
      throw in.invalid(what, "0 or more", "" + count);
    }
    return count;
  }

  private static End end(PayloadReader in) throws WireException {
    int how = in.u8("how");
    if (how >= End.Cause.values().length) {
      throw in.invalid("how", "0 to 2", "" + how);
    }
    in.skip(3, "pad");
    return new End(
        End.Cause.values()[how],
        in.i32("status"),
        count(in, "blocks"),
        count(in, "words"),
        count(in, "loads"),
        count(in, "stores"),
        count(in, "threadWords"),
        count(in, "made"),
        count(in, "countedLoads"),
        count(in, "countedStores"));
  }
}
