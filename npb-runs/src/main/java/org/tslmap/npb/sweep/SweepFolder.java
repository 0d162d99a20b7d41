package org.tslmap.npb.sweep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.locality.profile.StrictJson;

/**
 * Where a sweep is kept.
 *
 * <pre>
 * sweep.json         what is to be done
 * sweep.filter       which functions are counted and not recorded; only if that was asked for
 * results/ID.json    what came of each run; there only when the run has ended
 * runs/ID/           the run folder of what was scored
 * logs/ID.out, .err  what the program printed
 * plots/             pictures of the tables
 * </pre>
 *
 * @param root the folder
 */
public record SweepFolder(Path root) {

  private static final ObjectMapper JSON =
      JsonMapper.builder(StrictJson.FACTORY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  private static final String PLAN = "sweep.json";
  private static final String FILTER = "sweep.filter";

  /** The run folder of a run. */
  public Path run(PlannedRun run) {
    return root.resolve("runs").resolve(run.id());
  }

  /** A file of what a run's program printed. */
  Path log(PlannedRun run, String ending) {
    return root.resolve("logs").resolve(run.id() + ending);
  }

  /** Programs that the sweep itself needs. */
  Path programs() {
    return root.resolve("bin");
  }

  /** Pictures of the tables. */
  public Path plots() {
    return root.resolve("plots");
  }

  private Path resultFile(PlannedRun run) {
    return root.resolve("results").resolve(run.id() + ".json");
  }

  /** The filter file of all recorded runs, if the sweep has one. */
  public Optional<Path> filter() {
    return Optional.of(root.resolve(FILTER)).filter(file -> exists() && Files.exists(file));
  }

  /**
   * Keeps a copy of a filter file for all runs of the sweep.
   *
   * @throws MeasurementException if the folder has a sweep with other rules, or with none
   */
  public void keepFilter(Path rules) throws IOException, MeasurementException {
    checkFilter(rules);
    if (filter().isEmpty()) {
      Files.createDirectories(root);
      Files.copy(rules, root.resolve(FILTER), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Refuses a filter file for a sweep that was begun with other rules, or with none.
   *
   * @throws MeasurementException which says so
   */
  public void checkFilter(Path rules) throws IOException, MeasurementException {
    Optional<Path> kept = filter();
    if (kept.isPresent() ? Files.mismatch(kept.get(), rules) >= 0 : exists()) {
      throw new MeasurementException(
          "%s holds a sweep with %s, but --filter names %s; use another folder, or leave --filter out"
              .formatted(
                  root,
                  kept.isPresent() ? "the other rules of " + kept.get() : "no filter",
                  rules));
    }
  }

  /** Whether there is a sweep in the folder. */
  public boolean exists() {
    return Files.exists(root.resolve(PLAN));
  }

  /**
   * Makes the folder, and keeps the plan in it.
   *
   * @throws IOException if it cannot be written
   */
  public void keep(Sweep sweep) throws IOException {
    for (String folder : new String[] {"results", "runs", "logs", "bin"}) {
      Files.createDirectories(root.resolve(folder));
    }
    write(root.resolve(PLAN), sweep);
  }

  /**
   * The plan.
   *
   * @throws MeasurementException if there is none, or it cannot be understood
   */
  public Sweep sweep() throws IOException, MeasurementException {
    Path file = root.resolve(PLAN);
    if (!Files.exists(file)) {
      throw new MeasurementException(
          "%s is no sweep: expected %s in it; make one with tslmap npb sweep --out %s"
              .formatted(root, PLAN, root));
    }
    Sweep sweep = read(file, Sweep.class);
    if (sweep.schemaVersion() != Sweep.SCHEMA_VERSION) {
      throw new MeasurementException(
          "expected version %d in %s, but found %d; use the tslmap that made it"
              .formatted(Sweep.SCHEMA_VERSION, file, sweep.schemaVersion()));
    }
    return sweep;
  }

  /** Keeps what came of a run; the file appears whole or not at all. */
  void keep(RunResult result) throws IOException {
    write(resultFile(result.run()), result);
  }

  /** What came of a run, if it has ended. A result of something else of that name is none. */
  public Optional<RunResult> result(PlannedRun run) throws IOException, MeasurementException {
    Path file = resultFile(run);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    return Optional.of(read(file, RunResult.class)).filter(result -> result.run().equals(run));
  }

  /** What came of every run that has ended, in the plan's order. */
  public Map<PlannedRun, RunResult> results(Sweep sweep) throws IOException, MeasurementException {
    Map<PlannedRun, RunResult> results = new LinkedHashMap<>();
    for (PlannedRun run : sweep.runs()) {
      result(run).ifPresent(result -> results.put(run, result));
    }
    return results;
  }

  private static void write(Path file, Object value) throws IOException {
    String own = ".part-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    Path part = file.resolveSibling(file.getFileName() + own);
    try {
      JSON.writeValue(part.toFile(), value);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static <T> T read(Path file, Class<T> type) throws IOException, MeasurementException {
    try {
      T value = JSON.readValue(file.toFile(), type);
      if (value == null) {
        throw damaged(file, "it holds nothing");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw damaged(file, e.getOriginalMessage().replaceAll("\\s+", " ") + StrictJson.place(e));
    }
  }

  private static MeasurementException damaged(Path file, String how) {
    return new MeasurementException(
        "%s is damaged (%s); remove it, and start the sweep again".formatted(file, how));
  }
}
