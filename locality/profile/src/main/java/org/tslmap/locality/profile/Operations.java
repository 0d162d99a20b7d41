package org.tslmap.locality.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a process's functions computed.
 *
 * @param functions functions that executed any instruction, with and without accesses
 */
public record Operations(List<OfFunction> functions) {

  /** Nothing is known. */
  public static final Operations NONE = new Operations(List.of());

  /**
   * What a function's own instructions did.
   *
   * @param function its number in the process's list
   * @param counts how many there were
   */
  public record OfFunction(int function, InstructionCounts counts) {}

  /** Keeps the list unmodifiable. */
  public Operations {
    functions = List.copyOf(functions);
  }

  /** Whether instructions were counted. */
  public boolean isKnown() {
    return !functions.isEmpty();
  }

  /** Whether those of all processes were counted. */
  public static boolean areKnown(List<ProcessProfile> processes) {
    return !processes.isEmpty()
        && processes.stream().allMatch(process -> process.operations().isKnown());
  }

  /** All functions added together. */
  public InstructionCounts whole() {
    return functions.stream()
        .map(OfFunction::counts)
        .reduce(InstructionCounts.NONE, InstructionCounts::plus);
  }

  /** Several processes, by function. */
  public static Map<FunctionInfo, InstructionCounts> byFunction(List<ProcessProfile> processes) {
    Map<FunctionInfo, InstructionCounts> sums = new LinkedHashMap<>();
    for (ProcessProfile process : processes) {
      List<FunctionInfo> names = process.functions();
      for (OfFunction row : process.operations().functions()) {
        sums.merge(names.get(row.function()), row.counts(), InstructionCounts::plus);
      }
    }
    return sums;
  }

  /** Numbers of a function in {@link #rows}. */
  int numbers() {
    return functions.stream().mapToInt(row -> row.counts().numbers().length).min().orElse(0);
  }

  /** Rows of numbers one behind the other: the function's, and those of the counts. */
  long[] rows() {
    int numbers = numbers();
    long[] rows = new long[functions.size() * (1 + numbers)];
    int at = 0;
    for (OfFunction row : functions) {
      rows[at++] = row.function();
      System.arraycopy(row.counts().numbers(), 0, rows, at, numbers);
      at += numbers;
    }
    return rows;
  }

  /**
   * The same from such rows.
   *
   * @param numbers of a row, besides the function's
   * @throws IllegalArgumentException if they do not fit
   */
  static Operations ofRows(int numbers, long[] rows) {
    if (numbers < InstructionCounts.NUMBERS || rows.length % (1L + numbers) != 0) {
      throw new IllegalArgumentException(
          "expected rows of a function and %d or more counts of instructions, but found %d numbers"
                  .formatted(InstructionCounts.NUMBERS, rows.length)
              + " in rows of 1 + "
              + numbers);
    }
    List<OfFunction> functions = new ArrayList<>();
    for (int at = 0; at < rows.length; at += 1 + numbers) {
      functions.add(
          new OfFunction(
              Math.toIntExact(rows[at]),
              new InstructionCounts(Arrays.copyOfRange(rows, at + 1, at + 1 + numbers))));
    }
    return new Operations(functions);
  }

  /**
   * Checks that all functions exist.
   *
   * @throws IllegalArgumentException saying which does not
   */
  void check(int known) {
    for (OfFunction row : functions) {
      if (row.function() < 0 || row.function() >= known) {
        throw new IllegalArgumentException(
            "instructions were counted of function %d, but there are %d functions"
                .formatted(row.function(), known));
      }
    }
  }
}
