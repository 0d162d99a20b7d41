package org.tslmap.collector.pictures;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.collector.wire.Mapping;

/**
 * Names memory after what was mapped there last: the file, or "anonymous memory". The main thread's
 * stack lies at the end of what was mapped before the program began.
 */
final class MappedNames implements MemoryNames {

  static final String ANONYMOUS = "anonymous memory";

  private record Range(long end, String name) {}

  private final TreeMap<Long, Range> ranges = new TreeMap<>(Long::compareUnsigned);

  MappedNames(List<Mapping> mappings) {
    for (Mapping mapping : mappings) {
      if (mapping.mapped()) {
        put(mapping.start(), mapping.start() + mapping.bytes(), name(mapping));
      }
    }
  }

  private static String name(Mapping mapping) {
    Path file = Path.of(mapping.path()).getFileName();
    return file == null || mapping.path().isEmpty() ? ANONYMOUS : file.toString();
  }

  /** What was there before keeps the parts that are not covered. */
  private void put(long start, long end, String name) {
    Map.Entry<Long, Range> below = ranges.lowerEntry(start);
    if (below != null && Long.compareUnsigned(below.getValue().end(), start) > 0) {
      ranges.put(below.getKey(), new Range(start, below.getValue().name()));
      if (Long.compareUnsigned(below.getValue().end(), end) > 0) {
        ranges.put(end, below.getValue());
      }
    }
    Map.Entry<Long, Range> covered = ranges.ceilingEntry(start);
    while (covered != null && Long.compareUnsigned(covered.getKey(), end) < 0) {
      ranges.remove(covered.getKey());
      if (Long.compareUnsigned(covered.getValue().end(), end) > 0) {
        ranges.put(end, covered.getValue());
      }
      covered = ranges.ceilingEntry(start);
    }
    ranges.put(start, new Range(end, name));
  }

  @Override
  public String nameOf(long start, long bytes, int site) {
    String best = "";
    long most = 0;
    Map.Entry<Long, Range> range = ranges.floorEntry(start + bytes - 1);
    while (range != null && Long.compareUnsigned(range.getValue().end(), start) > 0) {
      long from = Long.compareUnsigned(range.getKey(), start) > 0 ? range.getKey() : start;
      long end = start + bytes;
      long to =
          Long.compareUnsigned(range.getValue().end(), end) < 0 ? range.getValue().end() : end;
      if (to - from > most) {
        most = to - from;
        best = range.getValue().name();
      }
      range = ranges.lowerEntry(range.getKey());
    }
    return best;
  }
}
