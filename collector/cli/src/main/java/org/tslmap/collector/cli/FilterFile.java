package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.tslmap.locality.filter.FilterRules;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Filter files that options name. */
public final class FilterFile {

  private FilterFile() {}

  /**
   * Refuses a filter file that cannot be read, or is none.
   *
   * @throws ParameterException one line that begins with the option
   */
  public static void check(Optional<Path> file, String option, CommandLine commandLine) {
    try {
      if (file.isPresent()) {
        FilterRules.read(file.get()).close();
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new ParameterException(commandLine, option + ": " + e.getMessage());
    }
  }
}
