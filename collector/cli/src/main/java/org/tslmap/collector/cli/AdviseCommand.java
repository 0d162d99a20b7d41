package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tslmap.collector.advice.Advice;
import org.tslmap.collector.advice.AdviceJson;
import org.tslmap.collector.advice.AdviceSettings;
import org.tslmap.collector.advice.AdviceText;
import org.tslmap.collector.advice.NextCommand;
import org.tslmap.collector.advice.Reference;
import org.tslmap.collector.hotspots.CacheLevel;
import org.tslmap.collector.report.CacheSize;
import org.tslmap.collector.report.Comparison;
import org.tslmap.collector.report.RowSelection;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.LocalityProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tslmap advise}: what to look at first in a run. */
@Command(
    name = "advise",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Says on one page what to look at first in a run: bad patterns (hotspots, idle threads and"
          + " ranks, imbalance), what is most loaded (memory, caches), what is least loaded (lines,"
          + " threads, ranks), and which phases, threads, ranks and hosts differ. Each line has its"
          + " numbers and the command that shows more. Of a good run it says that nothing is wrong.",
      "",
      "Of several runs each has its page, and those after the first are compared with it."
          + " collector/ADVISE.md has the criteria.",
    },
    footer = {
      "",
      "Examples:",
      "  tslmap advise",
      "  tslmap advise tslmap-runs/before tslmap-runs/after",
      "  tslmap advise tslmap-runs/ranks --reference 0 --format json",
    })
final class AdviseCommand implements Callable<Integer> {

  /** Forms of the advice. */
  enum Format {
    /** A page for people. */
    TEXT,
    /** For scripts. */
    JSON
  }

  @Spec private CommandSpec command;

  @Mixin private HotspotOptions weighing = new HotspotOptions();

  @Option(
      names = "--threshold",
      paramLabel = "PERCENT",
      description =
          "Share of a measure's maximum from which something counts as loaded, and below which as"
              + " little used (default 50).")
  private double threshold = 100 * AdviceSettings.THRESHOLD;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Lines of each step at most (default 3).")
  private int top = AdviceSettings.TOP;

  @Option(
      names = "--reference",
      paramLabel = "RUN|HOST|RANK",
      description =
          "A run folder, a host, or a rank's number: what the run, its hosts or its ranks are"
              + " compared with (default: the first run, or all hosts and ranks together).")
  private Optional<String> reference = Optional.empty();

  @Option(
      names = "--format",
      paramLabel = "text|json",
      description = "A page, or data for scripts (default text).")
  private Format format = Format.TEXT;

  @Mixin private InliningOption inlining = new InliningOption();

  @Parameters(
      arity = "0..*",
      paramLabel = "RUN",
      description = "Run folders or profiles (default: the newest run in tslmap-runs or here).")
  private List<Path> named = List.of();

  @Override
  public Integer call() throws Exception {
    check();
    AdviceSettings settings =
        new AdviceSettings(weighing.settings(command.commandLine()), threshold / 100, top);
    List<Path> runs = named.isEmpty() ? List.of(RunChoice.newest(command)) : named;
    List<Advice> advice = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      Optional<Path> first = i == 0 ? Optional.empty() : Optional.of(runs.get(0));
      advice.add(advice(runs.get(i), first, settings));
    }
    PrintWriter out = command.commandLine().getOut();
    if (format == Format.JSON) {
      AdviceJson.write(advice, out);
    } else {
      for (int i = 0; i < advice.size(); i++) {
        if (i > 0) {
          out.println();
        }
        AdviceText.write(advice.get(i), out);
      }
    }
    return 0;
  }

  private void check() {
    if (!(threshold >= 0 && threshold <= 100)) {
      refuse("--threshold expects percent, 0 to 100, but found " + threshold);
    }
    if (top < 1) {
      refuse("--top expects a number from 1 on, but found " + top);
    }
  }

  private void refuse(String message) {
    throw new ParameterException(command.commandLine(), message);
  }

  private Advice advice(Path run, Optional<Path> first, AdviceSettings settings)
      throws IOException, MeasurementException {
    ShownRun shown = ShownRun.read(run).with(inlining);
    try {
      return Advice.of(
          shown.report(RowSelection.ALL),
          settings,
          reference(shown, first, settings),
          next(run, shown.profile()));
    } catch (IllegalArgumentException e) {
      throw new MeasurementException(shown.file() + ": " + e.getMessage());
    }
  }

  private NextCommand next(Path run, LocalityProfile profile) {
    boolean traced =
        Files.isDirectory(new RunFolder(run).traces())
            && profile.processes().stream().allMatch(process -> process.totals().isStoredWhole());
    return new NextCommand(NextCommand.word(run.toString()), weighing.words(), traced);
  }

  /** What a run and its parts are compared with. */
  private Reference reference(ShownRun shown, Optional<Path> first, AdviceSettings settings)
      throws IOException, MeasurementException {
    if (reference.isEmpty()) {
      return first.isPresent() ? run(shown, first.get(), settings) : new Reference.None();
    }
    String name = reference.get();
    Optional<Reference> part = Reference.part(shown.profile(), name);
    if (part.isPresent()) {
      return part.get();
    }
    if (!Files.exists(Path.of(name))) {
      throw new ParameterException(
          command.commandLine(),
          "--reference expects a run folder, or one of the ranks and hosts of %s (%s), but found '%s'"
              .formatted(shown.file(), String.join(", ", Reference.names(shown.profile())), name));
    }
    return run(shown, Path.of(name), settings);
  }

  private Reference run(ShownRun shown, Path other, AdviceSettings settings)
      throws IOException, MeasurementException {
    LocalityProfile before = ShownRun.read(other).with(inlining).profile();
    List<CacheSize> caches =
        settings.weighing().caches().stream().map(CacheLevel::bytes).map(CacheSize::new).toList();
    return new Reference.Run(
        Comparison.of(
            before,
            shown.profile(),
            caches,
            CompareCommand.margins(other).or(CompareCommand.margins(shown.file().getParent()))),
        next(other, before));
  }
}
