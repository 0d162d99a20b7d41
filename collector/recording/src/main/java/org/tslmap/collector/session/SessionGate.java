package org.tslmap.collector.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Lets sessions begin while few others are ending. Programs that start others are often faster than
 * their streams are worked off. So new ones wait in their first write while many that have ended
 * are not over: these wait for nobody.
 *
 * <p>Not for several threads at once.
 */
final class SessionGate {
  private final int mostEnding;

  /** Sessions whose stream has ended, and that are working it off. */
  private final Set<Session> ending = new HashSet<>();

  /** Sessions that begin when there are fewer of these. */
  private final Deque<Session> waiting = new ArrayDeque<>();

  /**
   * An open gate.
   *
   * @param mostEnding so many may be ending before new ones wait; 1 or more
   */
  SessionGate(int mostEnding) {
    this.mostEnding = mostEnding;
  }

  /** Whether the session begins at once. If not, {@link #next} gives it when it may. */
  boolean enter(Session session) {
    if (ending.size() < mostEnding) {
      return true;
    }
    waiting.add(session);
    return false;
  }

  /** Nothing more comes of a session that has not been over. */
  void ending(Session session) {
    // One that has not begun yet begins when others are over.
    if (!waiting.contains(session)) {
      ending.add(session);
    }
  }

  /** A session is over. */
  void over(Session session) {
    ending.remove(session);
    waiting.remove(session);
  }

  /** A session that has waited and begins now; null if there is none. */
  Session next() {
    return ending.size() < mostEnding ? waiting.poll() : null;
  }

  /** Those whose stream goes on. */
  List<Session> goingOn(Collection<Session> sessions) {
    List<Session> going = new ArrayList<>(sessions);
    going.removeAll(ending);
    return going;
  }
}
