package org.tslmap.collector.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.hotspots.HotspotText;
import org.tslmap.collector.hotspots.Hotspots;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.RowSelection;
import org.tslmap.collector.report.TextReport;
import org.tslmap.collector.view.FirstPage;
import org.tslmap.locality.profile.LocalityProfile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a command prints of the run that it has made. */
final class ResultSummary {

  /** Hotspots shown. */
  private static final int HOTSPOTS = 3;

  /** Fewer accesses take about a millisecond, so that finding hotspots costs more than it saves. */
  private static final long WORTH_HOTSPOTS = 1_000_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print nothing but errors.")
  private boolean quiet;

  @Option(
      names = "--top",
      paramLabel = "N",
      description =
          "Functions in the printed table (default: up to 15 with 0.5 %% of the accesses or more).")
  private Optional<Integer> top = Optional.empty();

  /** What was found of the profile that was written last. */
  private Optional<Hotspots> hotspots = Optional.empty();

  boolean quiet() {
    return quiet;
  }

  /** Refuses wrong values before anything is made or started. */
  void check() {
    if (top.orElse(0) < 0) {
      throw new ParameterException(
          command.commandLine(),
          "--top expects a number that is not negative, but found " + top.get());
    }
  }

  /** Prints the table and the first hotspots, unless only errors are wanted. */
  void write(LocalityProfile profile, PrintWriter out) {
    if (quiet) {
      return;
    }
    TextReport.write(Report.of(profile, top.map(RowSelection::top).orElse(RowSelection.MAIN)), out);
    long accesses = profile.processes().stream().mapToLong(p -> p.totals().accesses()).sum();
    if (accesses >= WORTH_HOTSPOTS
        && profile.processes().stream().anyMatch(p -> p.attribution().hasData())) {
      out.println();
      try {
        HotspotSettings settings = HotspotOptions.usual(Optional.empty(), command.commandLine());
        Hotspots found = Hotspots.of(profile, settings);
        hotspots = Optional.of(found);
        HotspotText.brief(found, HOTSPOTS, out);
      } catch (IOException e) {
        out.println("hotspots are not known: " + e.getMessage());
      }
    }
  }

  /** Prints where the run is and what shows more of it, unless only errors are wanted. */
  void kept(Path folder, LocalityProfile profile, PrintWriter out) {
    if (quiet) {
      return;
    }
    keepFirstPage(folder, profile);
    String run = RunFolders.quoted(folder);
    out.println();
    out.println("kept in %s; next:".formatted(folder));
    out.println("  tslmap hotspots %s              the evidence, and what helps".formatted(run));
    out.println("  tslmap report --table lines %s  or data, calls, phases, ...".formatted(run));
    out.println("  tslmap view %s                  all of it in the browser".formatted(run));
    out.flush();
  }

  /** Says what scores all accesses of a run that was sampled unasked, unless only errors count. */
  void exact(PrintWriter out) {
    if (!quiet) {
      out.println(
          "  tslmap run --sample=off ...     every access scored, all of the trace: takes much longer");
      out.flush();
    }
  }

  /** So that pages of a large profile open at once. Without it they only take longer. */
  private void keepFirstPage(Path folder, LocalityProfile profile) {
    if (hotspots.isPresent()) {
      try {
        FirstPage.keep(folder, profile, hotspots.get());
      } catch (IOException e) {
        LoggerFactory.getLogger(ResultSummary.class).debug("the first page is not kept", e);
      }
    }
  }
}
