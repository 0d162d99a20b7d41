package org.tslmap.npb.table;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.tslmap.collector.cli.Installation;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.sources.SourceFiles;
import org.tslmap.collector.sources.SourceRoots;
import org.tslmap.collector.sources.SourceText;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.npb.Programs;

/**
 * How long the code is that made a profile's accesses, in lines that are not blank. Only sources
 * that are on this machine count: those of the program, not those of the C library.
 */
final class SourceLines {

  private SourceLines() {}

  /** All files that a function of the profile comes from; nothing if none of them is here. */
  static OptionalLong ofProgram(LocalityProfile profile) throws MeasurementException {
    long lines = 0;
    for (List<String> file : files(profile)) {
      lines += file.stream().filter(line -> !line.isBlank()).count();
    }
    return lines == 0 ? OptionalLong.empty() : OptionalLong.of(lines);
  }

  /**
   * One C function, from the line of its name to its closing brace; nothing if its source is not
   * here, or it is written in another way.
   */
  static OptionalLong ofFunction(LocalityProfile profile, String function)
      throws MeasurementException {
    Pattern start = Pattern.compile("[A-Za-z_].*\\b" + Pattern.quote(function) + "\\s*\\([^;]*");
    for (List<String> file : files(profile)) {
      long count = 0;
      for (String line : file) {
        boolean inside = count > 0;
        if ((inside && !line.isBlank()) || (!inside && start.matcher(line).matches())) {
          count++;
        }
        if (inside && line.startsWith("}")) {
          return OptionalLong.of(count);
        }
      }
    }
    return OptionalLong.empty();
  }

  /** The lines of each source file, in the order of their places. */
  private static Collection<List<String>> files(LocalityProfile profile)
      throws MeasurementException {
    Path benchmarks = new Programs(Installation.current()).sources();
    SourceFiles sources =
        new SourceFiles(profile, Optional.empty(), SourceRoots.with(List.of(benchmarks)));
    SortedMap<String, List<String>> files = new TreeMap<>();
    for (String name : sources.names()) {
      SourceText text = sources.read(name);
      if (text.isThere()) {
        files.put(text.place(), text.lines());
      }
    }
    return files.values();
  }
}
