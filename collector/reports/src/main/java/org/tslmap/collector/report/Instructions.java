package org.tslmap.collector.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.tslmap.collector.report.Column.Shown;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.InstructionCounts;
import org.tslmap.locality.profile.InstructionKind;
import org.tslmap.locality.profile.Operations;
import org.tslmap.locality.profile.ProcessProfile;

/** What reports show of the instructions that processes executed. */
final class Instructions {

  private final boolean known;
  private final Map<FunctionInfo, InstructionCounts> functions;

  private Instructions(boolean known, Map<FunctionInfo, InstructionCounts> functions) {
    this.known = known;
    this.functions = functions;
  }

  /** Those of some processes, if they were counted in all of them. */
  static Instructions of(List<ProcessProfile> processes) {
    boolean known = Operations.areKnown(processes);
    return new Instructions(known, known ? Operations.byFunction(processes) : Map.of());
  }

  /** Functions that executed any; none if they were not counted. */
  Set<FunctionInfo> functions() {
    return functions.keySet();
  }

  /** All of them, if they were counted. */
  Optional<InstructionCounts> whole() {
    return known ? functions.values().stream().reduce(InstructionCounts::plus) : Optional.empty();
  }

  /** A function's own, if they were counted. */
  Optional<InstructionCounts> of(FunctionInfo function) {
    return known
        ? Optional.of(functions.getOrDefault(function, InstructionCounts.NONE))
        : Optional.empty();
  }

  /** How many there are for an access, in all and by kind. */
  Optional<String> line(long accesses) {
    return whole()
        .filter(counts -> accesses > 0)
        .map(
            counts ->
                String.format(
                    Locale.ROOT,
                    "%,d, %.2f for each access: %s",
                    counts.all(),
                    (double) counts.all() / accesses,
                    Arrays.stream(InstructionKind.values())
                        .filter(kind -> counts.of(kind) > 0)
                        .map(kind -> perAccess(kind, counts, accesses))
                        .collect(Collectors.joining(", "))));
  }

  /** How many conditional branches were mispredicted. */
  Optional<String> branches() {
    return whole()
        .filter(c -> c.mispredicted().isPresent() && c.conditional().getAsLong() > 0)
        .map(
            counts ->
                String.format(
                    Locale.ROOT,
                    "%.1f %% of the conditional ones mispredicted",
                    100.0 * counts.mispredicted().getAsLong() / counts.conditional().getAsLong()));
  }

  private static String perAccess(InstructionKind kind, InstructionCounts counts, long accesses) {
    double each = (double) counts.of(kind) / accesses;
    return each < 0.005
        ? kind.key() + " < 0.01"
        : String.format(Locale.ROOT, "%s %.2f", kind.key(), each);
  }

  /** Columns of the counts; none if they are not known. */
  List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    if (known) {
      columns.add(Column.count("instructions", "instructions", Shown.DATA));
      for (InstructionKind kind : InstructionKind.values()) {
        columns.add(Column.count(kind.key(), kind.key(), Shown.DATA));
      }
    }
    return columns;
  }

  /** A row's quantities by the names of columns. */
  static Map<String, Double> counts(InstructionCounts counts) {
    Map<String, Double> row = new LinkedHashMap<>();
    row.put("instructions", (double) counts.all());
    for (InstructionKind kind : InstructionKind.values()) {
      row.put(kind.key(), (double) counts.of(kind));
    }
    return row;
  }
}
