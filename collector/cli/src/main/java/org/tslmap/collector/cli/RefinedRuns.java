package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.tslmap.collector.filtering.FilterAdvice;
import org.tslmap.collector.filtering.FilterDrift;
import org.tslmap.collector.filtering.FunctionCount;
import org.tslmap.collector.hotspots.HotspotSettings;
import org.tslmap.collector.refine.Candidate;
import org.tslmap.collector.refine.MeasuredRun;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.Histograms;
import org.tslmap.locality.filter.FilterWriter;
import org.tslmap.locality.filter.FilteredFunction;
import org.tslmap.locality.profile.CountingLimits;
import org.tslmap.locality.profile.FunctionInfo;
import org.tslmap.locality.profile.FunctionProfile;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.ScoredStream;

/**
 * The runs of one program that a refinement needs, each a command of its own whose processor time
 * is that of all its processes. They are made in a folder within that of the last one.
 */
final class RefinedRuns implements AutoCloseable {

  private static final String ALL =
      "SCOREP_REGION_NAMES_BEGIN\n  EXCLUDE *\nSCOREP_REGION_NAMES_END\n";

  /** Runs without a tool, of which the mean counts, since all others are compared with them. */
  private static final int RUNS_OF_NONE = 2;

  /** By how much the accesses of runs may differ, relative to the counted one. */
  private static final double MOST_DIFFERENCE = 0.1;

  private final Path folder;
  private final Path work;
  private final List<String> program;
  private final Path input;
  private final HotspotSettings settings;
  private final FunctionSymbols symbols = new FunctionSymbols();
  private Map<String, FunctionCount> functions = Map.of();
  private List<FunctionInfo> infos = List.of();
  private long made;
  private Optional<ScoredStream> before = Optional.empty();
  private Optional<Path> last = Optional.empty();
  private int number;

  /**
   * Makes no run yet.
   *
   * @param folder that of the last run, which exists
   * @param program the program and its arguments
   * @param input its standard input
   * @param settings what waste is weighed with
   */
  RefinedRuns(Path folder, List<String> program, Path input, HotspotSettings settings)
      throws IOException {
    this.folder = folder;
    this.work = Files.createTempDirectory(folder.toAbsolutePath(), ".refine-");
    this.program = List.copyOf(program);
    this.input = input;
    this.settings = settings;
  }

  /** The run in which everything was counted, and what functions did in it. */
  record Counted(MeasuredRun run, Map<String, FunctionCount> functions) {

    /** The functions with shares of waste that are known of some of them. */
    List<Candidate> candidates(Map<String, Double> waste) {
      return functions.values().stream()
          .map(
              function ->
                  new Candidate(
                      function.name(),
                      function.accesses(),
                      waste.getOrDefault(function.name(), 0.0),
                      !function.isNamed()))
          .toList();
    }
  }

  /** A run that shows which share of its accesses each function wastes. */
  record Look(double seconds, Map<String, Double> waste) {}

  /** A run with a filter. */
  record Recorded(MeasuredRun run, Map<String, Double> waste, OptionalDouble drift) {}

  /** Processor time of the program itself, seconds. */
  double alone() throws IOException, InterruptedException, MeasurementException {
    return seconds("the program", program);
  }

  /** The same under Valgrind without a tool. */
  double none() throws IOException, InterruptedException, MeasurementException {
    List<String> command =
        new ArrayList<>(
            List.of(Installation.current().valgrind().toString(), "--quiet", "--tool=none"));
    command.addAll(program);
    double sum = 0;
    for (int i = 0; i < RUNS_OF_NONE; i++) {
      sum += seconds("the program under Valgrind without a tool", command);
    }
    return sum / RUNS_OF_NONE;
  }

  /** Counts all accesses of all functions. */
  Counted counted() throws IOException, InterruptedException, MeasurementException {
    Path rules = Files.writeString(work.resolve("all.filter"), ALL);
    Path run = work.resolve("counted");
    double seconds = tslmap(run, program, List.of("--trace", "none", "--filter", rules.toString()));
    LocalityProfile profile = ProfileJson.read(RunFolders.profileOf(run));
    made = profile.merged().totals().made();
    infos = profile.processes().stream().flatMap(p -> p.functions().stream()).distinct().toList();
    functions = FunctionCount.of(profile);
    RunFolders.delete(run);
    return new Counted(new MeasuredRun(made, Map.of(), seconds), functions);
  }

  /** Records a run with other arguments. */
  Look trained(List<String> arguments)
      throws IOException, InterruptedException, MeasurementException {
    List<String> line = new ArrayList<>(List.of(program.get(0)));
    line.addAll(arguments);
    return look(line, List.of("--trace", "none"));
  }

  /** Records samples of a run. */
  Look sampled(String budget) throws IOException, InterruptedException, MeasurementException {
    return look(program, List.of("--budget", budget));
  }

  private Look look(List<String> line, List<String> options)
      throws IOException, InterruptedException, MeasurementException {
    Path run = work.resolve("look");
    double seconds = tslmap(run, line, options);
    LocalityProfile profile = ProfileJson.read(RunFolders.profileOf(run));
    RunFolders.delete(run);
    return new Look(seconds, waste(profile));
  }

  /** Shares of wasted accesses by function; none where data is not known. */
  private Map<String, Double> waste(LocalityProfile profile) {
    if (profile.processes().stream().noneMatch(process -> process.attribution().hasData())) {
      return Map.of();
    }
    Map<String, Double> waste = new HashMap<>();
    FilterAdvice.of(profile, settings, OptionalLong.empty())
        .verdicts()
        .forEach(verdict -> waste.put(verdict.function(), verdict.waste()));
    return waste;
  }

  /**
   * Records all functions but some, and forgets the run before.
   *
   * @param excluded those that are counted
   * @param observed accesses that are recorded of each of them at first, 0 for none at all
   * @param again of how many accesses one is recorded in stretches over the whole run
   * @param kept those that the run before has recorded, too, by name
   * @throws MeasurementException if it makes other accesses than the counted run
   */
  Recorded recorded(List<Candidate> excluded, long observed, long again, Set<String> kept)
      throws IOException, InterruptedException, MeasurementException {
    number++;
    Path rules = new RunFolder(folder).refinedFilter();
    Files.writeString(rules, text(excluded));
    Path run = work.resolve("run-" + number);
    double seconds =
        tslmap(
            run,
            program,
            Stream.concat(
                    Stream.of("--filter", rules.toString()), stretches(observed, again).stream())
                .toList());
    LocalityProfile profile = ProfileJson.read(RunFolders.profileOf(run));
    ScoredStream stream = profile.merged();
    long now = stream.totals().made();
    if (Math.abs(now - made) > MOST_DIFFERENCE * made) {
      throw new MeasurementException(
          String.format(
              Locale.ROOT,
              "expected about %,d accesses in each run, but found %,d in run %d; make the program do the same each time, or it cannot be refined",
              made,
              now,
              number));
    }
    if (last.isPresent()) {
      RunFolders.delete(last.get());
    }
    last = Optional.of(run);
    Map<String, Long> recorded = recorded(stream);
    OptionalDouble drift =
        before.isPresent()
            ? OptionalDouble.of(drift(before.get(), stream, kept))
            : OptionalDouble.empty();
    before = Optional.of(stream);
    return new Recorded(new MeasuredRun(now, recorded, seconds), waste(profile), drift);
  }

  /** The options that record parts of what functions do that are counted. */
  static List<String> stretches(long observed, long again) {
    return observed == 0
        ? List.of()
        : List.of("--count-after", "" + observed, "--again", "" + again);
  }

  /** By function; what was recorded and not scored is taken to be of those in stretches alike. */
  private static Map<String, Long> recorded(ScoredStream stream) {
    long inStretches =
        stream.functions().stream()
            .map(FunctionProfile::histograms)
            .filter(histograms -> histograms.scoredShare() < 1)
            .mapToLong(Histograms::recorded)
            .sum();
    double each = inStretches == 0 ? 1 : 1 + (double) stream.totals().warm() / inStretches;
    Map<String, Long> recorded = new HashMap<>();
    for (FunctionProfile function : stream.functions()) {
      Histograms histograms = function.histograms();
      long scored = histograms.recorded();
      if (scored > 0) {
        recorded.merge(
            function.function().name(),
            histograms.scoredShare() < 1 ? Math.round(each * scored) : scored,
            Long::sum);
      }
    }
    return recorded;
  }

  private static double drift(ScoredStream before, ScoredStream now, Set<String> kept) {
    return FilterDrift.of(before, now).functions().stream()
        .filter(row -> kept.contains(row.name()) && row.share() >= CountingLimits.LEAST_SHARE)
        .mapToDouble(FilterDrift.Row::largest)
        .max()
        .orElse(0);
  }

  private String text(List<Candidate> excluded) {
    long accesses = excluded.stream().mapToLong(Candidate::accesses).sum();
    String title =
        String.format(
            Locale.ROOT,
            "Written by tslmap refine: %,d functions with %.1f %% of %,d accesses.\n"
                + "They are counted instead of recorded: run --filter, collector/FILTER.md.",
            excluded.size(),
            100.0 * accesses / Math.max(1, made),
            made);
    return FilterWriter.text(
        title,
        excluded.stream()
            .map(
                function ->
                    new FilteredFunction(
                        symbols.of(function.name(), infos),
                        function.name(),
                        functions.get(function.name()).calls(),
                        function.accesses(),
                        String.format(Locale.ROOT, "wastes %.1f %%", 100 * function.waste())))
            .toList());
  }

  /** Makes the last run what is in the folder, beside its filter. */
  void keepLast() throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(last.orElseThrow())) {
      for (Path entry : entries) {
        Files.move(entry, folder.resolve(entry.getFileName()));
      }
    }
  }

  private double tslmap(Path run, List<String> line, List<String> options)
      throws IOException, InterruptedException, MeasurementException {
    List<String> arguments =
        new ArrayList<>(List.of("run", "--quiet", "--sample=off", "--out", run.toString()));
    arguments.addAll(options);
    arguments.add("--");
    arguments.addAll(line);
    return seconds("the program under tslmap", OwnProgram.command(arguments));
  }

  private double seconds(String what, List<String> command)
      throws IOException, InterruptedException, MeasurementException {
    return Usage.of(what, command, Map.of(), input, work.resolve("log")).processor();
  }

  /** Removes what was needed on the way, and the folder too if nothing is in it. */
  @Override
  public void close() throws IOException {
    RunFolders.delete(work);
    RunFolder run = new RunFolder(folder);
    if (!run.hasProfile()) {
      Files.deleteIfExists(run.refinedFilter());
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      if (entries.iterator().hasNext()) {
        return;
      }
    }
    Files.delete(folder);
  }
}
