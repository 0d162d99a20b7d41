package org.tslmap.npb.sweep;

import java.util.List;

/**
 * What a sweep is to do.
 *
 * @param schemaVersion of the file it is kept in
 * @param generator name and version of what planned it
 * @param created when, ISO 8601
 * @param machine where
 * @param command the command line that asked for it
 * @param jobs runs at the same time
 * @param keepTraces whether stored traces are kept after their size is known
 * @param runs what is done, in order
 */
public record Sweep(
    int schemaVersion,
    String generator,
    String created,
    String machine,
    List<String> command,
    int jobs,
    boolean keepTraces,
    List<PlannedRun> runs) {

  /** The version that is written, and the newest that is read. */
  public static final int SCHEMA_VERSION = 1;

  /** Keeps lists unmodifiable. */
  public Sweep {
    command = List.copyOf(command);
    runs = List.copyOf(runs);
  }
}
