package org.tslmap.collector.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.SiteProfile;

/**
 * Which code's accesses are meant: one entry of each list that is not empty must fit.
 *
 * @param functions names of functions whose own instructions are selected
 * @param lines source lines whose instructions are selected
 * @param leftOut addresses of instructions that are not selected, since they wait
 * @param inclusive whether what the functions call is selected, too
 * @param toggle the calls from which and to which accesses are selected; empty: all the time
 */
public record SelectedCode(
    List<NamePattern> functions,
    List<SourceLines> lines,
    Set<Long> leftOut,
    boolean inclusive,
    Optional<Toggle> toggle) {

  /** All of it. */
  public static final SelectedCode ALL = of(List.of(), List.of());

  /** Keeps the lists unmodifiable. */
  public SelectedCode {
    functions = List.copyOf(functions);
    lines = List.copyOf(lines);
    leftOut = Set.copyOf(leftOut);
  }

  /** What functions do themselves, in these lines. */
  public static SelectedCode of(List<NamePattern> functions, List<SourceLines> lines) {
    return new SelectedCode(functions, lines, Set.of(), false, Optional.empty());
  }

  /** The same with the code that these processes have of the lines. */
  public SelectedCode in(List<ProcessProfile> processes) {
    List<SourceLines> found = lines.stream().map(some -> some.in(processes)).toList();
    return new SelectedCode(functions, found, leftOut, inclusive, toggle);
  }

  List<String> options() {
    List<String> options = new ArrayList<>();
    functions.forEach(name -> options.add("--tsl-fn=" + name));
    lines.forEach(some -> options.add("--tsl-lines=" + some));
    if (inclusive) {
      options.add("--tsl-inclusive=yes");
    }
    toggle.ifPresent(calls -> options.add("--tsl-toggle=" + calls));
    if (!leftOut.isEmpty()) {
      options.add("--waiting=out");
    }
    return options;
  }

  void describe(StringJoiner text) {
    Selection.describe(text, "function ", functions);
    if (inclusive) {
      text.add("with what it calls");
    }
    toggle.ifPresent(calls -> text.add("between calls " + calls));
    Selection.describe(text, "source ", lines);
    if (!leftOut.isEmpty()) {
      text.add("no waiting");
    }
  }

  /** What the names of files have of it. */
  List<String> words() {
    List<String> words = new ArrayList<>();
    functions.forEach(name -> words.add(name.text()));
    if (inclusive) {
      words.add("inclusive");
    }
    toggle.ifPresent(calls -> words.add(calls.toString()));
    lines.forEach(some -> words.add(some.toString()));
    if (!leftOut.isEmpty()) {
      words.add("work");
    }
    return words;
  }

  /** Whether a function of that demangled name is selected. */
  public boolean hasFunction(String name) {
    return functions.isEmpty() || functions.stream().anyMatch(wanted -> wanted.matches(name));
  }

  /** Whether a function of that demangled name is selected together with what it calls. */
  public boolean hasRoot(String name) {
    return inclusive && hasFunction(name);
  }

  /**
   * Whether the accesses of an instruction of a function of that demangled name are selected; of an
   * inclusive selection, where they are made inside of a root.
   */
  public boolean hasInstruction(String function, long address) {
    return (inclusive || hasFunction(function))
        && (lines.isEmpty()
            || lines.stream().anyMatch(some -> some.instructions().contains(address)))
        && !leftOut.contains(address);
  }

  /** Whether the accesses of a site of a process's profile are selected by its code. */
  public boolean hasSite(ProcessProfile process, SiteProfile site) {
    FunctionInfo function = process.functionOf(site);
    return hasFunction(function.name())
        && (lines.isEmpty()
            || lines.stream().anyMatch(some -> some.has(site.sourceLine(function))));
  }
}
