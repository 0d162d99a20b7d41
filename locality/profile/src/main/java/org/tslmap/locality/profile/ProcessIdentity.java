package org.tslmap.locality.profile;

import java.util.List;
import java.util.Objects;

/**
 * Which process was measured.
 *
 * @param pid process number
 * @param ppid number of the parent process
 * @param host name of the machine, or empty
 * @param rank MPI rank, -1 when there is none
 * @param rankSource the environment variable the rank came from, or empty
 * @param executable path of the program
 * @param command the program's arguments, the first being its own name
 * @param directory working directory, or empty
 * @param startedMicros Unix time of the start in microseconds
 */
public record ProcessIdentity(
    int pid,
    int ppid,
    String host,
    int rank,
    String rankSource,
    String executable,
    List<String> command,
    String directory,
    long startedMicros) {

  /** Keeps the command unmodifiable. */
  public ProcessIdentity {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(rankSource, "rankSource");
    Objects.requireNonNull(executable, "executable");
    Objects.requireNonNull(directory, "directory");
    command = List.copyOf(command);
  }

  /** Whether both are one process, perhaps as different programs one after the other (exec). */
  public boolean isSameProcess(ProcessIdentity other) {
    return pid == other.pid && host.equals(other.host);
  }
}
