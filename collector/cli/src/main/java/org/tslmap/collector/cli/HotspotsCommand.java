package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.apexmap.OutsideSurfaceException;
import org.tslmap.apexmap.SurfaceFile;
import org.tslmap.collector.hotspots.AccessTimes;
import org.tslmap.collector.hotspots.CacheLevel;
import org.tslmap.collector.hotspots.HotspotCsv;
import org.tslmap.collector.hotspots.HotspotJson;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.hotspots.HotspotText;
import org.tslmap.collector.hotspots.Hotspots;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code tslmap hotspots}: what is wrong with a run's accesses, and what helps. */
@Command(
    name = "hotspots",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Ranks functions and data objects, phase by phase, by the time that mending them could save"
          + " at best: lines that come back too late for a cache, or are fetched for a few bytes."
          + " Says what the pattern is (column walk, random probes, repeated sweep, false sharing"
          + " ...) and what helps.",
      "",
      "Shares are those of the estimated time of all accesses, without the dynamic loader's. Costs"
          + " of misses are the machine's where its surface is there, and typical ones otherwise."
          + " collector/HOTSPOTS.md has the criteria.",
    },
    footer = {
      "",
      "Example: tslmap hotspots tslmap-runs/20250131-120000-matmul --cache 48K:12,2M",
    })
final class HotspotsCommand implements Callable<Integer> {

  /** Forms of the list. */
  enum Format {
    /** Sentences. */
    TEXT,
    /** For scripts. */
    JSON,
    /** For spreadsheets. */
    CSV
  }

  private static final int TOP_OF_TEXT = 10;
  private static final int DEFAULT_WAYS = 8;

  @Spec private CommandSpec command;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Hotspots shown (default: 10 in text, all in json and csv).")
  private int top = -1;

  @Option(
      names = "--format",
      paramLabel = "text|json|csv",
      description = "Sentences, or data for scripts (default text).")
  private Format format = Format.TEXT;

  @Option(
      names = "--cache",
      split = ",",
      paramLabel = "SIZE[:WAYS]",
      description =
          "Sizes of the caches, smallest first, with the lines in a set (default: those of the"
              + " surface's machine, or 32K:8,1M:16,32M:16).")
  private List<String> caches = List.of();

  @Option(
      names = "--surface",
      paramLabel = "FILE",
      description =
          "What accesses cost, from tslmap apex measure (default: surface.json if there is one, or"
              + " else typical costs).")
  private Optional<Path> surface = Optional.empty();

  @Option(
      names = "--least",
      paramLabel = "PERCENT",
      description =
          "Waste that is worth showing, in percent of the estimated time (default 0.5); less is"
              + " summed.")
  private double least = 100 * HotspotSettings.LEAST_SHARE;

  @Mixin private InliningOption inlining = new InliningOption();

  @Parameters(paramLabel = "DIR|FILE", description = "A run folder or a profile.")
  private Path run;

  @Override
  public Integer call() throws Exception {
    if (top < -1) {
      throw wrong("--top expects a number that is not negative, but found " + top);
    }
    HotspotSettings settings = settings();
    Path file = RunFolders.profileOf(run);
    LocalityProfile profile = inlining.apply(ProfileJson.read(file), file);
    ProfileJson.remarks(file)
        .forEach(remark -> command.commandLine().getErr().println("tslmap: note: " + remark));
    Hotspots hotspots;
    try {
      hotspots = Hotspots.of(profile, settings);
    } catch (IllegalArgumentException e) {
      throw new MeasurementException(file + ": " + e.getMessage());
    }
    int shown = top >= 0 ? top : format == Format.TEXT ? TOP_OF_TEXT : Integer.MAX_VALUE;
    PrintWriter out = command.commandLine().getOut();
    switch (format) {
      case TEXT -> HotspotText.write(hotspots, shown, out);
      case JSON -> HotspotJson.write(hotspots, shown, out);
      case CSV -> HotspotCsv.write(hotspots, shown, out);
    }
    return 0;
  }

  private HotspotSettings settings() throws IOException, MeasurementException {
    Optional<Path> file =
        surface.or(
            () -> Optional.of(SurfaceInput.DEFAULT).filter(there -> Files.isRegularFile(there)));
    Optional<SurfaceFile> surfaces = Optional.empty();
    if (file.isPresent()) {
      PrintWriter err = command.commandLine().getErr();
      surfaces = Optional.of(SurfaceInput.readForThisMachine(file.get(), err));
    }
    List<CacheLevel> levels =
        caches.isEmpty()
            ? surfaces
                .map(measured -> CacheLevel.of(measured.machine()))
                .filter(found -> !found.isEmpty())
                .orElse(HotspotSettings.COMMON_CACHES)
            : levels();
    try {
      AccessTimes times =
          surfaces.isPresent()
              ? AccessTimes.of(surfaces.get(), "" + file.get())
              : AccessTimes.typical(levels);
      return new HotspotSettings(levels, times, least / 100);
    } catch (OutsideSurfaceException e) {
      throw new MeasurementException(file.get() + ": " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private List<CacheLevel> levels() {
    List<CacheLevel> levels = new ArrayList<>();
    for (String text : caches) {
      int colon = text.indexOf(':');
      String size = colon < 0 ? text : text.substring(0, colon);
      String ways = colon < 0 ? "" + DEFAULT_WAYS : text.substring(colon + 1);
      if (!ways.matches("[1-9]\\d{0,5}")) {
        throw wrong("--cache expects SIZE or SIZE:WAYS, such as 32K:8, but found '" + text + "'");
      }
      try {
        levels.add(
            new CacheLevel(
                "L" + (levels.size() + 1), new ByteSize().convert(size), Integer.parseInt(ways)));
      } catch (TypeConversionException e) {
        throw wrong("--cache: " + e.getMessage());
      }
    }
    return levels;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
