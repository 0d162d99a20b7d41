package org.tslmap.collector.lookup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.tslmap.collector.debuginfo.Member;
import org.tslmap.collector.memory.MemoryRange;
import org.tslmap.collector.store.StoredTrace;
import org.tslmap.collector.wire.SymbolTables;
import org.tslmap.locality.profile.DataClass;

/**
 * How often the members of structures were loaded and stored, all elements of arrays together. The
 * trace is decoded for it, and nothing attributed: variables with a place of their own need none.
 */
public final class MemberAccesses {

  /** Indices, as C or Fortran write them. */
  private static final Pattern INDEX = Pattern.compile("\\[\\d+\\]|\\([-\\d,]+\\)");

  private final Map<MemoryRange, Map<Long, long[]>> counts = new HashMap<>();

  private MemberAccesses() {}

  /**
   * Accesses to a member.
   *
   * @param member what follows the variable's name, without indices: {@code .x}
   * @param type the member's type
   * @param loads loads of it, or of a part of it
   * @param stores stores, likewise
   */
  public record Count(String member, String type, long loads, long stores) {}

  /**
   * Reads a trace.
   *
   * @param trace the trace's folder
   * @param ranges what was found in it; variables that have members are looked for
   * @throws IOException if it is damaged
   */
  public static MemberAccesses of(Path trace, List<MemoryRange> ranges) throws IOException {
    MemberAccesses accesses = new MemberAccesses();
    NavigableMap<Long, MemoryRange> wanted = new TreeMap<>(Long::compareUnsigned);
    for (MemoryRange range : ranges) {
      if (hasMembers(range)) {
        wanted.put(range.start(), range);
        accesses.counts.put(range, new HashMap<>());
      }
    }
    Optional<StoredTrace> stored = wanted.isEmpty() ? Optional.empty() : StoredTrace.open(trace);
    if (stored.isPresent()) {
      try (StoredTrace opened = stored.get()) {
        accesses.count(opened, wanted);
      }
    }
    return accesses;
  }

  private static boolean hasMembers(MemoryRange range) {
    boolean placed = range.kind() == DataClass.STATIC || range.kind() == DataClass.THREAD_LOCAL;
    return placed
        && range
            .origin()
            .part(0)
            .filter(part -> part.path().contains(".") || part.path().contains("%"))
            .isPresent();
  }

  private void count(StoredTrace trace, NavigableMap<Long, MemoryRange> wanted) throws IOException {
    SymbolTables symbols = trace.symbols();
    long low = wanted.firstKey();
    long bytes = wanted.lastKey() + wanted.lastEntry().getValue().bytes() - low;
    trace.read(
        0,
        trace.accesses(),
        (thread, addresses, sites, count) -> {
          for (int i = 0; i < count; i++) {
            if (Long.compareUnsigned(addresses[i] - low, bytes) < 0) {
              MemoryRange range = wanted.floorEntry(addresses[i]).getValue();
              long offset = addresses[i] - range.start();
              if (offset < range.bytes()) {
                counts.get(range)
                    .computeIfAbsent(inElement(range, offset), any -> new long[2])[
                    symbols.isStore(sites[i]) ? 1 : 0]++;
              }
            }
          }
        });
  }

  /** The same byte of the first element, so that there are no more than an element has. */
  private static long inElement(MemoryRange range, long offset) {
    long element = range.origin().type().elementBytes();
    return element > 0 ? offset % element : offset;
  }

  /**
   * What there was of a range.
   *
   * @return the members that were accessed, most accesses first; empty if it has none
   */
  public List<Count> of(MemoryRange range) {
    Map<String, Count> sums = new HashMap<>();
    counts
        .getOrDefault(range, Map.of())
        .forEach(
            (offset, loadsAndStores) -> {
              Optional<Member> part = range.origin().part(offset);
              Count more =
                  new Count(
                      part.map(p -> INDEX.matcher(p.path()).replaceAll("")).orElse(""),
                      part.map(Member::type).orElse(""),
                      loadsAndStores[0],
                      loadsAndStores[1]);
              sums.merge(more.member(), more, MemberAccesses::sum);
            });
    List<Count> sorted = new ArrayList<>(sums.values());
    sorted.sort(
        Comparator.comparingLong((Count count) -> count.loads() + count.stores())
            .reversed()
            .thenComparing(Count::member));
    return sorted;
  }

  private static Count sum(Count one, Count other) {
    return new Count(
        one.member(), one.type(), one.loads() + other.loads(), one.stores() + other.stores());
  }
}
