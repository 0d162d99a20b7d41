package org.tslmap.collector.memory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.collector.wire.Mapping;

/**
 * Ranges of memory, each of which is one thing. What is put somewhere takes the place of what was
 * there; of a range that reaches beyond it, the rests stay, which may be two.
 *
 * @param <T> what ranges are
 */
public final class Ranges<T> {

  /**
   * A range of memory.
   *
   * @param start its first address
   * @param end the address behind its last
   * @param what what it is
   */
  public record Range<T>(long start, long end, T what) {
    /** How many bytes of it lie between two addresses; below 1 if none. */
    public long overlap(long from, long to) {
      return Math.min(end, to) - Math.max(start, from);
    }
  }

  /** What the rest of a range is. */
  @FunctionalInterface
  interface Rest<T> {
    /** What a part of something is that was in a larger range. */
    T of(T what, long start, long bytes);
  }

  private final TreeMap<Long, Range<T>> ranges = new TreeMap<>(Long::compareUnsigned);

  /** What is mapped after these, which came in this order. */
  public static Ranges<Mapping> of(List<Mapping> mappings) {
    Ranges<Mapping> mapped = new Ranges<>();
    for (Mapping mapping : mappings) {
      long end = mapping.start() + mapping.bytes();
      if (mapping.mapped()) {
        mapped.put(mapping.start(), end, mapping);
      } else {
        mapped.clear(mapping.start(), end, (whole, start, bytes) -> whole);
      }
    }
    return mapped;
  }

  /** What was mapped after these, where there is something, and where there was, what was last. */
  public static Ranges<Mapping> last(List<Mapping> mappings) {
    return of(mappings.stream().filter(Mapping::mapped).toList());
  }

  /** Puts something between two addresses, over what is there. */
  public void put(long start, long end, T what) {
    clear(start, end, (whole, restStart, restBytes) -> whole);
    add(start, end, what);
  }

  /** Puts something where nothing is. */
  void add(long start, long end, T what) {
    ranges.put(start, new Range<>(start, end, what));
  }

  /**
   * Takes away what lies between two addresses.
   *
   * @param rest says what is left of what reaches beyond them
   * @return what had a range there, by address
   */
  List<T> clear(long start, long end, Rest<T> rest) {
    List<T> gone = new ArrayList<>();
    for (Range<T> old : between(start, end)) {
      ranges.remove(old.start());
      gone.add(old.what());
      if (Long.compareUnsigned(old.start(), start) < 0) {
        add(old.start(), start, rest.of(old.what(), old.start(), start - old.start()));
      }
      if (Long.compareUnsigned(old.end(), end) > 0) {
        add(end, old.end(), rest.of(old.what(), end, old.end() - end));
      }
    }
    return gone;
  }

  /** The ranges of which a part lies between two addresses, by address. */
  public List<Range<T>> between(long start, long end) {
    if (Long.compareUnsigned(start, end) >= 0) {
      return List.of();
    }
    Map.Entry<Long, Range<T>> first = ranges.lowerEntry(start);
    boolean reaches = first != null && Long.compareUnsigned(first.getValue().end(), start) > 0;
    return List.copyOf(ranges.subMap(reaches ? first.getKey() : start, true, end, false).values());
  }

  /** All ranges, by address. */
  public Collection<Range<T>> all() {
    return ranges.values();
  }
}
