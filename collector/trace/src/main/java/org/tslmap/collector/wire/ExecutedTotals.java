package org.tslmap.collector.wire;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.InstructionKind;

/**
 * Adds up the instructions of executed code, to compare them with what the tool says of functions.
 */
final class ExecutedTotals {
  private static final int KINDS = InstructionKind.values().length;

  /** No link of a chain takes more cycles, so no sum of them is larger than {@link #all}. */
  private static final long CYCLES = 16;

  private final Map<Integer, long[]> added = new TreeMap<>();
  private final Map<Integer, long[]> told = new TreeMap<>();

  /** Executions, instructions, and cycles of links: whatever is added up of them has 63 bits. */
  private long all;

  /** The tool will say all of it again. */
  void clear() {
    added.clear();
    told.clear();
    all = 0;
  }

  void add(ExecutedCode code) throws WireException {
    for (ExecutedCode.Piece piece : code.pieces()) {
      limit(piece);
      for (ExecutedCode.Stretch stretch : piece.stretches()) {
        long[] sums = added.computeIfAbsent(stretch.function(), f -> new long[KINDS]);
        for (ExecutedCode.Instruction instruction : stretch.instructions()) {
          sums[instruction.kind().ordinal()] += piece.executions();
        }
      }
    }
  }

  private void limit(ExecutedCode.Piece piece) throws WireException {
    long links =
        piece.links().stream()
            .flatMap(link -> link.counts().stream())
            .mapToLong(Integer::longValue)
            .sum();
    long instructions =
        piece.stretches().stream().mapToLong(stretch -> stretch.instructions().size()).sum();
    try {
      long each = 1 + instructions + CYCLES * links;
      all = Math.addExact(all, Math.multiplyExact(piece.executions(), each));
    } catch (ArithmeticException e) {
      throw new WireException(
          "executed code: expected sums below 2^63, found %d executions of %d instructions with %d links of chains; the stream is damaged"
              .formatted(piece.executions(), instructions, links));
    }
  }

  void add(ComputedOperations operations) throws WireException {
    for (ComputedOperations.OfFunction row : operations.functions()) {
      InstructionCounts counts = row.counts();
      long[] kinds = Arrays.stream(InstructionKind.values()).mapToLong(counts::of).toArray();
      if (told.put(row.function(), kinds) != null) {
        throw new WireException(
            "count of instructions: expected each function once, found function %d twice; the stream is damaged"
                .formatted(row.function()));
      }
    }
  }

  /** What differs; nothing if the stream does not tell of executed code, as older ones. */
  String difference() {
    if (added.isEmpty()) {
      return "";
    }
    if (!added.keySet().equals(told.keySet())) {
      return "instructions of %d functions instead of %d".formatted(added.size(), told.size());
    }
    for (Map.Entry<Integer, long[]> row : added.entrySet()) {
      if (!Arrays.equals(row.getValue(), told.get(row.getKey()))) {
        return "instructions %s of function %d instead of %s"
            .formatted(
                Arrays.toString(row.getValue()),
                row.getKey(),
                Arrays.toString(told.get(row.getKey())));
      }
    }
    return "";
  }
}
