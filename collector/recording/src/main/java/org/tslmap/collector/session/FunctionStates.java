package org.tslmap.collector.session;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
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

  /** Functions that are recorded and not scored yet. */
  private final Set<Integer> warm = new HashSet<>();

  /** Accesses at the end of the last epoch. */
  private long made;

  /** Takes in a frame; others than those of epochs and states are passed over. */
  void take(Frame frame) {
    if (frame instanceof Epoch ended) {
      made = ended.made();
    } else if (frame instanceof FunctionState state) {
      StateHistory before = histories.getOrDefault(state.function(), StateHistory.NONE);
      boolean counted = state.state() == FunctionState.State.COUNTED;
      if (warm.remove(state.function()) && !counted) {
        return; // it has been recorded since it was warm
      }
      if (state.state() == FunctionState.State.WARM) {
        warm.add(state.function());
      }
      histories.put(state.function(), before.plus(new StateChange(made, counted, state.reason())));
    }
  }

  /** By the function's number; those that never changed are not in it. */
  Map<Integer, StateHistory> histories() {
    return histories;
  }
}
