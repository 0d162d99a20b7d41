package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.tslmap.collector.report.Comparison;
import org.tslmap.collector.report.Margins;
import org.tslmap.collector.session.RunOptions;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.LocalityProfile;

/** Runs a program again and again, to find how far equal runs are apart. */
final class Repeats {
  private Repeats() {}

  /**
   * Repeats a run that has been made, and keeps the margins in its folder. What the repeated
   * program prints is dropped.
   *
   * @param first what was measured
   * @param runs how many runs there are with the first
   * @param folder the first run's folder
   * @param make makes a run into a folder
   * @param options what is recorded into a folder
   */
  static void measure(
      LocalityProfile first,
      int runs,
      Path folder,
      Function<Path, ValgrindRun> make,
      Function<Path, RunOptions> options)
      throws IOException, InterruptedException, MeasurementException {
    Margins margins = Margins.ofOne();
    for (int i = 1; i < runs; i++) {
      Path again = Files.createDirectory(folder.resolve("repeat"));
      try {
        ValgrindRun.Outcome outcome =
            make.apply(again).silently().run(options.apply(again).scoresOnly());
        margins =
            margins.with(Comparison.of(first, outcome.profile(), Margins.CACHES, Margins.NONE));
      } finally {
        RunFolders.delete(again);
      }
    }
    margins.write(new RunFolder(folder).margins());
  }
}
