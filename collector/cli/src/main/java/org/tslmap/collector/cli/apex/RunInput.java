package org.tslmap.collector.cli.apex;

import java.io.IOException;
import java.nio.file.Path;
import org.tslmap.collector.cli.MeasurementException;
import org.tslmap.collector.cli.RunFolders;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProfileJson;

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
    } catch (IllegalStateException e) {
      throw new MeasurementException(file + ": " + e.getMessage());
    }
    return new RunInput(name(path, profile), profile);
  }

  /** Whether only a part of the program's accesses was measured. */
  boolean isolated() {
    return profile.mainProcess().isolated();
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
