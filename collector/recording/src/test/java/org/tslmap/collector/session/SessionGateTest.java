package org.tslmap.collector.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** New processes wait while many that have ended are worked off, and begin in their order. */
class SessionGateTest {
  private static final int MOST_ENDING = 2;

  private final SessionGate gate = new SessionGate(MOST_ENDING);
  private final ProcessRecording recording = RecordedRun.recording();

  @AfterEach
  void close() {
    recording.close();
  }

  /** One that never begins, and so has nobody to talk to. */
  private Session session() {
    return new Session(null, recording, new QueueShare(0), null);
  }

  @Test
  void aSessionWaitsUntilAnotherIsOver() {
    Session first = session();
    Session second = session();
    assertTrue(gate.enter(first));
    assertTrue(gate.enter(second));
    assertTrue(gate.enter(session()), "those that go on hold nobody up");
    gate.ending(first);
    gate.ending(second);
    Session third = session();
    Session fourth = session();
    assertFalse(gate.enter(third));
    assertFalse(gate.enter(fourth));
    assertNull(gate.next());
    gate.over(first);
    assertSame(third, gate.next());
    gate.ending(third);
    assertNull(gate.next());
    gate.over(second);
    assertSame(fourth, gate.next());
    assertNull(gate.next());
  }

  @Test
  void whoHangsUpWhileItWaitsTakesNoPlace() {
    Session first = session();
    Session second = session();
    gate.ending(first);
    gate.ending(second);
    Session waiting = session();
    assertFalse(gate.enter(waiting));
    gate.ending(waiting);
    gate.over(first);
    assertSame(waiting, gate.next(), "it begins, and finds its end");
    assertEquals(List.of(waiting), gate.goingOn(List.of(second, waiting)));
  }
}
