package org.tslmap.collector.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.wire.Epoch;
import org.tslmap.collector.wire.FunctionState;
import org.tslmap.collector.wire.FunctionState.State;
import org.tslmap.locality.profile.StateChange;
import org.tslmap.locality.profile.StateHistory;

/** Changes of functions are placed by the accesses that were made, not by words of the stream. */
class FunctionStatesTest {

  @Test
  void changesStandAtTheEndOfTheEpoch() {
    FunctionStates states = new FunctionStates();
    states.take(new FunctionState(5, 3, State.COUNTED, "a rule"));
    states.take(new Epoch(100, 0, 1_000));
    states.take(new FunctionState(100, 7, State.COUNTED, "harmless"));
    states.take(new Epoch(150, 1, 3_000));
    states.take(new FunctionState(150, 7, State.FULL, "to look again"));
    assertEquals(
        Map.of(
            3, new StateHistory(List.of(new StateChange(0, true, "a rule")), 0),
            7,
                new StateHistory(
                    List.of(
                        new StateChange(1_000, true, "harmless"),
                        new StateChange(3_000, false, "to look again")),
                    0)),
        states.histories());
  }

  @Test
  void whatIsWarmIsRecordedAlready() {
    FunctionStates states = new FunctionStates();
    states.take(new FunctionState(5, 3, State.COUNTED, "a rule"));
    states.take(new Epoch(100, 0, 1_000));
    states.take(new FunctionState(100, 3, State.WARM, "to look again"));
    states.take(new Epoch(150, 1, 3_000));
    states.take(new FunctionState(150, 3, State.FULL, "to look again"));
    states.take(new Epoch(170, 2, 4_000));
    states.take(new FunctionState(170, 3, State.COUNTED, "a rule"));
    assertEquals(
        new StateHistory(
            List.of(
                new StateChange(0, true, "a rule"),
                new StateChange(1_000, false, "to look again"),
                new StateChange(4_000, true, "a rule")),
            0),
        states.histories().get(3));
  }
}
