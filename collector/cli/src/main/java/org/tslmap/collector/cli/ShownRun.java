package org.tslmap.collector.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tslmap.collector.report.Report;
import org.tslmap.collector.report.RowSelection;
import org.tslmap.collector.session.RunNotices;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

/**
 * A run that a command shows.
 *
 * @param file its profile
 * @param profile what was read from there
 * @param notices what should be known of it, one sentence each
 */
record ShownRun(Path file, LocalityProfile profile, List<String> notices) {

  /** Keeps the list unmodifiable. */
  ShownRun {
    notices = List.copyOf(notices);
  }

  /**
   * Reads a run folder or a profile.
   *
   * @throws MeasurementException if there is none, or no process in it
   */
  static ShownRun read(Path run) throws IOException, MeasurementException {
    Path file = RunFolders.profileOf(run);
    LocalityProfile profile = ProfileJson.read(file);
    if (profile.processes().isEmpty()) {
      throw new MeasurementException(file + " holds no process, so there is nothing to show");
    }
    List<String> notices = new ArrayList<>(ProfileJson.remarks(file));
    if (Files.isDirectory(run)) {
      notices.addAll(RunNotices.of(run));
    }
    return new ShownRun(file, profile, notices);
  }

  /** The same with inlined functions as the user wants them. */
  ShownRun with(InliningOption inlining) {
    return new ShownRun(file, inlining.apply(profile), notices);
  }

  /**
   * Its report.
   *
   * @throws MeasurementException if its processes do not add up
   */
  Report report(RowSelection selection) throws MeasurementException {
    try {
      return Report.of(profile, selection, notices);
    } catch (IllegalStateException e) {
      throw new MeasurementException(file + ": " + e.getMessage());
    }
  }
}
