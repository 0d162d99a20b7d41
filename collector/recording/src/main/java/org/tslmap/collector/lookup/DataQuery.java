package org.tslmap.collector.lookup;

import org.tslmap.collector.names.NamePattern;

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
   * @param name the pattern it fits
   */
  record Named(NamePattern name) implements DataQuery {
    @Override
    public boolean wants(String found, long start, long bytes) {
      return name.matches(found);
    }
  }

  /** Whether a range of memory with a name is looked for. */
  boolean wants(String name, long start, long bytes);
}
