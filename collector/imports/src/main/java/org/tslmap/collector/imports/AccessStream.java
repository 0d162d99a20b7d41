package org.tslmap.collector.imports;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.BlockDescriptor.BlockAccess;
import org.tslmap.collector.wire.BlockDescriptor.Ending;
import org.tslmap.collector.wire.End;
import org.tslmap.collector.wire.EventWords;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FrameWriter;
import org.tslmap.collector.wire.Hello;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.Sites;
import org.tslmap.collector.wire.StreamHandler;
import org.tslmap.collector.wire.ThreadChange;

/**
 * Turns instructions and their accesses, as a foreign trace tells them, into the stream that the
 * tool would have sent.
 *
 * <p>Each instruction with accesses becomes a block of its own: the first time that one with these
 * accesses comes, its sites and the block are defined; from then on it is a header and its
 * addresses.
 *
 * <p>Used by one thread.
 */
public final class AccessStream {
  /** Event words that are handed on together. */
  private static final int CHUNK_WORDS = 8192;

  /** Accesses of one instruction at most; one with more is parted. */
  private static final int MOST_ACCESSES = 1024;

  private static final int STORE = 1;
  private static final int FETCH = 2;

  private final StreamHandler out;
  private final CodeNames names;
  private final boolean fetches;
  private final long[] words = new long[CHUNK_WORDS];
  private final Map<Long, Integer> threads = new HashMap<>();
  private final List<Shape> shapes = new ArrayList<>();
  private Shape[] table = new Shape[1 << 12];

  private Hello hello;
  private int used;
  private long position;
  private int sites;

  private long instruction;
  private Ending ending = Ending.OTHER;
  private final long[] addresses = new long[MOST_ACCESSES];
  private final int[] kinds = new int[MOST_ACCESSES];
  private int count;

  private int thread;
  private boolean threadChanged;
  private long blocks;
  private long threadWords;
  private long loads;
  private long stores;
  private long outside;

  /** A block: an instruction, and the kinds and sizes of its accesses. */
  private record Shape(
      long instruction,
      Ending ending,
      int[] kinds,
      int fetched,
      int words,
      int loads,
      int stores,
      long header,
      Shape next) {
    Shape withNext(Shape other) {
      return new Shape(instruction, ending, kinds, fetched, words, loads, stores, header, other);
    }
  }

  /**
   * A stream of which nothing has been told.
   *
   * @param process which process it is, as far as that is known
   * @param out takes frames and event words
   * @param names tells what code is called
   * @param fetches whether the fetch of an instruction counts as a load of its first byte
   */
  public AccessStream(Hello process, StreamHandler out, CodeNames names, boolean fetches) {
    this.hello = process;
    this.out = out;
    this.names = names;
    this.fetches = fetches;
  }

  /**
   * What a trace knows of its process; to be told before anything else.
   *
   * @param pid its number
   * @param startedMicros Unix time of its start in microseconds
   */
  public void process(int pid, long startedMicros) {
    hello =
        new Hello(
            false,
            pid,
            hello.ppid(),
            hello.rank(),
            startedMicros,
            hello.host(),
            hello.rankSource(),
            hello.executable(),
            hello.directory(),
            hello.arguments(),
            hello.options());
  }

  private void begin() throws IOException {
    frame(hello);
    for (Frame frame : names.begin()) {
      frame(frame);
    }
  }

  private void frame(Frame frame) throws IOException {
    out.frame(FrameWriter.type(frame), FrameWriter.payload(frame));
  }

  /**
   * What follows is done by this thread.
   *
   * @param number any number; the first thread that comes is the process's first
   */
  public void thread(long number) throws IOException {
    Integer known = threads.get(number);
    if (known != null && known == thread) {
      return;
    }
    close();
    if (threads.isEmpty()) {
      begin();
    }
    if (known == null) {
      known = threads.size() + 1;
      threads.put(number, known);
      frame(new ThreadChange(position, known, true, known == 1 ? 0 : 1));
    }
    thread = known;
    threadChanged = true;
  }

  /** The thread with this number ends. */
  public void threadEnds(long number) throws IOException {
    close();
    Integer known = threads.get(number);
    if (known != null) {
      frame(new ThreadChange(position, known, false, 0));
    }
  }

  /**
   * The next instruction begins; the accesses that follow are its own.
   *
   * @param address where it is
   * @param bytes its length
   * @param how it leaves its block: by a call, a return, or otherwise
   */
  public void instruction(long address, int bytes, Ending how) throws IOException {
    again(address, how);
    if (fetches) {
      access(address, bytes, FETCH);
    }
  }

  /** The same for an instruction that goes on without being fetched again. */
  public void again(long address, Ending how) throws IOException {
    if (count > 0) {
      close();
    }
    instruction = address;
    ending = how;
  }

  /** The instruction loads. */
  public void load(long address, int bytes) throws IOException {
    access(address, bytes, 0);
  }

  /** The instruction stores. */
  public void store(long address, int bytes) throws IOException {
    access(address, bytes, STORE);
  }

  /** An access of the kernel. */
  public void leaveOut() {
    outside++;
  }

  private void access(long address, int bytes, int kind) throws IOException {
    if (address < 0) {
      outside++;
      return;
    }
    if (thread == 0) {
      thread(1);
    }
    if (count == MOST_ACCESSES) {
      Ending last = ending;
      ending = Ending.OTHER;
      close();
      ending = last;
    }
    addresses[count] = address;
    kinds[count++] = bytes << 2 | kind;
  }

  /** Ends the instruction. */
  private void close() throws IOException {
    if (count == 0) {
      return;
    }
    if (ending != Ending.OTHER && !transfers()) {
      ending = Ending.OTHER;
    }
    Shape shape = shape();
    if (used + shape.words + 2 > CHUNK_WORDS) {
      flush();
    }
    if (threadChanged) {
      threadChanged = false;
      threadWords++;
      words[used++] = EventWords.thread(thread);
      position++;
    }
    words[used++] = shape.header;
    for (int i = shape.fetched; i < count; i++) {
      words[used++] = addresses[i];
    }
    position += 1 + shape.words;
    blocks++;
    loads += shape.loads;
    stores += shape.stores;
    count = 0;
  }

  /** Whether the return address is stored, or loaded, where it is looked for. */
  private boolean transfers() {
    return ((kinds[count - 1] & STORE) != 0) == (ending == Ending.CALL);
  }

  private Shape shape() throws IOException {
    int slot = slot(instruction);
    Shape shape = table[slot];
    while (shape != null && !fits(shape)) {
      shape = shape.next;
    }
    return shape == null ? define() : shape;
  }

  private int slot(long address) {
    return (int) (address * 0x9E37_79B9_7F4A_7C15L >>> 32) & table.length - 1;
  }

  private boolean fits(Shape shape) {
    return shape.instruction == instruction
        && shape.ending == ending
        && shape.kinds.length == count
        && Arrays.mismatch(shape.kinds, 0, count, kinds, 0, count) < 0;
  }

  private Shape define() throws IOException {
    CodeNames.Place place = names.at(instruction);
    for (Frame frame : place.definitions()) {
      frame(frame);
    }
    int fetched = (kinds[0] & FETCH) != 0 ? 1 : 0;
    int storing = 0;
    List<Site> added = new ArrayList<>();
    List<BlockAccess> accesses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean store = (kinds[i] & STORE) != 0;
      storing += store ? 1 : 0;
      int index = Math.min(i, 255);
      added.add(
          new Site(instruction, place.function(), place.line(), kinds[i] >>> 2, store, index));
      accesses.add(
          i < fetched
              ? new BlockAccess(sites + i, BlockAccess.NO_WORD, false, instruction)
              : new BlockAccess(sites + i, i - fetched, false, 0));
    }
    frame(new Sites(sites, added));
    sites += count;
    int id = shapes.size();
    frame(new BlockDescriptor(id, count - fetched, instruction, ending, accesses));
    long header = EventWords.block(id, count - fetched);
    Shape shape =
        new Shape(
            instruction,
            ending,
            Arrays.copyOf(kinds, count),
            fetched,
            count - fetched,
            count - storing,
            storing,
            header,
            null);
    return insert(shape);
  }

  private Shape insert(Shape shape) {
    if (shapes.size() >= table.length) {
      table = new Shape[2 * table.length];
      shapes.replaceAll(this::link);
    }
    Shape linked = link(shape);
    shapes.add(linked);
    return linked;
  }

  private Shape link(Shape shape) {
    int slot = slot(shape.instruction);
    Shape linked = shape.withNext(table[slot]);
    table[slot] = linked;
    return linked;
  }

  private void flush() throws IOException {
    out.events(words, used);
    used = 0;
  }

  /** Hands on what is held back; for a trace that does not end as it should. */
  public void cut() throws IOException {
    close();
    if (threads.isEmpty()) {
      begin();
    }
    flush();
  }

  /** The program has ended; what the stream holds is said for comparison. */
  public void end() throws IOException {
    cut();
    frame(
        new End(End.Cause.EXITED, 0, blocks, position, loads, stores, threadWords, loads + stores));
  }

  /** Accesses so far. */
  public long accesses() {
    return loads + stores;
  }

  /** Accesses of the kernel, and to addresses of 2^63 and above, which are left out. */
  public long outside() {
    return outside;
  }
}
