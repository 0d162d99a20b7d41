package org.tslmap.locality.profile;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * How a measured process ended and whether everything it did was received.
 *
 * @param exitStatus 0..255, empty when the process was ended by a signal, replaced itself, or its
 *     end was not seen
 * @param signal the number of the signal that ended the process, 0 for none, -1 when a signal ended
 *     it but which one is not known
 * @param complete whether the stream arrived as a whole and its totals agree with the tool's
 * @param incompleteReason why not, in one sentence; empty when complete
 */
public record ProcessEnd(
    OptionalInt exitStatus, int signal, boolean complete, String incompleteReason) {

  /** Nothing may be missing. */
  public ProcessEnd {
    Objects.requireNonNull(exitStatus, "exitStatus");
    Objects.requireNonNull(incompleteReason, "incompleteReason");
  }

  /** The process left with this status and its stream is whole. */
  public static ProcessEnd exited(int status) {
    return new ProcessEnd(OptionalInt.of(status), 0, true, "");
  }

  /** A signal ended the process (-1 when it is not known which) and its stream is whole. */
  public static ProcessEnd signalled(int signal) {
    return new ProcessEnd(OptionalInt.empty(), signal, true, "");
  }

  /** The process replaced itself by another program and its stream is whole. */
  public static ProcessEnd replaced() {
    return new ProcessEnd(OptionalInt.empty(), 0, true, "");
  }

  /** Nothing is known of the process's end. */
  public static ProcessEnd cut(String reason) {
    return new ProcessEnd(OptionalInt.empty(), 0, false, reason);
  }

  /** The same end, of a stream that is not whole. */
  public ProcessEnd withIncomplete(String reason) {
    return new ProcessEnd(exitStatus, signal, false, reason);
  }
}
