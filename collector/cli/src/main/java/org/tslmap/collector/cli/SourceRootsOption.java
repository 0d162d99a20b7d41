package org.tslmap.collector.cli;

import java.nio.file.Path;
import java.util.List;
import org.tslmap.collector.sources.SourceRoots;
import picocli.CommandLine.Option;

/** Which folders the text of sources may come from. */
final class SourceRootsOption {

  @Option(
      names = {"--source-root", "--source-path"},
      split = ":",
      paramLabel = "DIR",
      description =
          "Also show sources of this folder, and look there for those that are not where the debug"
              + " information says; may be given several times. Without it sources are shown only"
              + " if they are in the working directory or in the program's folder.")
  private List<Path> folders = List.of();

  SourceRoots roots() {
    return SourceRoots.with(folders);
  }
}
