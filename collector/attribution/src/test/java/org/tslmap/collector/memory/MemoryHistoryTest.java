package org.tslmap.collector.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.tslmap.collector.wire.DataName;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FunctionSymbol;
import org.tslmap.collector.wire.HeapEvent;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.collector.wire.ObjectFile;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.collector.wire.WireException;
import org.tslmap.locality.profile.DataClass;

/** A history says of every address and time the same as a table of all of them. */
class MemoryHistoryTest {
  private static final int MEMORY = 48;
  private static final List<DataClass> KINDS =
      List.of(DataClass.MAPPED, DataClass.HEAP, DataClass.NAMED);

  /** What happens to a part of memory. */
  private enum What {
    MAP,
    UNMAP,
    ALLOCATE,
    FREE,
    REALLOCATE,
    NAME,
    UNNAME
  }

  private record Step(What what, int start, int bytes, int other) {}

  /** What each address is of each kind, by number of the step that made it so; -1 for nothing. */
  private static final class Naive {
    private final Map<DataClass, int[]> memory = new HashMap<>();
    private final Map<DataClass, Map<Integer, Integer>> ends = new HashMap<>();

    Naive() {
      for (DataClass kind : KINDS) {
        int[] nothing = new int[MEMORY];
        Arrays.fill(nothing, -1);
        memory.put(kind, nothing);
        ends.put(kind, new HashMap<>());
      }
    }

    private void put(DataClass kind, int start, int end, int number) {
      for (int a = start; a < end; a++) {
        memory.get(kind)[a] = number;
      }
    }

    private void begin(DataClass kind, int start, int bytes, int number) {
      end(kind, start);
      put(kind, start, start + bytes, number);
      ends.get(kind).put(start, start + bytes);
    }

    private void end(DataClass kind, int start) {
      Integer end = ends.get(kind).remove(start);
      if (end != null) {
        put(kind, start, end, -1);
      }
    }

    /** Whether a block or a name may begin there: none of its kind lies there but at the start. */
    boolean isFree(DataClass kind, int start, int bytes, int going) {
      for (Map.Entry<Integer, Integer> one : ends.get(kind).entrySet()) {
        int from = one.getKey();
        if (from != start && from != going && from < start + bytes && one.getValue() > start) {
          return false;
        }
      }
      return true;
    }

    Map<DataClass, int[]> copy() {
      Map<DataClass, int[]> copy = new HashMap<>();
      memory.forEach((kind, what) -> copy.put(kind, what.clone()));
      return copy;
    }
  }

  @Property(tries = 200)
  void itKnowsWhatWasWhereAtAnyTime(@ForAll("steps") List<Step> steps) throws WireException {
    SymbolTables symbols = new SymbolTables();
    symbols.define(new ObjectFile(0, 0, "/program"));
    AddressSpace space = new AddressSpace(symbols, object -> Optional.empty());
    MemoryHistory history = new MemoryHistory(range -> true);
    space.listen(history);
    Naive naive = new Naive();
    List<Map<DataClass, int[]>> expected = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      symbols.define(new FunctionSymbol(i, 0, 0, 0, "step" + i, ""));
      Optional<Frame> frame = apply(steps.get(i), i, naive);
      if (frame.isPresent()) {
        symbols.define(frame.get());
        space.frame(frame.get(), i);
      }
      expected.add(naive.copy());
    }
    for (DataClass kind : KINDS) {
      for (int time = 0; time < steps.size(); time++) {
        for (int address = 0; address < MEMORY; address++) {
          int step = expected.get(time).get(kind)[address];
          assertEquals(
              step < 0 ? "" : "step" + step,
              history.at(kind, address, time).map(MemoryRange::name).orElse(""),
              kind.name());
        }
      }
    }
  }

  /** What a step does, which is nothing where memory would be given out twice. */
  private static Optional<Frame> apply(Step step, int number, Naive naive) {
    int start = step.start();
    int bytes = Math.min(step.bytes(), MEMORY - start);
    String name = "step" + number;
    switch (step.what()) {
      case MAP -> {
        naive.put(DataClass.MAPPED, start, start + bytes, number);
        return Optional.of(new Mapping(0, start, bytes, true, 3, 0, name));
      }
      case UNMAP -> {
        naive.put(DataClass.MAPPED, start, start + bytes, -1);
        for (int named : List.copyOf(naive.ends.get(DataClass.NAMED).keySet())) {
          if (named >= start && named < start + bytes) {
            naive.end(DataClass.NAMED, named);
          }
        }
        return Optional.of(new Mapping(0, start, bytes, false, 0, 0, ""));
      }
      case ALLOCATE, REALLOCATE -> {
        boolean moves = step.what() == What.REALLOCATE;
        int previous = moves ? step.other() : start;
        if (!naive.isFree(DataClass.HEAP, start, bytes, previous)) {
          return Optional.empty();
        }
        naive.end(DataClass.HEAP, previous);
        naive.begin(DataClass.HEAP, start, bytes, number);
        HeapEvent.Kind kind = moves ? HeapEvent.Kind.REALLOCATED : HeapEvent.Kind.ALLOCATED;
        return Optional.of(new HeapEvent(0, 1, kind, start, bytes, moves ? previous : 0, number));
      }
      case FREE -> {
        naive.end(DataClass.HEAP, start);
        return Optional.of(new HeapEvent(0, 1, HeapEvent.Kind.FREED, start, 0, 0, number));
      }
      case NAME -> {
        if (!naive.isFree(DataClass.NAMED, start, bytes, start)) {
          return Optional.empty();
        }
        naive.begin(DataClass.NAMED, start, bytes, number);
        return Optional.of(new DataName(0, start, bytes, name));
      }
      default -> {
        naive.end(DataClass.NAMED, start);
        return Optional.of(new DataName(0, start, 0, ""));
      }
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Integer> place = Arbitraries.integers().between(1, MEMORY - 1);
    return Combinators.combine(
            Arbitraries.of(What.class), place, Arbitraries.integers().between(1, 20), place)
        .as(Step::new)
        .list()
        .ofMaxSize(40);
  }
}
