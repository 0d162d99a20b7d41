package org.tslmap.plots;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;

/** A density of made-up accesses, each in a column of its own, in blocks of 64 bytes. */
final class SampleDensity {

  private static final int BYTES = 64;

  private record Access(long block, boolean store) {}

  private final List<Access> accesses = new ArrayList<>();

  SampleDensity load(long address) {
    accesses.add(new Access(address / BYTES, false));
    return this;
  }

  SampleDensity store(long address) {
    accesses.add(new Access(address / BYTES, true));
    return this;
  }

  /** What came so far; the function gives the names of addresses. */
  AddressTimeDensity density(LongFunction<String> names) {
    Map<Long, Integer> indexes = new TreeMap<>();
    accesses.forEach(access -> indexes.put(access.block(), 0));
    List<Long> blocks = List.copyOf(indexes.keySet());
    for (int i = 0; i < blocks.size(); i++) {
      indexes.put(blocks.get(i), i);
    }
    return new AddressTimeDensity(
        0,
        accesses.size(),
        1,
        BYTES,
        blocks.stream().mapToLong(block -> block).toArray(),
        blocks.stream().map(block -> names.apply(block * BYTES)).toArray(String[]::new),
        visitor -> {
          for (int i = 0; i < accesses.size(); i++) {
            Access access = accesses.get(i);
            int block = indexes.get(access.block());
            visitor.cell(i, block, access.store() ? 0 : 1, access.store() ? 1 : 0);
          }
        });
  }
}
