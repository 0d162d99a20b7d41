package org.tslmap.npb.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.RunFolders;
import org.tslmap.locality.Granularity;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.npb.sweep.PlannedRun;
import org.tslmap.npb.sweep.RunResult;
import org.tslmap.npb.sweep.Subject;
import org.tslmap.npb.sweep.Sweep;
import org.tslmap.npb.sweep.SweepFolder;
import org.tslmap.npb.sweep.Tool;

/**
 * A sweep and what came of it.
 *
 * @param folder where it is kept
 * @param sweep what was to be done
 * @param results what came of each run that has ended
 */
public record SweepData(SweepFolder folder, Sweep sweep, Map<PlannedRun, RunResult> results) {

  /**
   * Opens a sweep.
   *
   * @throws MeasurementException if there is none in the folder
   */
  public static SweepData read(Path root) throws IOException, MeasurementException {
    SweepFolder folder = new SweepFolder(root);
    Sweep sweep = folder.sweep();
    return new SweepData(folder, sweep, folder.results(sweep));
  }

  /** What ran, each once, in the plan's order. */
  List<Subject> subjects() {
    return sweep.runs().stream().map(PlannedRun::subject).distinct().toList();
  }

  /** The run of a subject under a tool, if it was planned. */
  Optional<PlannedRun> planned(Subject subject, Tool tool) {
    return sweep.runs().stream()
        .filter(run -> run.subject().equals(subject))
        .filter(run -> run.tool() == tool && run.function().isEmpty())
        .findFirst();
  }

  /** What came of it, if it went well. */
  Optional<RunResult> result(Subject subject, Tool tool) {
    return planned(subject, tool).map(results::get).filter(RunResult::succeeded);
  }

  /** The run in which the whole program was scored: without a stored trace, or else with one. */
  Optional<RunResult> scored(Subject subject) {
    return result(subject, Tool.SCORE).or(() -> result(subject, Tool.STORE));
  }

  /** The same with a stored trace. */
  Optional<RunResult> stored(Subject subject) {
    return result(subject, Tool.STORE);
  }

  /** Runs of single functions that went well. */
  List<RunResult> functions() {
    return sweep.runs().stream()
        .filter(run -> !run.function().isEmpty())
        .map(results::get)
        .filter(result -> result != null && result.succeeded())
        .toList();
  }

  /** What was scored in any run, the finest first; the usual ones before anything was. */
  List<Granularity> granularities() {
    List<Granularity> scored =
        results.values().stream()
            .flatMap(result -> result.scores().granularities().stream())
            .distinct()
            .sorted()
            .toList();
    return scored.isEmpty() ? MetricParameters.defaults().granularities() : scored;
  }

  /** What readers of scores must know if functions were counted and not scored. */
  Optional<String> partial() {
    return folder
        .filter()
        .map(
            rules ->
                "partial: the functions that %s excludes are counted and not scored; scores are not known (-) where more than 1 in %d accesses was counted"
                    .formatted(rules.getFileName(), Histograms.ALL_BUT_ONE_OF));
  }

  /** Why there is nothing of a run. */
  String reason(PlannedRun run) {
    RunResult result = results.get(run);
    return result == null ? "NOT DONE" : "FAILED: " + result.failure();
  }

  /** Why there are no scores of a subject. */
  String reason(Subject subject) {
    return sweep.runs().stream()
        .filter(run -> run.subject().equals(subject) && run.function().isEmpty())
        .filter(run -> results.containsKey(run) && !results.get(run).succeeded())
        .findFirst()
        .map(this::reason)
        .orElse("NOT DONE");
  }

  /** The profile of a run that was scored. */
  LocalityProfile profile(RunResult result) throws IOException, MeasurementException {
    return ProfileJson.read(RunFolders.profileOf(folder.run(result.run())));
  }
}
