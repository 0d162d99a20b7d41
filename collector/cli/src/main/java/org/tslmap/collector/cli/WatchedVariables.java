package org.tslmap.collector.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tslmap.collector.debuginfo.DebugInformation;
import org.tslmap.collector.debuginfo.DebugInformationException;
import org.tslmap.collector.debuginfo.DefinedFunction;
import org.tslmap.collector.debuginfo.LocalVariable;
import org.tslmap.collector.debuginfo.StaticVariable;
import org.tslmap.collector.names.NamePattern;

/**
 * Looks up variables that are named with the function or the line that declares them, in a program
 * and the shared objects it starts with.
 */
final class WatchedVariables {
  private static final Pattern PLACED = Pattern.compile("(?!heap@)([^@]+)@(.+)");
  private static final Pattern LINE = Pattern.compile("(.*[^:]):([0-9]{1,9})");
  private static final Pattern SHARED_OBJECT = Pattern.compile("\\s(/.*) \\(0x[0-9a-f]+\\)");

  /** One of the names: of a variable that a function declares, or a line of a file. */
  private record Wanted(
      int number, NamePattern name, NamePattern function, Pattern file, int line) {
    static Optional<Wanted> of(int number, String watch) {
      Matcher placed = PLACED.matcher(watch);
      if (!placed.matches()) {
        return Optional.empty();
      }
      NamePattern name = new NamePattern(placed.group(1));
      Matcher line = LINE.matcher(placed.group(2));
      return Optional.of(
          line.matches()
              ? new Wanted(
                  number,
                  name,
                  NamePattern.ANY,
                  lastParts(line.group(1)),
                  Integer.parseInt(line.group(2)))
              : new Wanted(
                  number, name, new NamePattern(placed.group(2)), Pattern.compile(".*"), 0));
    }

    /** Paths that are this one or end by it. */
    private static Pattern lastParts(String path) {
      String expression = path.replaceAll("[^*?]+", "\\\\Q$0\\\\E").replace("*", ".*");
      return Pattern.compile("(.*/)?" + expression.replace("?", "."));
    }

    boolean isDeclared(String variable, String byFunction, String inFile, int atLine) {
      boolean here =
          line == 0
              ? !byFunction.isEmpty() && function.matches(byFunction)
              : line == atLine && file.matcher(inFile).matches();
      return here
          && (name.matches(variable)
              || name.matches(variable.substring(variable.lastIndexOf(':') + 1)));
    }
  }

  private final List<Wanted> wanted = new ArrayList<>();
  private final Set<String> places = new LinkedHashSet<>();
  private final boolean[] found;

  private WatchedVariables(List<String> watches) {
    for (int i = 0; i < watches.size(); i++) {
      Wanted.of(i, watches.get(i)).ifPresent(wanted::add);
    }
    found = new boolean[watches.size()];
  }

  /**
   * Options that tell the tool where variables are.
   *
   * @param program the program's file
   * @param watches what is watched, in the order in which the tool is told
   * @throws UnknownVariableException naming what has no variable
   */
  static List<String> options(Path program, List<String> watches)
      throws IOException, InterruptedException, UnknownVariableException {
    WatchedVariables variables = new WatchedVariables(watches);
    if (variables.wanted.isEmpty()) {
      return List.of();
    }
    for (Path object : objects(program)) {
      variables.lookUp(object);
    }
    for (Wanted watch : variables.wanted) {
      if (!variables.found[watch.number]) {
        throw new UnknownVariableException(watches.get(watch.number), program);
      }
    }
    return List.copyOf(variables.places);
  }

  /** No variable has the name. */
  static final class UnknownVariableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnknownVariableException(String watch, Path program) {
      super(
          ("--watch %s: expected a variable that this function or line declares, in memory and not"
                  + " thread-local, and found none in %s or the shared objects it starts with;"
                  + " compile it with -g, and say heap@FUNCTION or heap@FILE:LINE for blocks"
                  + " allocated there")
              .formatted(watch, program));
    }
  }

  /** The program and the shared objects it starts with, by the names Valgrind has of them. */
  private static Set<Path> objects(Path program) throws IOException, InterruptedException {
    Set<Path> objects = new LinkedHashSet<>(List.of(program.toRealPath()));
    Optional<Path> list = Installation.find("ldd");
    if (list.isEmpty()) {
      return objects;
    }
    Process ldd =
        new ProcessBuilder(list.get().toString(), program.toRealPath().toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    ldd.getOutputStream().close();
    try (BufferedReader lines = ldd.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher object = SHARED_OBJECT.matcher(line);
        if (object.find() && Files.exists(Path.of(object.group(1)))) {
          objects.add(Path.of(object.group(1)).toRealPath());
        }
      }
    }
    ldd.waitFor();
    return objects;
  }

  private void lookUp(Path object) {
    try (DebugInformation file = DebugInformation.open(object)) {
      for (StaticVariable variable : file.statics()) {
        if (!variable.threadLocal()) {
          add(variable, object);
        }
      }
      for (DefinedFunction function : file.functions()) {
        file.frame(function.entry())
            .ifPresent(
                frame -> frame.variables().forEach(local -> add(local, function.entry(), object)));
      }
    } catch (DebugInformationException e) {
      // A script, or what the loader finds strange: it has no variables.
    }
  }

  private void add(StaticVariable variable, Path object) {
    for (Wanted watch : wanted) {
      if (variable.bytes() > 0
          && watch.isDeclared(
              variable.name(), variable.function(), variable.file(), variable.line())) {
        add(
            watch,
            "static,%d,0,%d,%s,%s"
                .formatted(
                    variable.address(),
                    variable.bytes(),
                    LocalVariable.watchedName(variable.name(), variable.function()),
                    object));
      }
    }
  }

  private void add(LocalVariable variable, long entry, Path object) {
    for (Wanted watch : wanted) {
      if (variable.bytes() > 0
          && watch.isDeclared(
              variable.name(), variable.function(), variable.file(), variable.line())) {
        add(
            watch,
            "frame,%d,%d,%d,%s,%s"
                .formatted(
                    entry, variable.cfaOffset(), variable.bytes(), variable.watchedName(), object));
      }
    }
  }

  private void add(Wanted watch, String place) {
    found[watch.number] = true;
    places.add("--tsl-watch-at=" + watch.number + "," + place);
  }
}
