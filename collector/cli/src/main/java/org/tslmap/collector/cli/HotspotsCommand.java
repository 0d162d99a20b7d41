package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.collector.hotspots.HotspotCsv;
import org.tslmap.collector.hotspots.HotspotJson;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.hotspots.HotspotText;
import org.tslmap.collector.hotspots.Hotspots;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.View;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

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
      "",
      "With options that select accesses the hotspots are those of these accesses alone, which takes"
          + " the stored trace: it is scored again as tslmap replay does. What other accesses bring"
          + " into a cache, or drive out, is not counted then.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap hotspots",
      "  tslmap hotspots --try 1",
      "  tslmap hotspots --fn 'solve*' --inclusive",
      "  tslmap hotspots tslmap-runs/20250131-120000-matmul --cache 48K:12,2M",
    })
final class HotspotsCommand implements Callable<Integer> {

  private static final int TOP_OF_TEXT = 10;

  private static final Map<View, String> NOTES =
      Map.of(
          View.PARTIAL,
          "the run is partial: hotspots are those of the accesses that have scores",
          View.ISOLATED,
          "the run is isolated: what other accesses bring into a cache, or drive out, is not counted");

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

  @Mixin private HotspotOptions weighing = new HotspotOptions();
  @Mixin private InliningOption inlining = new InliningOption();
  @Mixin private TryOption trial = new TryOption();

  @Mixin private SelectedRun selected = new SelectedRun(new SelectionOptions.WithPhases());

  @Mixin private RunChoice run = new RunChoice();

  @Override
  public Integer call() throws Exception {
    if (top < -1) {
      throw new ParameterException(
          command.commandLine(), "--top expects a number that is not negative, but found " + top);
    }
    if (trial.isGiven() && selected.narrows()) {
      throw new ParameterException(
          command.commandLine(),
          "--try: expected no options beside it that select accesses, since remedies are tried on all"
              + " of a trace");
    }
    HotspotSettings settings = weighing.settings(command.commandLine());
    Path folder = selected.of(run.path());
    Path file = RunFolders.profileOf(folder);
    LocalityProfile recorded = ProfileJson.read(file);
    LocalityProfile profile = inlining.apply(recorded);
    ProfileJson.remarks(file)
        .forEach(remark -> command.commandLine().getErr().println("tslmap: note: " + remark));
    profile.processes().stream()
        .map(process -> NOTES.get(process.view()))
        .filter(Objects::nonNull)
        .distinct()
        .forEach(note -> command.commandLine().getErr().println("tslmap: note: " + note));
    Hotspots hotspots;
    try {
      hotspots = Hotspots.of(profile, settings);
    } catch (IllegalArgumentException e) {
      throw new MeasurementException(file + ": " + e.getMessage());
    }
    int shown = top >= 0 ? top : format == Format.TEXT ? TOP_OF_TEXT : Integer.MAX_VALUE;
    Optional<IOException> untried = Optional.empty();
    if (trial.isGiven()) {
      try {
        hotspots = trial.apply(folder, recorded, hotspots, shown, command.commandLine());
      } catch (IOException e) {
        untried = Optional.of(e);
      }
    }
    PrintWriter out = command.commandLine().getOut();
    switch (format) {
      case TEXT -> HotspotText.write(hotspots, shown, out);
      case JSON -> HotspotJson.write(hotspots, shown, out);
      case CSV -> HotspotCsv.write(hotspots, shown, out);
    }
    if (untried.isPresent()) {
      out.flush();
      throw untried.get();
    }
    return 0;
  }
}
