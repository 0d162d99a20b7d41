package org.tslmap.collector.lookup;

import java.util.List;
import java.util.regex.Pattern;

/** What is looked for: whatever is at an address, or whatever has a name. */
public sealed interface DataQuery {

  /**
   * Everything that an address lies in.
   *
   * @param address any address
   */
  record At(long address) implements DataQuery {
    @Override
    public boolean wants(String name, long start, long bytes) {
      return Long.compareUnsigned(address - start, bytes) < 0;
    }
  }

  /**
   * Everything of a name.
   *
   * @param name the whole name, "*" standing for anything
   */
  record Named(String name) implements DataQuery {
    @Override
    public boolean wants(String found, long start, long bytes) {
      return Pattern.matches(
          String.join(".*", List.of(name.split("\\*", -1)).stream().map(Pattern::quote).toList()),
          found);
    }
  }

  /** Whether a range of memory with a name is looked for. */
  boolean wants(String name, long start, long bytes);
}
