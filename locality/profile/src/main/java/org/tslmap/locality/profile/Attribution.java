package org.tslmap.locality.profile;

import java.util.List;
import java.util.Objects;

/**
 * Whose accesses a process's are: by data object, by call path, over time, between threads.
 *
 * @param objects the data objects; number 0 is {@link DataObject#UNKNOWN}
 * @param accesses what each site did to each object; empty when it was not measured, and otherwise
 *     adding up to each site exactly
 * @param calls the calling context tree; empty when it was not measured, and otherwise adding up to
 *     the whole
 * @param time windows by function and data object
 * @param sharedWords words that more than one thread touched
 * @param shared lines that threads passed to and fro, most transfers first
 * @param sharingLeftOut accesses, while there were several threads, to lines that sharing was not
 *     looked for in, because there was no memory to follow them
 * @param threadFunctions functions by thread, when there was more than one thread
 * @param footprints distinct words and lines of functions, lines, objects
 */
public record Attribution(
    List<DataObject> objects,
    List<DataAccess> accesses,
    List<CallNode> calls,
    TimeLine time,
    long sharedWords,
    List<SharedData> shared,
    long sharingLeftOut,
    List<ThreadFunction> threadFunctions,
    Footprints footprints) {

  /** Nothing was attributed. */
  public static final Attribution NONE =
      new Attribution(
          List.of(DataObject.UNKNOWN),
          List.of(),
          List.of(),
          TimeLine.NONE,
          0,
          List.of(),
          0,
          List.of(),
          Footprints.NONE);

  /** Keeps the lists unmodifiable. */
  public Attribution {
    objects = List.copyOf(objects);
    accesses = List.copyOf(accesses);
    calls = List.copyOf(calls);
    Objects.requireNonNull(time, "time");
    shared = List.copyOf(shared);
    threadFunctions = List.copyOf(threadFunctions);
    Objects.requireNonNull(footprints, "footprints");
  }

  /** Whether accesses were attributed to data. */
  public boolean hasData() {
    return !accesses.isEmpty();
  }

  /** Whether accesses were attributed to call paths. */
  public boolean hasCalls() {
    return !calls.isEmpty();
  }
}
