package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.tslmap.collector.hotspots.HotspotSettings;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The option that says what accesses cost. */
final class SurfaceOption {

  @Option(
      names = "--surface",
      paramLabel = "FILE",
      description =
          "What accesses cost, from tslmap apex measure (default: surface.json if there is one, or"
              + " else typical costs).")
  private Optional<Path> surface = Optional.empty();

  /** A surface that was not named by an option. */
  static SurfaceOption of(Optional<Path> file) {
    SurfaceOption option = new SurfaceOption();
    option.surface = file;
    return option;
  }

  /** The file that was named, if one was. */
  Optional<Path> file() {
    return surface;
  }

  /** The usual settings with the costs of the surface. */
  HotspotSettings hotspotSettings(CommandLine commandLine) throws IOException {
    return HotspotOptions.usual(surface, commandLine);
  }
}
