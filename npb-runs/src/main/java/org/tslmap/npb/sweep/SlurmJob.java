package org.tslmap.npb.sweep;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.tslmap.collector.cli.Installation;
import org.tslmap.collector.cli.MeasurementException;

/** A sweep as a job array of Slurm: one element for each run that is left. */
public final class SlurmJob {

  private SlurmJob() {}

  /**
   * The script for sbatch.
   *
   * @param folder of the sweep, which every node must see
   * @param numbers places of the runs that are left, in the sweep
   * @param options further options of sbatch
   */
  public static String script(
      Installation installation,
      SweepFolder folder,
      Sweep sweep,
      List<Integer> numbers,
      List<String> options) {
    Path root = folder.root().toAbsolutePath();
    List<String> lines = new ArrayList<>();
    lines.add("#!/bin/bash");
    lines.add("# One run of the sweep in %s; tslmap npb sweep --slurm wrote this.".formatted(root));
    lines.add("#SBATCH --job-name=tslmap-npb");
    lines.add(
        "#SBATCH --array=" + ranges(numbers) + (sweep.jobs() > 1 ? "%" + sweep.jobs() : "%1"));
    lines.add("#SBATCH --nodes=1");
    lines.add("#SBATCH --ntasks=1");
    lines.add("#SBATCH --cpus-per-task=" + processors(sweep, numbers));
    lines.add("#SBATCH --output=" + root.resolve("logs") + "/slurm-%a.log");
    options.forEach(option -> lines.add("#SBATCH " + option));
    lines.add("");
    lines.add("# mpirun shall start its ranks here, not ask Slurm for more.");
    lines.add("export OMPI_MCA_ras=^slurm OMPI_MCA_plm=^slurm");
    lines.add(
        "exec %s npb sweep --out %s --element \"$SLURM_ARRAY_TASK_ID\""
            .formatted(quoted(installation.home().resolve("tslmap")), quoted(root)));
    return String.join("\n", lines) + "\n";
  }

  /** The widest run, and one more for the collector. */
  private static int processors(Sweep sweep, List<Integer> numbers) {
    return 1
        + numbers.stream()
            .mapToInt(number -> sweep.runs().get(number).subject().width())
            .max()
            .orElse(1);
  }

  /** As sbatch takes them: 0-3,7. */
  static String ranges(List<Integer> numbers) {
    List<String> ranges = new ArrayList<>();
    int first = -1;
    int last = -1;
    for (int number : new TreeSet<>(numbers)) {
      if (first >= 0 && number == last + 1) {
        last = number;
        continue;
      }
      addRange(ranges, first, last);
      first = number;
      last = number;
    }
    addRange(ranges, first, last);
    return String.join(",", ranges);
  }

  private static void addRange(List<String> ranges, int first, int last) {
    if (first >= 0) {
      ranges.add(first == last ? Integer.toString(first) : first + "-" + last);
    }
  }

  private static String quoted(Path file) {
    return "'" + file.toString().replace("'", "'\\''") + "'";
  }

  /**
   * Submits a script.
   *
   * @return the job's number
   * @throws MeasurementException if sbatch is not there or refuses
   */
  public static String submit(SweepFolder folder, String script)
      throws IOException, InterruptedException, MeasurementException {
    Path file = folder.root().resolve("sweep.slurm");
    Files.writeString(file, script);
    if (Installation.find("sbatch").isEmpty()) {
      throw new MeasurementException(
          "there is no sbatch on this machine; submit %s where there is one".formatted(file));
    }
    Process sbatch =
        new ProcessBuilder("sbatch", "--parsable", file.toString())
            .redirectErrorStream(true)
            .start();
    String said =
        new String(sbatch.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (sbatch.waitFor() != 0) {
      throw new MeasurementException("sbatch refused %s: %s".formatted(file, said));
    }
    return said.lines().reduce((a, b) -> b).orElse("");
  }
}
