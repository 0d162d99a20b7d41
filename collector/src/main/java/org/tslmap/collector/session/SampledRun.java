package org.tslmap.collector.session;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tslmap.collector.attribution.AttributionOptions;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessEnd;
import org.tslmap.locality.profile.ProcessProfile;
import org.tslmap.locality.profile.ProfileJson;
import org.tslmap.locality.profile.Sampling;

/**
 * A run whose accesses are counted, and some of them scored, by the tool itself. Nothing connects:
 * each process writes a profile when it ends, and these are gathered into the run's.
 */
public final class SampledRun {
  private static final String PARTS = "process-profile.";

  /** What the tool writes last, and nowhere else at the end of a line. */
  private static final byte[] END = "}]}\n".getBytes(StandardCharsets.US_ASCII);

  private static final long POLL_MILLIS = 20;

  private final Path folder;
  private final MetricParameters parameters;
  private final Instant started = Instant.now();

  /**
   * What came of it.
   *
   * @param profile all processes that wrote a profile; may be none
   * @param notices what needs saying, one line each
   */
  public record Gathered(LocalityProfile profile, List<String> notices) {}

  /**
   * A run that begins now.
   *
   * @param folder the run folder, which exists
   */
  public SampledRun(Path folder, MetricParameters parameters) {
    this.folder = folder.toAbsolutePath();
    this.parameters = parameters;
  }

  /** What the tool's file names begin with; that of a process ends with its number. */
  public Path fileStart() {
    return folder.resolve(PARTS);
  }

  /**
   * Waits for a process to write its profile, or to end without.
   *
   * @param pid any process that the tool ran in; one that became another program is not waited for
   */
  public void await(long pid) throws IOException, InterruptedException {
    Path part = folder.resolve(PARTS + pid);
    while (!isWhole(part) && ProcessHandle.of(pid).isPresent()) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static boolean isWhole(Path part) throws IOException {
    if (!Files.exists(part)) {
      return false;
    }
    try (SeekableByteChannel file = Files.newByteChannel(part)) {
      ByteBuffer last = ByteBuffer.allocate(END.length);
      file.position(Math.max(0, file.size() - END.length)).read(last);
      return Arrays.equals(last.array(), END);
    }
  }

  /**
   * Puts the profiles of all processes together and writes {@code profile.json} and {@code
   * run.json}, unless there is none.
   *
   * @param main the process that was started
   * @param replacements the programs that processes became and that were not measured, by process
   * @throws IOException if a profile is damaged or the results cannot be written
   */
  public Gathered finish(long main, Map<Integer, String> replacements) throws IOException {
    List<ProcessProfile> processes = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, PARTS + "*")) {
      for (Path part : parts) {
        processes.addAll(ProfileJson.read(part).processes());
        files.add(part);
      }
    }
    processes.sort(Comparator.comparingLong(process -> process.identity().startedMicros()));
    LocalityProfile profile = new LocalityProfile(RunFile.generator(), processes);
    if (processes.isEmpty()) {
      return new Gathered(profile, List.of());
    }
    List<String> notices = new ArrayList<>(List.of(sampled(processes)));
    if (processes.stream().noneMatch(process -> process.identity().pid() == main)) {
      notices.add(
          "process %d ended before the tool could write what it measured of it".formatted(main));
    }
    UnmeasuredPrograms unmeasured = new UnmeasuredPrograms(processes);
    for (ProcessProfile process : processes) {
      String program = replacements.get(process.identity().pid());
      if (program != null && process.end().equals(ProcessEnd.replaced())) {
        unmeasured.replaced(process.identity(), program);
      }
    }
    notices.addAll(unmeasured.notices());
    ProfileJson.write(profile, folder.resolve("profile.json"));
    RunFile.write(
        folder.resolve("run.json"),
        new RunFile.Run(
            started, parameters, AttributionOptions.CODE, false, List.of(), profile, notices));
    for (Path file : files) {
      Files.delete(file);
    }
    return new Gathered(profile, notices);
  }

  private static String sampled(List<ProcessProfile> processes) {
    long all = 0;
    long scored = 0;
    for (ProcessProfile process : processes) {
      long accesses = process.totals().accesses();
      all += accesses;
      scored += process.sampling().map(s -> scored(s, accesses)).orElse(accesses);
    }
    String budgets =
        processes.stream()
            .flatMap(process -> process.sampling().flatMap(Sampling::budget).stream())
            .map(Sampling.Budget::describe)
            .distinct()
            .collect(Collectors.joining(", "));
    return (scored < all
            ? "sampled: 1 of %,d accesses scored; totals are exact, scores have 95 %% intervals"
                .formatted(Math.round((double) all / scored))
            : budgets.isEmpty()
                ? "sampled: so few accesses that all are scored"
                : "sampled: all accesses scored")
        + (budgets.isEmpty() ? "" : "; " + budgets)
        + "; no data objects, call paths or trace (leave out %s for these)"
            .formatted(budgets.isEmpty() ? "--sample" : "--budget");
  }

  /** Accesses that scores rest on: the first ones, and bursts among the others. */
  private static long scored(Sampling sampling, long accesses) {
    return Math.min(accesses, sampling.exactAccesses() + sampling.scoredAccesses());
  }
}
