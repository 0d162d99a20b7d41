package org.tslmap.collector.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * Programs that measured processes replaced themselves by (exec) and that were not measured, since
 * Valgrind was not told to follow them.
 */
final class UnmeasuredPrograms {

  private static final int NAMED = 5;

  private static final String ADVICE =
      "; start what you want measured directly, or measure everything with --trace-children";

  /** Processes of one host and pid, in no order. */
  private final Map<Place, List<ProcessIdentity>> measured;

  private record Place(String host, int pid) {}

  private final Map<String, String> successors = new TreeMap<>();
  private final Map<String, Integer> started = new TreeMap<>();

  UnmeasuredPrograms(List<ProcessProfile> processes) {
    measured =
        processes.stream()
            .map(ProcessProfile::identity)
            .collect(Collectors.groupingBy(one -> new Place(one.host(), one.pid())));
  }

  /**
   * A process has replaced itself.
   *
   * @param program the file of the program that took its place, empty when not known
   */
  void replaced(ProcessIdentity process, String program) {
    boolean followed =
        measured.getOrDefault(new Place(process.host(), process.pid()), List.of()).stream()
            .anyMatch(
                later ->
                    later.isSameProcess(process)
                        && later.startedMicros() > process.startedMicros());
    if (followed) {
      return;
    }
    String name = program.isEmpty() ? "another program" : program;
    if (isForked(process)) {
      started.merge(name, 1, Integer::sum);
    } else {
      successors.put(process.executable(), name);
    }
  }

  /** Whether it began as a copy of another one that was measured. */
  private boolean isForked(ProcessIdentity process) {
    return measured.containsKey(new Place(process.host(), process.ppid()));
  }

  /** One line for programs that took others' places, and one for those that were started. */
  List<String> notices() {
    List<String> notices = new ArrayList<>();
    successors.forEach(
        (process, program) ->
            notices.add(
                "%s replaced itself by %s (exec), which was not measured"
                        .formatted(process, program)
                    + ADVICE));
    if (!started.isEmpty()) {
      String names =
          started.entrySet().stream()
              .limit(NAMED)
              .map(
                  program ->
                      program.getValue() == 1
                          ? program.getKey()
                          : "%s (%d times)".formatted(program.getKey(), program.getValue()))
              .collect(Collectors.joining(", "));
      int more = started.size() - NAMED;
      notices.add(
          "programs that were started were not measured: "
              + names
              + (more > 0 ? " and %d more".formatted(more) : "")
              + ADVICE);
    }
    return notices;
  }
}
