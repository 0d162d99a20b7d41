package org.tslmap.collector.session;

import java.util.Map;
import java.util.TreeMap;
import org.tslmap.collector.wire.Epoch;
import org.tslmap.collector.wire.Frame;
import org.tslmap.collector.wire.FunctionState;
import org.tslmap.locality.profile.StateChange;
import org.tslmap.locality.profile.StateHistory;

/**
 * When and why functions of a process changed between recorded and counted. They do so at the end
 * of an epoch, or before their first access.
 */
final class FunctionStates {
  private final Map<Integer, StateHistory> histories = new TreeMap<>();

  /** Accesses at the end of the last epoch. */
  private long made;

  /** Takes in a frame; others than those of epochs and states are passed over. */
  void take(Frame frame) {
    if (frame instanceof Epoch ended) {
      made = ended.made();
    } else if (frame instanceof FunctionState state) {
      StateHistory before = histories.getOrDefault(state.function(), StateHistory.NONE);
      boolean counted = state.state() == FunctionState.State.COUNTED;
      histories.put(state.function(), before.plus(new StateChange(made, counted, state.reason())));
    }
  }

  /** By the function's number; those that never changed are not in it. */
  Map<Integer, StateHistory> histories() {
    return histories;
  }
}
