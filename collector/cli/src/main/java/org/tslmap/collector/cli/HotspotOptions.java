package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tslmap.apexmap.OutsideSurfaceException;
import org.tslmap.apexmap.SurfaceFile;
import org.tslmap.collector.advice.NextCommand;
import org.tslmap.collector.hotspots.AccessTimes;
import org.tslmap.collector.hotspots.CacheLevel;
import org.tslmap.collector.hotspots.HotspotSettings;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** What hotspots are weighed with: caches, costs of misses, and the least waste worth showing. */
final class HotspotOptions {

  private static final int DEFAULT_WAYS = 8;

  @Option(
      names = "--cache",
      split = ",",
      paramLabel = "SIZE[:WAYS]",
      description =
          "Sizes of the caches, smallest first, with the lines in a set (default: those of the"
              + " surface's machine, or 32K:8,1M:16,32M:16).")
  private List<String> caches = List.of();

  @Mixin private SurfaceOption surface = new SurfaceOption();

  @Option(
      names = "--least",
      paramLabel = "PERCENT",
      description =
          "Waste that is worth showing, in percent of the estimated time (default 0.5); less is"
              + " summed.")
  private double least = 100 * HotspotSettings.LEAST_SHARE;

  /**
   * The settings of commands that do other things as well: with the costs of a surface, or typical
   * ones, and a line that says why, where it does not have them.
   *
   * @param surface the surface that was named, if one was
   */
  static HotspotSettings usual(Optional<Path> surface, CommandLine commandLine) throws IOException {
    HotspotOptions options = new HotspotOptions();
    options.surface = SurfaceOption.of(surface);
    try {
      return options.settings(commandLine);
    } catch (MeasurementException e) {
      commandLine.getErr().println("tslmap: hotspots have typical costs: " + e.getMessage());
      return HotspotSettings.defaults();
    }
  }

  /**
   * The settings that the options ask for.
   *
   * @param commandLine the command that refuses wrong values
   * @throws MeasurementException if the surface does not have the costs
   */
  HotspotSettings settings(CommandLine commandLine) throws IOException, MeasurementException {
    Optional<Path> file =
        surface
            .file()
            .or(
                () ->
                    Optional.of(SurfaceInput.DEFAULT).filter(there -> Files.isRegularFile(there)));
    Optional<SurfaceFile> surfaces = Optional.empty();
    if (file.isPresent()) {
      PrintWriter err = commandLine.getErr();
      surfaces = Optional.of(SurfaceInput.readForThisMachine(file.get(), err));
    }
    try {
      List<CacheLevel> levels =
          caches.isEmpty()
              ? surfaces
                  .map(measured -> CacheLevel.of(measured.machine()))
                  .filter(found -> !found.isEmpty())
                  .orElse(HotspotSettings.COMMON_CACHES)
              : levels();
      AccessTimes times =
          surfaces.isPresent()
              ? AccessTimes.of(surfaces.get(), file.get() + SurfaceInput.mark(surfaces.get()))
              : AccessTimes.typical(levels);
      return new HotspotSettings(levels, times, least / 100);
    } catch (OutsideSurfaceException e) {
      throw new MeasurementException(file.get() + ": " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(commandLine, e.getMessage(), e);
    }
  }

  /** The options that were given, each after a blank, for a command line that weighs alike. */
  String words() {
    return (caches.isEmpty() ? "" : " --cache " + String.join(",", caches))
        + surface.file().map(file -> " --surface " + NextCommand.word(file.toString())).orElse("");
  }

  private List<CacheLevel> levels() {
    List<CacheLevel> levels = new ArrayList<>();
    for (String text : caches) {
      int colon = text.indexOf(':');
      String size = colon < 0 ? text : text.substring(0, colon);
      String ways = colon < 0 ? "" + DEFAULT_WAYS : text.substring(colon + 1);
      if (!ways.matches("[1-9]\\d{0,5}")) {
        throw new IllegalArgumentException(
            "--cache expects SIZE or SIZE:WAYS, such as 32K:8, but found '" + text + "'");
      }
      try {
        levels.add(
            new CacheLevel(
                "L" + (levels.size() + 1), new ByteSize().convert(size), Integer.parseInt(ways)));
      } catch (TypeConversionException e) {
        throw new IllegalArgumentException("--cache: " + e.getMessage(), e);
      }
    }
    return levels;
  }
}
