package org.tslmap.collector.session;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
   * Puts the profiles of all processes together and writes {@code profile.json} and {@code
   * run.json}, unless there is none.
   *
   * @throws IOException if a profile is damaged or the results cannot be written
   */
  public Gathered finish() throws IOException {
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
    List<String> notices = notices(processes);
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

  private static List<String> notices(List<ProcessProfile> processes) {
    long all = 0;
    double scored = 0;
    UnmeasuredPrograms unmeasured = new UnmeasuredPrograms(processes);
    for (ProcessProfile process : processes) {
      long accesses = process.totals().accesses();
      all += accesses;
      scored +=
          process.sampling().map(sampling -> scored(sampling, accesses)).orElse((double) accesses);
      if (process.end().equals(ProcessEnd.replaced())) {
        unmeasured.replaced(process.identity(), "");
      }
    }
    List<String> notices = new ArrayList<>();
    String share =
        scored < all
            ? "sampled: 1 of %.0f accesses scored; totals are exact, scores have 95 %% intervals"
                .formatted(all / scored)
            : "sampled: so few accesses that all are scored";
    notices.add(share + "; no data objects, call paths or trace (leave out --sample for these)");
    notices.addAll(unmeasured.notices());
    return notices;
  }

  /** Accesses that scores rest on: the first ones, and bursts among the others. */
  private static double scored(Sampling sampling, long accesses) {
    double exact = Math.min(sampling.exactAccesses(), accesses);
    return Math.min(accesses, exact + sampling.scoredAccesses());
  }
}
