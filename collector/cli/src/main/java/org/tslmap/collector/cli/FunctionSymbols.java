package org.tslmap.collector.cli;

import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.tslmap.collector.debuginfo.DebugInformation;
import org.tslmap.collector.debuginfo.DebugInformationException;
import org.tslmap.locality.profile.FunctionInfo;

/** What the linker calls functions of C++: their object files know. */
final class FunctionSymbols {
  private final Map<String, Map<String, SortedSet<String>>> objects = new HashMap<>();

  /** All symbols of a function; none if it is not of C++, or its object file has gone. */
  List<String> of(FunctionInfo function) {
    return List.copyOf(
        objects
            .computeIfAbsent(function.object(), FunctionSymbols::read)
            .getOrDefault(function.name(), Collections.emptySortedSet()));
  }

  /** All symbols of the functions of a name, which are to be found in a list. */
  List<String> of(String name, List<FunctionInfo> functions) {
    return functions.stream()
        .filter(function -> function.name().equals(name))
        .flatMap(function -> of(function).stream())
        .distinct()
        .sorted()
        .toList();
  }

  private static Map<String, SortedSet<String>> read(String object) {
    if (object.isEmpty()) {
      return Map.of();
    }
    try (DebugInformation information = DebugInformation.open(Path.of(object))) {
      return information.symbols();
    } catch (DebugInformationException e) {
      return Map.of();
    }
  }
}
