package org.tslmap.collector.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.tslmap.locality.profile.DataClass;

/**
 * What was where in a process's memory at which time, as far as somebody wants to know it: listens
 * to an {@link AddressSpace}, and is asked when nothing more comes.
 */
public final class MemoryHistory implements MemoryListener {
  /** What takes less is small. */
  private static final long PAGE = 4096;

  private static final Comparator<MemoryRange> BY_TIME_AND_PLACE =
      Comparator.comparing((MemoryRange range) -> range.kind() == DataClass.MAPPED)
          .thenComparingLong(MemoryRange::from)
          .thenComparing(MemoryRange::start, Long::compareUnsigned);

  private final Predicate<MemoryRange> wanted;
  private final int most;
  private final List<MemoryRange> ended = new ArrayList<>();
  private final Set<MemoryRange> variables = new LinkedHashSet<>();
  private final Map<Long, MemoryRange> blocks = new HashMap<>();
  private final Ranges<MemoryRange> mapped = new Ranges<>();
  private final List<Stack> stacks = new ArrayList<>();
  private final Map<DataClass, RangeIndex> indices = new EnumMap<>(DataClass.class);

  /** A history of all that is wanted. */
  public MemoryHistory(Predicate<MemoryRange> wanted) {
    this(wanted, Integer.MAX_VALUE);
  }

  /**
   * A history of what is wanted.
   *
   * @param most how many ranges that ended are kept; beyond these, only those that take a page
   */
  public MemoryHistory(Predicate<MemoryRange> wanted, int most) {
    this.wanted = wanted;
    this.most = most;
  }

  /**
   * Where the stack of a thread is.
   *
   * @param thread the thread's number
   * @param address of its first call's return address
   * @param mapping what was mapped there then
   */
  public record Stack(int thread, long address, Optional<MemoryRange> mapping) {}

  // --- What comes and goes ----------------------------------------------------------------------

  @Override
  public void placed(MemoryRange range) {
    if (range.kind() == DataClass.MAPPED) {
      cut(range.start(), range.bytes(), range.from());
      mapped.add(range.start(), range.end(), range);
    } else if (!wanted.test(range)) {
      return;
    } else if (range.kind() == DataClass.HEAP) {
      end(blocks.put(range.start(), range), range.from());
    } else {
      variables.add(range);
    }
  }

  @Override
  public void removed(MemoryRange range, long now) {
    if (variables.remove(range)) {
      end(range, now);
    }
  }

  @Override
  public void freed(long address, long now) {
    end(blocks.remove(address), now);
  }

  /** Variables end with the file they are part of. */
  @Override
  public void unmapped(long start, long bytes, long now) {
    cut(start, bytes, now);
    List<MemoryRange> gone =
        variables.stream()
            .filter(range -> Long.compareUnsigned(range.start() - start, bytes) < 0)
            .toList();
    gone.forEach(range -> removed(range, now));
  }

  @Override
  public void stack(int thread, long address) {
    stacks.removeIf(old -> old.thread() == thread);
    Optional<MemoryRange> there =
        mapped.between(address, address + 1).stream().map(Ranges.Range::what).findFirst();
    stacks.add(new Stack(thread, address, there));
  }

  private void cut(long start, long bytes, long now) {
    mapped
        .clear(start, start + bytes, (old, rest, length) -> old.rest(rest, length, now))
        .forEach(old -> end(old, now));
  }

  private void end(MemoryRange range, long now) {
    if (range == null) {
      return;
    }
    range.endAt(now);
    boolean unseen =
        range.kind() == DataClass.MAPPED && (range.from() == now || !wanted.test(range));
    if (!unseen && (range.bytes() >= PAGE || ended.size() < most)) {
      ended.add(range);
    }
  }

  // --- What was there ---------------------------------------------------------------------------

  /** All that is wanted: mappings behind the rest, each by time and address. */
  public List<MemoryRange> all() {
    List<MemoryRange> all = new ArrayList<>(ended);
    all.addAll(variables);
    all.addAll(blocks.values());
    mapped.all().stream().map(Ranges.Range::what).filter(wanted).forEach(all::add);
    all.sort(BY_TIME_AND_PLACE);
    return all;
  }

  /** The stacks of threads that have made a call, by thread. */
  public List<Stack> stacks() {
    return stacks.stream().sorted(Comparator.comparingInt(Stack::thread)).toList();
  }

  /** The range of a kind that an address was in when the process had made so many accesses. */
  public synchronized Optional<MemoryRange> at(DataClass kind, long address, long access) {
    return indices
        .computeIfAbsent(
            kind,
            any -> new RangeIndex(all().stream().filter(range -> range.kind() == kind).toList()))
        .at(address, access);
  }
}
