package org.tslmap.collector.density;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tslmap.collector.wire.HeapEvent;
import org.tslmap.collector.wire.Mapping;
import org.tslmap.collector.wire.Site;
import org.tslmap.collector.wire.SymbolTables;

/**
 * What a process used its memory for, as far as it is needed to name what a density shows.
 *
 * @param mappings memory that was mapped and unmapped, in that order
 * @param heapBlocks the largest heap blocks, in the order in which they were allocated
 * @param sites the access sites that a density names, by their number
 */
public record MemoryOrigins(
    List<Mapping> mappings, List<HeapEvent> heapBlocks, Map<Integer, Site> sites) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Keeps the lists unmodifiable. */
  public MemoryOrigins {
    mappings = List.copyOf(mappings);
    heapBlocks = List.copyOf(heapBlocks);
    sites = Map.copyOf(sites);
  }

  /** Of a density's process. */
  public static MemoryOrigins of(SymbolTables symbols, DensityLevel level) {
    return new MemoryOrigins(
        symbols.mappings(),
        symbols.largestHeapBlocks(),
        Arrays.stream(level.sites())
            .distinct()
            .boxed()
            .collect(Collectors.toMap(number -> number, symbols::site)));
  }

  byte[] bytes() throws JsonProcessingException {
    return JSON.writeValueAsBytes(this);
  }

  static MemoryOrigins of(byte[] bytes) throws IOException {
    return JSON.readValue(bytes, MemoryOrigins.class);
  }
}
