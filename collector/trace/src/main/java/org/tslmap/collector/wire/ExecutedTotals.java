package org.tslmap.collector.wire;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.tslmap.locality.profile.InstructionKind;

/**
 * Adds up the instructions of executed code, to compare them with what the tool says of functions.
 */
final class ExecutedTotals {
  private static final int KINDS = InstructionKind.values().length;

  private final Map<Integer, long[]> added = new TreeMap<>();
  private final Map<Integer, long[]> told = new TreeMap<>();

  /** The tool will say all of it again. */
  void clear() {
    added.clear();
    told.clear();
  }

  void add(ExecutedCode code) {
    for (ExecutedCode.Piece piece : code.pieces()) {
      for (ExecutedCode.Stretch stretch : piece.stretches()) {
        long[] sums = added.computeIfAbsent(stretch.function(), f -> new long[KINDS]);
        for (ExecutedCode.Instruction instruction : stretch.instructions()) {
          sums[instruction.kind().ordinal()] += piece.executions();
        }
      }
    }
  }

  void add(ComputedOperations operations) {
    for (ComputedOperations.OfFunction row : operations.functions()) {
      told.put(
          row.function(), row.numbers().stream().limit(KINDS).mapToLong(Long::longValue).toArray());
    }
  }

  /** What differs; nothing if streams do not tell of executed code, as those of before. */
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
