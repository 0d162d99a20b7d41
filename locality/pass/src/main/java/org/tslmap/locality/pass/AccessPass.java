package org.tslmap.locality.pass;

import java.lang.ref.Cleaner;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.tslmap.locality.LabelledBatch;
import org.tslmap.locality.WideAccesses;

/**
 * One process's event words on the way to labelled accesses: decodes them, and gives each access
 * its cell (a site together with a data object) and its context (a node of the calling context
 * tree). All of that is C; what only the caller knows it asks for, by stopping with a status.
 *
 * <p>Used by one thread at a time.
 */
public final class AccessPass implements AutoCloseable {
  /** Call paths that are told apart, as {@code tsl_calls.h} has it. */
  public static final int MOST_PATHS = 1 << 17;

  /** Functions of a path, at most, from half of {@link #MOST_PATHS} on. */
  public static final int SHORT_PATH = 12;

  /** No address word: the access is at a constant address. */
  public static final int NO_WORD = -1;

  /** In an access's kind: it may not happen, and then its word is 0. */
  public static final byte GUARDED = 1;

  /** In an access's kind: it is a store. */
  public static final byte STORE = 2;

  /** A function that only jumps on to what was called. */
  public static final int STUB = 1;

  /** A function that is wanted together with what it calls. */
  public static final int ROOT = 2;

  /** In a site's flags: its accesses are wanted. */
  public static final byte SITE_WANTED = 1;

  /** In a site's flags: it stores. */
  public static final byte SITE_STORES = 2;

  /** In a block's flags: its last access stores the return address of a call. */
  public static final int CALL = 1;

  /** In a block's flags: its last access loads a return address. */
  public static final int RETURN = 2;

  /** In a block's flags: it begins with its function's first instruction. */
  public static final int AT_ENTRY = 4;

  /** In a block's flags: it is known which instruction is its function's first. */
  public static final int HAS_ENTRY = 8;

  /** In a block's flags: it ends by a call or a return, whatever its last access. */
  public static final int TRANSFERS = 16;

  /** In a block's flags: accesses are wanted from it on, see {@link #toggle}. */
  public static final int START = 32;

  /** In a block's flags: accesses are not wanted from it on. */
  public static final int STOP = 64;

  /**
   * In a block's flags: it starts or stops if its function was called since the last control
   * transfer. Other blocks always do, and have {@link #TRANSFERS}, too.
   */
  public static final int IF_CALLED = 128;

  /** What strides a cell may have at most, that are told apart. */
  public static final int STRIDE_PLACES = 8;

  private static final Cleaner CLEANER = Cleaner.create();

  /* What is where in the state. */
  private static final int LOADS = 3;
  private static final int LABELLED_LOADS = 5;
  private static final int COUNTED_LOADS = 7;
  private static final int PICKED = 9;
  private static final int POSITION = 10;
  private static final int BATCH_COUNT = 11;
  private static final int BATCH_THREAD = 12;
  private static final int WANTED = 13;
  private static final int THREAD = 14;
  private static final int HAS_THREAD = 15;
  private static final int LABELS = 16;
  private static final int BATCH_RUNS = 17;
  private static final int STARTS = 18;
  private static final int BATCH_WARM = 19;
  private static final int WARM_THREADS = 20;

  private final long pass;
  private final Cleaner.Cleanable memory;
  private final int granularities;
  private final long[] state = new long[WARM_THREADS + 1];
  private final long[] values = new long[6];
  private LabelledBatch batch;

  /** Frees the native memory; must know nothing of the pass itself. */
  private record Freeing(long pass) implements Runnable {
    @Override
    public void run() {
      PassBridge.close(pass);
    }
  }

  /**
   * A pass that has seen nothing.
   *
   * @throws IllegalStateException if there is no native library, or no memory
   */
  public AccessPass(PassOptions options) {
    PassBridge.problem()
        .ifPresent(
            problem -> {
              throw new IllegalStateException("event words cannot be decoded: " + problem);
            });
    granularities = options.parameters().granularities().size();
    pass =
        PassBridge.open(
            options.parameters().shifts(),
            options.data(),
            options.calls(),
            options.depth(),
            options.complete(),
            options.fromStart(),
            options.parameters().wide() == WideAccesses.WORDS,
            options.selects(),
            options.decoding() != PassOptions.Decoding.HIDDEN,
            options.decoding() == PassOptions.Decoding.ONLY,
            options.runs());
    if (pass == 0) {
      throw new IllegalStateException("no memory for a labelling pass");
    }
    memory = CLEANER.register(this, new Freeing(pass));
  }

  // --- Definitions ------------------------------------------------------------------------------

  /** More access sites, in order: the function of each, the bytes of an access, and its flags. */
  public void sites(int[] functions, int[] bytes, byte[] flags) {
    PassBridge.sites(pass, functions, bytes, flags);
  }

  /** What a function is: {@link #STUB}, {@link #ROOT}. */
  public void function(int function, int is) {
    PassBridge.function(pass, function, is);
  }

  /**
   * The next block.
   *
   * @param header the word that stands before its words in the stream
   * @param function its function, if it has accesses
   * @param flags see the constants
   * @param sites the site of each access
   * @param words which of the block's words gives its address, {@link #NO_WORD} for none
   * @param offsets what is added to it
   * @param kinds see the constants
   */
  public void define(
      long header,
      int function,
      int flags,
      int[] sites,
      int[] words,
      long[] offsets,
      byte[] kinds) {
    PassBridge.define(pass, header, function, flags, sites, words, offsets, kinds);
  }

  /** The header of a block; 0 if there is no such block. */
  public long header(int block) {
    return PassBridge.header(pass, block);
  }

  /**
   * Which accesses are wanted; before the first one.
   *
   * @param from number of the first one
   * @param to number of the first one behind it
   * @param threads their threads, none for all
   * @param regions pairs of start and length, in bytes, none for everywhere
   * @param inclusive whether only those are wanted that roots make, and what these call
   */
  public void select(long from, long to, int[] threads, long[] regions, boolean inclusive) {
    PassBridge.select(pass, from, to, threads, regions, inclusive);
  }

  /** From here on the program is in a phase that is wanted, or in one that is not. */
  public void phase(boolean wanted) {
    PassBridge.phase(pass, wanted);
  }

  /**
   * Accesses are wanted from each block on that has {@link #START} to the next one that has {@link
   * #STOP}, of all threads together; before the first one.
   *
   * @param start the only block that starts, by its number among these, from 1; 0: all do
   * @param stop the only one that stops, likewise
   * @param flips whether a block that starts also stops
   */
  public void toggle(long start, long stop, boolean flips) {
    PassBridge.toggle(pass, start, stop, flips);
  }

  /**
   * From here on a function's accesses have the label {@link LabelledBatch#WARM} and are counted by
   * site alone, or not any more.
   */
  public void warm(int function, boolean is) {
    PassBridge.warm(pass, function, is);
  }

  /** Accesses with the label {@link LabelledBatch#WARM} by thread, and of each thread by site. */
  public Map<Integer, long[]> warm() {
    update();
    Map<Integer, long[]> threads = new TreeMap<>();
    for (int i = 0; i < state[WARM_THREADS]; i++) {
      long[] numbers = PassBridge.warmOf(pass, i);
      threads.put((int) numbers[0], Arrays.copyOfRange(numbers, 1, numbers.length));
    }
    return threads;
  }

  /** How many blocks came that have {@link #START}, if they were called. */
  public long starts() {
    update();
    return state[STARTS];
  }

  // --- Words ------------------------------------------------------------------------------------

  /** A chunk of words begins: whole blocks only. */
  public void begin(long[] words, int from, int end) {
    PassBridge.begin(pass, words, from, end);
  }

  /** Decodes and labels words; at[0] is the index of the first word that is left, and is moved. */
  public PassStatus words(long[] words, int end, int[] at) {
    return PassStatus.of(PassBridge.words(pass, words, end, at));
  }

  /** Counts words only, likewise. */
  public PassStatus count(long[] words, int end, int[] at) {
    return PassStatus.of(PassBridge.count(pass, words, end, at));
  }

  /** Labels what waits for more accesses. */
  public PassStatus flush() {
    return PassStatus.of(PassBridge.flush(pass));
  }

  /** Labelled accesses go there from now on; what the batch before has is complete. */
  public void batch(LabelledBatch next) {
    complete();
    batch = next;
    PassBridge.batch(pass, next.start(), next.capacity());
  }

  /** Tells the batch what it has. */
  public void complete() {
    if (batch != null) {
      update();
      batch.filled(
          (int) state[BATCH_THREAD],
          (int) state[BATCH_COUNT],
          (int) state[BATCH_RUNS],
          (int) state[BATCH_WARM]);
    }
  }

  /** How many accesses the batch must hold that is asked for. */
  public int wantedCapacity() {
    update();
    return (int) state[WANTED];
  }

  /**
   * Copies what was decoded and comes next, if the arrays are long enough.
   *
   * @return how many accesses that are
   */
  public int decoded(long[] addresses, int[] sites) {
    return PassBridge.decoded(pass, addresses, sites);
  }

  /** The thread that made what was decoded last. */
  public int thread() {
    update();
    return (int) state[THREAD];
  }

  /** Whether it was said which thread runs. */
  public boolean hasThread() {
    update();
    return state[HAS_THREAD] != 0;
  }

  /** What was decoded: blocks, words, thread words, loads, stores. */
  public long[] totals() {
    update();
    return Arrays.copyOf(state, LOADS + 2);
  }

  /** Loads that were labelled. */
  public long labelledLoads() {
    update();
    return state[LABELLED_LOADS];
  }

  /** Stores that were labelled. */
  public long labelledStores() {
    update();
    return state[LABELLED_LOADS + 1];
  }

  /** Loads that came, of which those of more than a word may count for each word. */
  public long countedLoads() {
    update();
    return state[COUNTED_LOADS];
  }

  /** Stores that came, likewise. */
  public long countedStores() {
    update();
    return state[COUNTED_LOADS + 1];
  }

  /** Accesses that were picked out, each counted once. */
  public long picked() {
    update();
    return state[PICKED];
  }

  /** The number of the access that comes next. */
  public long position() {
    update();
    return state[POSITION];
  }

  /** How many labels there are. */
  public int labels() {
    update();
    return (int) state[LABELS];
  }

  /**
   * What labels from a number on mean: pairs of site and object.
   *
   * @return how many there were, as many as fit at most
   */
  public int labels(int first, int[] pairs) {
    return PassBridge.labels(pass, first, pairs);
  }

  private void update() {
    PassBridge.state(pass, state);
  }

  // --- Places -----------------------------------------------------------------------------------

  /** What {@link PassStatus#PLACE} and {@link PassStatus#STACK} are about. */
  private long asked(int what) {
    PassBridge.asked(pass, values);
    return values[what];
  }

  /** The address. */
  public long askedAddress() {
    return asked(0);
  }

  /** The access site. */
  public int askedSite() {
    return (int) asked(1);
  }

  /** The thread. */
  public int askedThread() {
    return (int) asked(2);
  }

  /** Where in a stack the access is; empty if it is not in a frame. */
  public Optional<FrameSpot> askedSpot() {
    return PassBridge.askedSpot(pass, values)
        ? Optional.of(
            new FrameSpot(
                (int) values[0],
                (int) values[1],
                values[2],
                (int) values[3],
                (int) values[4],
                values[5]))
        : Optional.empty();
  }

  /** Says what this access is to. */
  public void found(int object) {
    PassBridge.found(pass, object);
  }

  /**
   * Says what the access is to, and all others at the same spot of a frame.
   *
   * @param low the offset from the CFA of the first byte around it of which the same can be said
   * @param bytes how many bytes that are, at least 1
   * @param ofCallee whether it lies in the callee's frame, and {@code low} counts from there
   */
  public void foundSpot(int object, long low, long bytes, boolean ofCallee) {
    PassBridge.foundSpot(pass, object, low, bytes, ofCallee);
  }

  // --- Memory -----------------------------------------------------------------------------------

  /**
   * Memory belongs to an object, whatever it belonged to before.
   *
   * @param object a number below 0 if the object is still to be made
   * @return the range's number
   */
  public int place(long start, long bytes, int object) {
    return PassBridge.place(pass, start, bytes, object);
  }

  /** A range is gone. */
  public void remove(int range) {
    PassBridge.remove(pass, range);
  }

  /** The range that starts there is gone, if there is one. */
  public void removeAt(long start) {
    PassBridge.removeAt(pass, start);
  }

  /** Memory is mapped, over what was mapped there. */
  public void map(long start, long bytes, int object, boolean anonymous) {
    PassBridge.map(pass, start, bytes, object, anonymous);
  }

  /** Memory is not mapped any more. */
  public void unmap(long start, long bytes) {
    PassBridge.unmap(pass, start, bytes);
  }

  /** Whether an address is in mapped memory of no file that has not been renamed. */
  public boolean isAnonymous(long address) {
    return PassBridge.isAnonymous(pass, address);
  }

  /** The mapping that has an address is of another object. */
  public void renameMapping(long address, int object) {
    PassBridge.renameMapping(pass, address, object);
  }

  /** The range that was placed last where an address is, 0 if none. */
  public int rangeAt(long address) {
    return PassBridge.rangeAt(pass, address);
  }

  /** The object of a range. */
  public int object(int range) {
    return PassBridge.object(pass, range);
  }

  /** Gives a range its object. */
  public void setObject(int range, int object) {
    PassBridge.setObject(pass, range, object);
  }

  // --- Threads and calls ------------------------------------------------------------------------

  /** Accesses are missing here: from those before to those behind there are no strides. */
  public void gap() {
    PassBridge.gap(pass);
  }

  /** A thread is gone. */
  public void threadEnds(int thread) {
    PassBridge.threadEnds(pass, thread);
  }

  /** A signal's handler begins in a thread, whose return address is there. */
  public void interrupted(int thread, long address) {
    PassBridge.interrupted(pass, thread, address);
  }

  /** Calls that are told of from here on, until the next block, were counted before. */
  public void countsNoCalls() {
    PassBridge.countsNoCalls(pass);
  }

  /** A call has stored its return address, as if a block had. */
  public void called(int thread, long address, int site) {
    PassBridge.called(pass, thread, address, site);
  }

  /** A return has loaded its return address, as if a block had. */
  public void returned(int thread, long address) {
    PassBridge.returned(pass, thread, address);
  }

  /** A function runs, as if a block of it did. */
  public void entered(int thread, int function, boolean atEntry, boolean hasEntry) {
    PassBridge.entered(pass, thread, function, atEntry, hasEntry);
  }

  /** The frame that runs. */
  public Frame top(int thread) {
    PassBridge.frame(pass, thread, -1, values);
    return frameOf((int) values[0]);
  }

  /** A frame that has not returned, by its number. */
  public Frame frame(int thread, int number) {
    PassBridge.frame(pass, thread, number, values);
    return frameOf(number);
  }

  private Frame frameOf(int number) {
    return new Frame(number, values[2], (int) values[3], (int) values[4], (int) values[5]);
  }

  /** The access site of the call that returned last in a thread, -1 before the first. */
  public int returnedFrom(int thread) {
    PassBridge.frame(pass, thread, -1, values);
    return (int) values[1];
  }

  /** The number of the frame in whose part of the stack an address is. */
  int frameAt(int thread, long address) {
    return PassBridge.frameAt(pass, thread, address);
  }

  /**
   * How many nodes the calling context tree has; they are numbered from 0, callers first. From
   * {@link #MOST_PATHS} on, a function on a new path is the root of one.
   */
  public int nodes() {
    return PassBridge.nodes(pass);
  }

  /** A node of the calling context tree. */
  public Node node(int number) {
    PassBridge.node(pass, number, values);
    return new Node(
        (int) values[0], (int) values[1], (int) values[2], values[3], values[4], values[5]);
  }

  // --- Results ----------------------------------------------------------------------------------

  /** Brings strides and footprints up to date; nothing may be labelled afterwards. */
  public void finish() {
    PassBridge.finish(pass);
  }

  /**
   * The strides of a cell that are told apart; after {@link #finish}.
   *
   * @param to gets triples of stride, count and what of the count may be error; a count of 0 is
   *     none
   * @return how many strides were counted in all
   */
  public long strides(int cell, long[] to) {
    return PassBridge.strides(pass, cell, to);
  }

  /**
   * What groups of labels, or of contexts, touched; after {@link #finish}.
   *
   * @param groupOf each one's group, -1 for none
   * @param partOf the group whose memory has that of each group in it, -1 for none
   * @return for each group what it touched at each granularity, and then n: it is told from one of
   *     n regions of memory
   */
  public long[] footprints(boolean ofContexts, int[] groupOf, int[] partOf) {
    long[] numbers = new long[(granularities + 1) * partOf.length];
    PassBridge.footprints(pass, ofContexts, groupOf, partOf, numbers);
    return numbers;
  }

  /** Bytes of memory it holds. */
  public long bytes() {
    return PassBridge.bytes(pass);
  }

  /** Whether passes can run here; otherwise why not. */
  public static Optional<String> problem() {
    return PassBridge.problem();
  }

  @Override
  public void close() {
    memory.clean();
  }
}
