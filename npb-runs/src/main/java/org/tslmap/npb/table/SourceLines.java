package org.tslmap.npb.table;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * How long the code is that made a profile's accesses, in lines that are not blank. Only sources
 * that are on this machine count: those of the program, not those of the C library.
 */
final class SourceLines {

  private SourceLines() {}

  /** All files that a function of the profile comes from; nothing if none of them is here. */
  static OptionalLong ofProgram(LocalityProfile profile) throws IOException {
    long lines = 0;
    for (Path file : files(profile)) {
      lines += lines(file).stream().filter(line -> !line.isBlank()).count();
    }
    return lines == 0 ? OptionalLong.empty() : OptionalLong.of(lines);
  }

  /**
   * One C function, from the line of its name to its closing brace; nothing if its source is not
   * here, or it is written in another way.
   */
  static OptionalLong ofFunction(LocalityProfile profile, String function) throws IOException {
    Pattern start = Pattern.compile("[A-Za-z_].*\\b" + Pattern.quote(function) + "\\s*\\([^;]*");
    for (Path file : files(profile)) {
      long count = 0;
      for (String line : lines(file)) {
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

  private static Set<Path> files(LocalityProfile profile) {
    Set<Path> files = new TreeSet<>();
    for (ProcessProfile process : profile.processes()) {
      for (FunctionInfo function : process.functions()) {
        Path file = Path.of(function.file());
        if (file.isAbsolute() && Files.isRegularFile(file)) {
          files.add(file.normalize());
        }
      }
    }
    return files;
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
  }
}
