package org.tslmap.collector.wire;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.tslmap.locality.profile.Narrowing;

/**
 * The first frame: which process the connection belongs to.
 *
 * @param forked whether the process was forked from a traced one
 * @param pid process number
 * @param ppid number of the parent process
 * @param rank MPI rank, -1 when there is none
 * @param startedMicros Unix time of the start in microseconds
 * @param host name of the machine
 * @param rankSource the environment variable the rank came from, or empty
 * @param executable path of the program
 * @param directory working directory, or empty
 * @param arguments the program's arguments, the first being its own name
 * @param options the tool's options that were given
 */
public record Hello(
    boolean forked,
    int pid,
    int ppid,
    int rank,
    long startedMicros,
    String host,
    String rankSource,
    String executable,
    String directory,
    List<String> arguments,
    List<String> options)
    implements Frame {
  private static final Predicate<String> SAMPLES =
      Pattern.compile("^--tsl-(budget=|sample=(?!off$))").asPredicate();

  private static final String SAMPLE_AFTER = "--tsl-sample-after=";

  /** Keeps the lists unmodifiable. */
  public Hello {
    arguments = List.copyOf(arguments);
    options = List.copyOf(options);
  }

  /** The same process with other options. */
  public Hello withOptions(List<String> others) {
    return new Hello(
        forked,
        pid,
        ppid,
        rank,
        startedMicros,
        host,
        rankSource,
        executable,
        directory,
        arguments,
        others);
  }

  /** Whether the tool sends only parts of the stream, and counts the rest. */
  public boolean samples() {
    return options.stream().anyMatch(SAMPLES);
  }

  /**
   * Whether it does so before enough accesses have come to tell what the others are like, so that
   * all of the stream is estimated. If not, the stream is as any other until a burst is announced.
   */
  public boolean samplesAtOnce() {
    return samples() && options.stream().noneMatch(option -> option.startsWith(SAMPLE_AFTER));
  }

  /**
   * Whether the tool was told to leave some of the program's accesses out, other than those after
   * its last.
   */
  public boolean leavesOut() {
    return options.stream().anyMatch(Narrowing::leavesOut);
  }
}
