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
 * @param loops of each loop of the process's {@link LoopForest} its own instructions, with those of
 *     loops inside it that are not in the forest since they make no access; empty where they are
 *     not known by loop
 */
public record Operations(List<OfFunction> functions, List<InstructionCounts> loops) {

  /** Nothing is known. */
  public static final Operations NONE = new Operations(List.of(), List.of());

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
    loops = List.copyOf(loops);
  }

  /** Those of functions, where they are not known by loop. */
  public Operations(List<OfFunction> functions) {
    this(functions, List.of());
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

  /** The numbers of loops one behind the other. */
  long[] loopRows() {
    return loops.stream().flatMapToLong(counts -> Arrays.stream(counts.numbers())).toArray();
  }

  /** Rows of numbers one behind the other: the function's, and those of the counts. */
  long[] rows() {
    int numbers = InstructionCounts.ALL;
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
   * @param loopRows those of loops
   * @throws IllegalArgumentException if they do not fit
   */
  static Operations ofRows(int numbers, long[] rows, long[] loopRows) {
    if (numbers < InstructionCounts.NUMBERS
        || rows.length % (1L + numbers) != 0
        || loopRows.length % numbers != 0) {
      throw new IllegalArgumentException(
          "expected rows of a function and %d or more counts of instructions, but found %d numbers, and %d of loops, in rows of %d"
              .formatted(InstructionCounts.NUMBERS, rows.length, loopRows.length, numbers));
    }
    List<OfFunction> functions = new ArrayList<>();
    for (int at = 0; at < rows.length; at += 1 + numbers) {
      functions.add(
          new OfFunction(
              Math.toIntExact(rows[at]),
              new InstructionCounts(Arrays.copyOfRange(rows, at + 1, at + 1 + numbers))));
    }
    List<InstructionCounts> loops = new ArrayList<>();
    for (int at = 0; at < loopRows.length; at += numbers) {
      loops.add(new InstructionCounts(Arrays.copyOfRange(loopRows, at, at + numbers)));
    }
    return new Operations(functions, loops);
  }

  /**
   * Checks that all functions exist, and that there are as many loops.
   *
   * @throws IllegalArgumentException saying which does not
   */
  void check(int known, int knownLoops) {
    if (!loops.isEmpty() && loops.size() != knownLoops) {
      throw new IllegalArgumentException(
          "instructions were counted of %d loops, but there are %d loops"
              .formatted(loops.size(), knownLoops));
    }
    for (OfFunction row : functions) {
      if (row.function() < 0 || row.function() >= known) {
        throw new IllegalArgumentException(
            "instructions were counted of function %d, but there are %d functions"
                .formatted(row.function(), known));
      }
    }
  }
}
