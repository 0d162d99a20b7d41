package org.tslmap.collector.session;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.tslmap.collector.store.RunFolder;

/** What was said of a run while it was recorded, such as that its trace reached the size limit. */
public final class RunNotices {

  private RunNotices() {}

  /**
   * The notices of a run, one sentence each; none when the folder does not describe one.
   *
   * @throws IOException if the run's description cannot be read or is damaged
   */
  public static List<String> of(Path folder) throws IOException {
    RunFolder run = new RunFolder(folder);
    return run.hasDescription() ? RunFile.notices(run.description()) : List.of();
  }
}
