package org.tslmap.collector.cli.apex;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.RunFolders;
import org.tslmap.collector.report.WideShare;
import org.tslmap.collector.selection.Selection;
import org.tslmap.collector.session.Replay;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.WideAccesses;
import org.tslmap.locality.profile.AccessTotals;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.View;

/**
 * A run that was measured before.
 *
 * @param name what tables and pictures call it
 * @param profile what was measured
 */
record RunInput(String name, LocalityProfile profile) {

  /**
   * Opens a run folder or a profile.
   *
   * @throws MeasurementException if nothing was measured, or processes do not add up
   */
  static RunInput read(Path path) throws IOException, MeasurementException {
    Path file = RunFolders.profileOf(path);
    LocalityProfile profile = ProfileJson.read(file);
    try {
      if (profile.merged().totals().accesses() == 0) {
        throw new MeasurementException(file + " holds no access, so there is nothing to place");
      }
      if (!profile.merged().histograms().tellScores()) {
        throw new MeasurementException(
            String.format(
                Locale.ROOT,
                "%s: %.0f %% of the accesses were counted and not scored, so its place and time are not known; measure it without --filter and --skip-*",
                file,
                100.0
                    * profile.merged().histograms().counted()
                    / profile.merged().histograms().accesses()));
      }
    } catch (IllegalStateException e) {
      throw new MeasurementException(file + ": " + e.getMessage());
    }
    return new RunInput(name(path, profile), profile);
  }

  /**
   * The same where accesses of more than a word count for each word, as those of the probe do. A
   * run that has many and was scored otherwise is scored again, if its trace is stored.
   *
   * @param notices takes a line about that
   */
  static RunInput readInWords(Path path, Consumer<String> notices)
      throws IOException, MeasurementException {
    RunInput run = read(path);
    MetricParameters parameters = run.profile.merged().parameters();
    WideShare wide = WideShare.of(run.profile.processes(), parameters);
    if (!wide.matters()) {
      return run;
    }
    String many =
        String.format(
            Locale.ROOT,
            "%s: %.0f %% of the accesses are of more than a word",
            run.name,
            100 * wide.share());
    if (!run.totals().isStoredWhole() || !Files.isDirectory(new RunFolder(path).traces())) {
      notices.accept(
          many
              + " and count once each, but surfaces are of single words; run it with --trace full,"
              + " so that the trace can be scored again");
      return run;
    }
    notices.accept(many + "; its trace is scored again, each word counted");
    LocalityProfile words =
        Replay.replay(
            path,
            parameters.withWide(WideAccesses.WORDS),
            EngineChoice.AUTO,
            AttributionOptions.CODE,
            List.of(),
            process -> Selection.ALL,
            Optional.empty(),
            run.profile.expectedRanks(),
            Runtime.getRuntime().availableProcessors(),
            notices);
    return new RunInput(run.name, withDependence(words, run.profile));
  }

  /** Which loads depend on others is told only where each access counts once. */
  private static LocalityProfile withDependence(LocalityProfile words, LocalityProfile measured) {
    Map<ProcessIdentity, ProcessProfile> known = new HashMap<>();
    measured.processes().forEach(process -> known.put(process.identity(), process));
    return new LocalityProfile(
        words.generator(),
        words.processes().stream()
            .map(
                process ->
                    known.containsKey(process.identity())
                        ? process.withDependenceOf(known.get(process.identity()))
                        : process)
            .toList(),
        words.expectedRanks());
  }

  /** Which of the program's accesses were scored. */
  View view() {
    return profile.mainProcess().view();
  }

  /** Whether accesses of the program are missing; estimated ones stand for others. */
  boolean isPart() {
    AccessTotals totals = totals();
    return view() != View.IN_CONTEXT && (totals.estimated() == 0 || totals.leftOut() > 0);
  }

  /** How many accesses there are, of all processes. */
  AccessTotals totals() {
    return profile.merged().totals();
  }

  /** The folder's name; that of the program for a profile outside of a run's folder. */
  private static String name(Path path, LocalityProfile profile) {
    Path last = path.toAbsolutePath().normalize().getFileName();
    if (last != null && !last.toString().endsWith(".json")) {
      return last.toString();
    }
    String program = profile.mainProcess().identity().executable();
    return program.substring(program.lastIndexOf('/') + 1);
  }
}
