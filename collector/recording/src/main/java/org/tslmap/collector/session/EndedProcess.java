package org.tslmap.collector.session;

import java.util.Optional;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * What is kept of a process when its session is over.
 *
 * @param number which process of the run it is, in the order they came, from 1
 * @param profile what was measured; its large parts are on disk
 * @param trace its stored trace, if it has one
 * @param progress what its session said at last
 * @param lastReceived when something was received last, as {@link System#nanoTime} says it
 * @param replacedBy the program that the process replaced itself by; nothing if it did not
 */
record EndedProcess(
    int number,
    ProcessProfile profile,
    Optional<RunFile.Trace> trace,
    SessionProgress progress,
    long lastReceived,
    Optional<String> replacedBy) {

  /** Whether it is an MPI rank that did not come to its own end. */
  boolean isDeadRank() {
    return profile.identity().rank() >= 0
        && (profile.end().signal() != 0 || !profile.end().complete());
  }
}
