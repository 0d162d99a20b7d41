package org.tslmap.collector.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tslmap.collector.debuginfo.CompiledObjects;
import org.tslmap.collector.debuginfo.DebugInformation;
import org.tslmap.collector.debuginfo.DebugInformationException;
import org.tslmap.collector.wire.BlockDescriptor;
import org.tslmap.collector.wire.DataName;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.HeapEvent;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.Sites;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.ThreadBlock;
import org.tslmap.collector.wire.ThreadChange;
import org.tslmap.collector.wire.ThreadPointer;
import org.tslmap.collector.wire.WatchedVariable;
import org.tslmap.collector.wire.WireException;
import org.tslmap.locality.profile.DataClass;

/** What frames say of memory, told as ranges that begin and end; times are made up. */
class AddressSpaceTest {

  private static final String LINKER = "/lib/ld.so";

  @TempDir private Path folder;

  private final SymbolTables symbols = new SymbolTables();
  private final Map<String, DebugInformation> files = new HashMap<>();
  private final AddressSpace space =
      new AddressSpace(symbols, object -> Optional.ofNullable(files.get(object.path())));
  private final MemoryHistory history = new MemoryHistory(range -> true);
  private int objects;
  private int blocks;

  AddressSpaceTest() throws WireException {
    space.listen(history);
    object(LINKER, 0);
    symbols.define(new FunctionSymbol(0, 0, 0, 0, "malloc", ""));
  }

  @AfterEach
  void close() {
    files.values().forEach(DebugInformation::close);
  }

  // --- Heap blocks ------------------------------------------------------------------------------

  @Test
  void aBlockIsThereFromItsFirstAccessToItsLast() throws WireException {
    at(10, allocated(0x1000, 64));
    at(20, freed(0x1000));
    assertEquals(List.of("malloc 1000+64 10..20"), all());
    assertEquals(Optional.empty(), name(DataClass.HEAP, 0x1000, 9));
    assertEquals(Optional.of("malloc"), name(DataClass.HEAP, 0x1000, 10));
    assertEquals(Optional.of("malloc"), name(DataClass.HEAP, 0x103f, 19));
    assertEquals(Optional.empty(), name(DataClass.HEAP, 0x1040, 19));
    assertEquals(Optional.empty(), name(DataClass.HEAP, 0x1000, 20));
  }

  @Test
  void aReallocatedBlockEndsWhereItWasAlsoIfItStaysThere() throws WireException {
    at(10, allocated(0x1000, 64));
    at(20, reallocated(0x1000, 0x1000, 96));
    at(30, reallocated(0x1000, 0x2000, 200));
    at(40, reallocated(0, 0x3000, 8));
    assertEquals(
        List.of(
            "malloc 1000+64 10..20",
            "malloc 1000+96 20..30",
            "malloc 2000+200 30..",
            "malloc 3000+8 40.."),
        all());
  }

  @Test
  void aBlockWhoseEndWasNotSeenEndsWhenAnotherBeginsThere() throws WireException {
    at(10, allocated(0x1000, 64));
    at(20, allocated(0x1000, 32));
    at(30, freed(0x5000));
    assertEquals(List.of("malloc 1000+64 10..20", "malloc 1000+32 20.."), all());
  }

  // --- Mappings ---------------------------------------------------------------------------------

  @Test
  void aMappingCutsAnotherInTwo() throws WireException {
    at(10, mapped(0x1000, 0x3000, "/whole"));
    at(20, mapped(0x2000, 0x1000, ""));
    assertEquals(
        List.of(
            "/whole 1000+12288 10..20",
            "/whole 1000+4096 20..",
            "anonymous memory 2000+4096 20..",
            "/whole 3000+4096 20.."),
        all());
    assertEquals(Optional.of("/whole"), name(DataClass.MAPPED, 0x2000, 19));
    assertEquals(Optional.of("anonymous memory"), name(DataClass.MAPPED, 0x2000, 20));
  }

  @Test
  void whatIsUnmappedEndsWithAllRangesOfIt() throws WireException {
    at(10, mapped(0x1000, 0x1000, "/a"));
    at(11, mapped(0x2000, 0x1000, "/b"));
    at(12, mapped(0x3000, 0x1000, "/c"));
    at(20, unmapped(0x1800, 0x2000));
    assertEquals(
        List.of(
            "/a 1000+4096 10..20",
            "/b 2000+4096 11..20",
            "/c 3000+4096 12..20",
            "/a 1000+2048 20..",
            "/c 3800+2048 20.."),
        all());
  }

  // --- Names ------------------------------------------------------------------------------------

  @Test
  void aNameTakesThePlaceOfTheOneOfTheSameAddress() throws WireException {
    at(10, new DataName(0, 0x1000, 64, "one"));
    at(20, new DataName(0, 0x1000, 32, "two"));
    at(25, new DataName(0, 0x1008, 8, "within"));
    at(30, new DataName(0, 0x1000, 0, ""));
    at(40, new DataName(0, 0x1000, 0, ""));
    assertEquals(List.of("one 1000+64 10..20", "two 1000+32 20..30", "within 1008+8 25.."), all());
  }

  @Test
  void aWatchedVariableEndsAsANameDoes() throws WireException {
    at(10, new WatchedVariable(0, 0x7000, 16, 0x400, -32, 0, "buffer@read"));
    at(20, new DataName(0, 0x7000, 0, ""));
    assertEquals(List.of("buffer 7000+16 10..20"), all());
    assertEquals("read", history.all().get(0).origin().function());
    assertEquals(DataClass.STACK_VARIABLE, history.all().get(0).kind());
  }

  // --- Variables --------------------------------------------------------------------------------

  @Test
  void variablesAreWhereTheirFileIsLoadedUntilThatIsUnmapped()
      throws IOException, InterruptedException, DebugInformationException {
    long counter = compile("plain", "int counter = 1;", "-shared").get("counter");
    at(10, object("plain", 0x40000));
    at(20, unmapped(0x40000, 0x10000));
    assertTrue(all().contains("counter %x+4 10..20".formatted(0x40000 + counter)), all()::toString);
  }

  /** The tool defines a file once only for each place: that of a plugin may be mapped often. */
  @Test
  void variablesAreThereAgainWhenTheirFileIsMappedWhereItWas()
      throws IOException, InterruptedException, DebugInformationException {
    long counter = 0x40000 + compile("plain", "int counter = 1;", "-shared").get("counter");
    at(10, object("plain", 0x40000));
    at(20, unmapped(0x40000, 0x10000));
    at(25, mapped(0x40000, 0x10000, "other"));
    at(26, unmapped(0x40000, 0x10000));
    at(27, mapped(0x60000, 0x10000, "plain"));
    at(30, mapped(0x40000, 0x10000, "plain"));
    at(31, mapped(counter & -0x1000, 0x1000, "plain"));
    at(40, unmapped(0x40000, 0x10000));
    at(50, mapped(0x40000, 0x10000, "plain"));
    assertEquals(
        List.of(
            "counter %x+4 10..20".formatted(counter),
            "counter %x+4 30..40".formatted(counter),
            "counter %x+4 50..".formatted(counter)),
        all().stream().filter(range -> range.startsWith("counter ")).toList());
  }

  @Test
  void threadLocalVariablesLieBelowThePointersOfThreads()
      throws IOException, InterruptedException, DebugInformationException {
    compile("first", "__thread int own[4];", "-shared");
    compile("second", "__thread long other[2];", "-shared");
    at(10, object("first", 0x40000));
    at(20, new ThreadPointer(0, 1, 0x9000));
    at(30, object("second", 0x50000));
    at(40, new ThreadPointer(0, 2, 0xa000));
    at(50, new ThreadPointer(0, 2, 0xb000));
    at(60, new ThreadChange(0, 1, false, 0));
    assertEquals(
        List.of(
            "own 8ff0+16 20..60 of 1",
            "other 8fe0+16 30..60 of 1",
            "other 9fe0+16 40..50 of 2",
            "own 9ff0+16 40..50 of 2",
            "other afe0+16 50.. of 2",
            "own aff0+16 50.. of 2"),
        threadLocals());
  }

  @Test
  void whatIsLoadedLaterHasABlockOfItsOwnInEachThread()
      throws IOException, InterruptedException, DebugInformationException {
    compile("later", "__thread int own[4];", "-shared");
    at(10, object("program", 0));
    at(20, new ThreadPointer(0, 1, 0x9000));
    runs(0);
    runs(1);
    at(30, object("later", 0x40000));
    at(40, new ThreadBlock(0, 1, objects - 1, 0x5000));
    at(50, new ThreadBlock(0, 2, objects - 1, 0x6000));
    at(60, new ThreadChange(0, 2, false, 1));
    assertEquals(List.of("own 5000+16 40.. of 1", "own 6000+16 50..60 of 2"), threadLocals());
  }

  @Test
  void onlyCodeBesideTheLinkersBeginsTheProgram()
      throws IOException, InterruptedException, DebugInformationException {
    compile("early", "__thread int own[4];", "-shared");
    at(20, new ThreadPointer(0, 1, 0x9000));
    runs(0);
    runs(0);
    at(30, object("early", 0x40000));
    assertEquals(List.of("own 8ff0+16 30.. of 1"), threadLocals());
  }

  // --- Stacks -----------------------------------------------------------------------------------

  @Test
  void aStackIsInWhatIsMappedWhenTheThreadMakesItsFirstCall() throws WireException {
    at(10, mapped(0x1000, 0x4000, ""));
    space.stack(2, 0x4ff8);
    space.stack(1, 0x9ff8);
    at(20, mapped(0x4000, 0x1000, "/later"));
    List<MemoryHistory.Stack> stacks = history.stacks();
    assertEquals(Optional.empty(), stacks.get(0).mapping());
    assertEquals(2, stacks.get(1).thread());
    assertEquals(0x1000, stacks.get(1).mapping().orElseThrow().start());
    assertEquals(0x5000, stacks.get(1).mapping().orElseThrow().end());
  }

  // --- What is kept -----------------------------------------------------------------------------

  @Test
  void smallRangesBeyondTheMostAreNotKept() throws WireException {
    MemoryHistory few = new MemoryHistory(range -> range.kind() == DataClass.HEAP, 2);
    space.listen(few);
    for (int i = 1; i <= 3; i++) {
      at(i, allocated(0x1000L * i, 16));
      at(i + 1, freed(0x1000L * i));
    }
    at(8, allocated(0x9000, 4096));
    at(9, freed(0x9000));
    assertEquals(
        List.of(0x1000L, 0x2000L, 0x9000L), few.all().stream().map(MemoryRange::start).toList());
  }

  // --- Frames -----------------------------------------------------------------------------------

  private void at(long time, Frame frame) throws WireException {
    symbols.define(frame);
    space.frame(frame, time);
  }

  private ObjectFile object(String path, long bias) throws WireException {
    ObjectFile object = new ObjectFile(objects++, bias, path);
    if (path.equals(LINKER)) {
      symbols.define(object);
    }
    return object;
  }

  /** Code of an object runs for the first time. */
  private void runs(int object) throws WireException {
    int site = symbols.siteCount();
    int function = symbols.functions().size();
    symbols.define(new FunctionSymbol(function, object, 0, 0, "code", ""));
    symbols.define(new Sites(site, List.of(new Site(0x100 + site, function, 0, 8, false, 0))));
    BlockDescriptor block =
        new BlockDescriptor(
            blocks++,
            1,
            0,
            BlockDescriptor.Ending.OTHER,
            List.of(new BlockDescriptor.BlockAccess(site, 0, false, 0)));
    symbols.define(block);
    space.define(block);
  }

  private static HeapEvent allocated(long address, long bytes) {
    return new HeapEvent(0, 1, HeapEvent.Kind.ALLOCATED, address, bytes, 0, 0);
  }

  private static HeapEvent freed(long address) {
    return new HeapEvent(0, 1, HeapEvent.Kind.FREED, address, 0, 0, 0);
  }

  private static HeapEvent reallocated(long previous, long address, long bytes) {
    return new HeapEvent(0, 1, HeapEvent.Kind.REALLOCATED, address, bytes, previous, 0);
  }

  private static Mapping mapped(long start, long bytes, String path) {
    return new Mapping(0, start, bytes, true, 3, 0, path);
  }

  private static Mapping unmapped(long start, long bytes) {
    return new Mapping(0, start, bytes, false, 0, 0, "");
  }

  /** Makes a file of a source text known by its name, and gives its symbols. */
  private Map<String, Long> compile(String name, String source, String option)
      throws IOException, InterruptedException, DebugInformationException {
    CompiledObjects compiled = new CompiledObjects(folder);
    Path object =
        compiled.compile("gcc", name, "-g", "-fPIC", option, compiled.source(name + ".c", source));
    files.put(name, DebugInformation.open(object));
    return compiled.symbols(object);
  }

  // --- What is found ----------------------------------------------------------------------------

  private List<String> all() {
    return history.all().stream().map(AddressSpaceTest::text).toList();
  }

  private List<String> threadLocals() {
    List<String> found = new ArrayList<>();
    for (MemoryRange range : history.all()) {
      if (range.kind() == DataClass.THREAD_LOCAL) {
        found.add(text(range) + " of " + range.thread());
      }
    }
    return found;
  }

  private static String text(MemoryRange range) {
    boolean ended = range.until() != MemoryRange.TO_THE_END;
    return "%s %x+%d %d..%s"
        .formatted(
            range.name(), range.start(), range.bytes(), range.from(), ended ? range.until() : "");
  }

  private Optional<String> name(DataClass kind, long address, long access) {
    return history.at(kind, address, access).map(MemoryRange::name);
  }
}
