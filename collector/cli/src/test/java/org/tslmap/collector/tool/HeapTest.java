package org.tslmap.collector.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tslmap.collector.wire.DataName;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.HeapEvent;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.collector.wire.Mark;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.ThreadPointer;

/** Blocks of the heap and what programs tell, on programs that know what they did. */
class HeapTest {
  @TempDir Path folder;
  private TracedPrograms programs;

  @BeforeEach
  void open() {
    programs = new TracedPrograms(folder);
  }

  /** The frames after the mark of a phase, up to the next phase's. */
  private static List<Frame> phase(List<Frame> frames, String name) {
    List<Frame> inside = new ArrayList<>();
    boolean in = false;
    for (Frame frame : frames) {
      if (frame instanceof Mark mark && mark.kind() == Mark.Kind.PHASE) {
        in = mark.text().equals(name);
      } else if (in) {
        inside.add(frame);
      }
    }
    return inside;
  }

  private static List<HeapEvent> heap(List<Frame> frames) {
    return frames.stream()
        .filter(HeapEvent.class::isInstance)
        .map(HeapEvent.class::cast)
        .collect(Collectors.toList());
  }

  private static List<FunctionSymbol> functions(List<Frame> frames) {
    return frames.stream()
        .filter(FunctionSymbol.class::isInstance)
        .map(FunctionSymbol.class::cast)
        .toList();
  }

  /** As the programs print it: "A malloc 0x4a2f2a0 100 0x0". */
  private static List<String> lines(List<HeapEvent> events, List<FunctionSymbol> functions) {
    return events.stream()
        .map(
            event ->
                "%s %s 0x%x %d 0x%x"
                    .formatted(
                        event.kind().name().charAt(0),
                        functions.get(event.function()).name(),
                        event.address(),
                        event.bytes(),
                        event.previous()))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "allocate.c, -fno-builtin",
    "allocate.c, -fno-builtin -static",
    "own.c, -fno-builtin -pthread",
    "allocate.cc, -lstdc++ -std=c++17",
    "allocate.cc, -lstdc++ -std=c++17 -static"
  })
  void everyBlockIsToldOnceAsTheProgramSeesIt(String source, String options)
      throws IOException, InterruptedException {
    Path program = programs.compile(source, options.split(" "));
    List<Frame> frames = programs.frames(program.toString()).get(0);
    List<String> expected = programs.output().lines().toList();
    assertTrue(expected.size() >= 5, "the program must have run: " + expected);
    assertEquals(expected, lines(heap(phase(frames, "calls")), functions(frames)));
    long last = 0;
    for (HeapEvent event : heap(frames)) {
      assertTrue(event.position() >= last, "positions ascend");
      last = event.position();
    }
  }

  @Test
  void aProgramWithoutSymbolsGetsANoticeAndItsAccesses() throws IOException, InterruptedException {
    String program = programs.compile("allocate.c", "-fno-builtin", "-static", "-s").toString();
    assertTrue(heap(programs.frames(program).get(0)).isEmpty());
    TracedPrograms.Received received = programs.receive(program);
    assertTrue(received.profile().complete(), received.notices().toString());
    TracedPrograms.Run run = log(Path.of(program), "--tsl-watch=heap@main");
    String said = String.join("", run.log());
    assertTrue(said.contains("The program has no symbols: calls of malloc cannot be seen"), said);
  }

  /** Counted code may allocate millions of blocks, and no recorded access can be to them. */
  @Test
  void blocksThatComeAndGoWhileNothingIsRecordedAreNotToldOf()
      throws IOException, InterruptedException {
    String program = programs.compile("passing.c", "-fno-builtin").toString();
    List<HeapEvent> recorded = heap(programs.frames(program).get(0));
    List<HeapEvent> counted = heap(programs.frames("--tsl-skip-obj=*", program).get(0));
    assertTrue(recorded.size() >= 4900, "recorded: " + recorded.size());
    assertTrue(counted.size() < 20, "counted: " + counted.size());
    assertEquals(3, counted.stream().filter(event -> event.bytes() == 3000).count());
  }

  @Test
  void whatIsTracedIsTheSameWithAndWithoutTheHeap() throws IOException, InterruptedException {
    String program = programs.compile("allocate.cc", "-lstdc++", "-std=c++17").toString();
    List<String> with = programs.receiveAccesses(program).accesses().get(0);
    List<String> without = programs.receiveAccesses("--tsl-heap=no", program).accesses().get(0);
    assertTrue(with.size() > 10_000, "accesses: " + with.size());
    assertTrue(with.equals(without), "the accesses differ");
    assertTrue(heap(programs.frames("--tsl-heap=no", program).get(0)).isEmpty());
  }

  @Test
  void threadsAndForkedChildrenHaveTheirBlocks() throws IOException, InterruptedException {
    Path program = programs.compile("sharing.c", "-pthread");
    List<List<Frame>> streams = programs.frames(program.toString());
    assertEquals(2, streams.size());
    List<HeapEvent> inThreads = heap(phase(streams.get(0), "threads"));
    for (int first : new int[] {1000, 2000}) {
      List<HeapEvent> own =
          inThreads.stream()
              .filter(event -> event.bytes() >= first && event.bytes() < first + 50)
              .toList();
      assertEquals(
          IntStream.range(first, first + 50).boxed().toList(),
          own.stream().map(event -> (int) event.bytes()).toList());
      Set<Integer> threads = own.stream().map(HeapEvent::thread).collect(Collectors.toSet());
      assertEquals(1, threads.size());
      int thread = threads.iterator().next();
      assertTrue(thread == 2 || thread == 3, "thread " + thread);
      assertEquals(
          50,
          inThreads.stream()
              .filter(e -> e.thread() == thread && e.kind() == HeapEvent.Kind.FREED)
              .filter(e -> own.stream().anyMatch(o -> o.address() == e.address()))
              .count());
    }
    Set<Integer> withPointer =
        streams.get(0).stream()
            .filter(ThreadPointer.class::isInstance)
            .map(frame -> ((ThreadPointer) frame).thread())
            .collect(Collectors.toSet());
    assertEquals(Set.of(1, 2, 3), withPointer);

    List<Frame> child = streams.get(1);
    List<HeapEvent> inherited =
        heap(child).stream().filter(event -> event.position() == 0).toList();
    for (long bytes : new long[] {4321, 4322}) {
      assertEquals(1, inherited.stream().filter(event -> event.bytes() == bytes).count());
    }
    HeapEvent freed =
        inherited.stream().filter(event -> event.bytes() == 4322).findFirst().orElseThrow();
    List<HeapEvent> own = heap(phase(child, "in the child"));
    assertEquals(HeapEvent.Kind.FREED, own.get(0).kind());
    assertEquals(freed.address(), own.get(0).address());
    assertEquals(4323, own.get(1).bytes());
    assertEquals(2, own.size());
    assertTrue(
        child.stream().anyMatch(f -> f instanceof DataName name && name.name().equals("both")));
    assertTrue(
        child.stream().anyMatch(f -> f instanceof Mapping m && m.path().equals("" + program)),
        "the child's mappings");
    assertTrue(
        child.stream().anyMatch(f -> f instanceof ThreadPointer p && p.thread() == 1),
        "the child's thread pointer");
  }

  @Test
  void whatTheProgramTellsArrivesInItsOrder() throws IOException, InterruptedException {
    Path program = programs.compile("told.c", "-static");
    List<Frame> frames = programs.frames(program.toString()).get(0);
    long cells = programs.symbol(program, "cells")[0];
    long pool = programs.symbol(program, "pool")[0];
    List<String> told = new ArrayList<>();
    List<FunctionSymbol> functions = functions(frames);
    for (Frame frame : frames) {
      if (frame instanceof Mark mark) {
        told.add(mark.kind() + " " + mark.text());
      } else if (frame instanceof DataName name && told.contains("NAME 0 8 the first")) {
        told.add("NAME %d %s".formatted(name.bytes(), name.name()));
      } else if (frame instanceof DataName name) {
        told.add("NAME %d %d %s".formatted(name.address() - cells, name.bytes(), name.name()));
      } else if (frame instanceof HeapEvent event && told.contains("NAME 0 8 the first")) {
        String function = functions.get(event.function()).name();
        told.add("%s %d %s".formatted(event.kind(), event.bytes(), function));
      } else if (frame instanceof HeapEvent event && functions.get(event.function()).entry() == 0) {
        told.add(
            "%s %d %d %s"
                .formatted(
                    event.kind(),
                    event.address() - pool,
                    event.bytes(),
                    functions.get(event.function()).name()));
      }
    }
    assertEquals(
        List.of(
            "NAME 0 512 the cells",
            "PHASE first",
            "ALLOCATED 0 24 pool_alloc",
            "ALLOCATED 32 8 pool_alloc",
            "FREED 0 0 pool_alloc",
            "TRACING_OFF ",
            "TRACING_ON ",
            "PHASE second",
            "NAME 0 0 ",
            "NAME 0 8 the first",
            "NAME 0 ",
            "ALLOCATED 100 malloc",
            "NAME 100 the block",
            "ALLOCATED 10 arena",
            "NAME 0 ",
            "FREED 0 arena",
            "FREED 0 free",
            "ALLOCATED 24 pool_alloc",
            "FREED 0 pool_alloc",
            "ALLOCATED 25 pool_alloc",
            "PHASE "),
        told);
  }

  @ParameterizedTest
  @CsvSource({
    "told.c, cells, 40, ''",
    "told.c, cells, 30, --tsl-atstart=no",
    "watched.c, table, 20, '--tsl-watch=by?name'",
    "watched.c, table, 50, --tsl-watch=table",
    "watched.c, table, 50, --tsl-watch=table --tsl-watch=heap@nobody",
  })
  void storesAreCountedWhileTheyShouldBe(String source, String symbol, int stores, String options)
      throws IOException, InterruptedException {
    Path program = programs.compile(source, "-static");
    TracedPrograms.Run run = log(program, options);
    long[] range = programs.symbol(program, symbol);
    assertEquals(stores, run.count("S", range[0], range[1]));
  }

  @ParameterizedTest
  @CsvSource({
    "--tsl-watch=cell, 30",
    "--tsl-watch=heap@make, 30",
    "--tsl-watch=heap@watched.c:30, 30",
    "--tsl-watch=heap@test/c/watched.c:37, 50",
    "--tsl-watch=heap@other/watched.c:30, 0",
    "--tsl-watch=heap@make --tsl-skip-file=test/c/watched.c, 0",
    "--tsl-watch=heap@make --tsl-skip-file=other/watched.c, 30",
    "--tsl-watch=heap@make --tsl-watch=cell, 60",
    "--tsl-watch=heap@make --tsl-region=table, 80",
    "--tsl-watch=heap@make --tsl-skip-fn=fill, 0",
  })
  void onlyWhatIsWatchedIsTraced(String options, int stores)
      throws IOException, InterruptedException {
    Path program = programs.compile("watched.c", "-static");
    TracedPrograms.Run run = log(program, options);
    assertEquals(0, run.status(), run.err());
    assertEquals(stores, run.accesses().size(), run.log().toString());
  }

  private TracedPrograms.Run log(Path program, String options)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("--tsl-out=log"));
    all.addAll(List.of(options.split(" ")));
    all.add(program.toString());
    all.removeIf(String::isEmpty);
    return programs.valgrind("tslmap", all.toArray(String[]::new));
  }

  @Test
  void objectsKnowTheirLoadAddressAndFunctionsTheirEntry()
      throws IOException, InterruptedException {
    programs.compile("library.c", "-shared", "-fPIC", "-DLIBRARY", "-o", shared());
    Path program = programs.compile("library.c", "-no-pie", shared());
    List<Frame> frames = programs.frames(program.toString()).get(0);
    List<ObjectFile> objects =
        frames.stream().filter(ObjectFile.class::isInstance).map(ObjectFile.class::cast).toList();
    ObjectFile main = only(objects, program.toString());
    ObjectFile library = only(objects, shared());
    assertEquals(0, main.bias());
    assertTrue(library.bias() != 0);
    FunctionSymbol function =
        functions(frames).stream().filter(f -> f.name().equals("main")).findFirst().orElseThrow();
    assertEquals(main.id(), function.object());
    assertEquals(programs.symbol(program, "main")[0], function.entry());
    Mapping text =
        frames.stream()
            .filter(f -> f instanceof Mapping m && m.path().equals(shared()) && m.offset() > 0)
            .map(Mapping.class::cast)
            .findFirst()
            .orElseThrow();
    assertEquals(0, (text.start() - library.bias()) % 4096);
  }

  private String shared() {
    return folder.resolve("libtable.so").toString();
  }

  private static ObjectFile only(List<ObjectFile> objects, String path) {
    List<ObjectFile> found = objects.stream().filter(o -> o.path().equals(path)).toList();
    assertEquals(1, found.size(), path + " in " + objects);
    return found.get(0);
  }
}
