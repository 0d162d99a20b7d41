package org.tslmap.collector.report;

import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * Functions named by a user: a whole name, where "*" stands for anything, or nothing for all. A C++
 * function may be named without its parameters.
 */
final class NamePattern {

  private final String text;
  private final Pattern pattern;

  NamePattern(String text) {
    this.text = text;
    String expression =
        String.join(".*", List.of(text.split("\\*", -1)).stream().map(Pattern::quote).toList());
    pattern = Pattern.compile(text.isEmpty() ? ".*" : expression + "(\\(.*)?", Pattern.DOTALL);
  }

  boolean matches(String name) {
    return pattern.matcher(name).matches();
  }

  /** Why a table is empty. */
  String nothing(Scope scope) {
    TreeSet<String> near = new TreeSet<>();
    for (ProcessProfile process : scope.processes()) {
      for (FunctionInfo function : process.functions()) {
        if (function.name().contains(text.replace("*", ""))) {
          near.add(function.name());
        }
      }
    }
    return "no function of the run is named '%s' and made an access%s; see --table functions"
        .formatted(
            text,
            near.isEmpty()
                ? ""
                : near.stream().limit(5).collect(Collectors.joining(", ", " (there are: ", ")")));
  }
}
