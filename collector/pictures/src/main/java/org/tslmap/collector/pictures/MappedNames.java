package org.tslmap.collector.pictures;

import java.util.List;
import org.tslmap.collector.memory.Ranges;
import org.tslmap.collector.wire.Mapping;

/**
 * Names memory after what was mapped there last: the file, or "anonymous memory". The main thread's
 * stack lies at the end of what was mapped before the program began.
 */
final class MappedNames implements MemoryNames {

  private final Ranges<Mapping> mapped;

  MappedNames(List<Mapping> mappings) {
    mapped = Ranges.last(mappings);
  }

  @Override
  public String nameOf(long start, long bytes, int site) {
    String best = "";
    long most = 1;
    for (Ranges.Range<Mapping> range : mapped.between(start, start + bytes)) {
      long overlap = range.overlap(start, start + bytes);
      if (overlap >= most) {
        most = overlap;
        best = range.what().shortName();
      }
    }
    return best;
  }
}
