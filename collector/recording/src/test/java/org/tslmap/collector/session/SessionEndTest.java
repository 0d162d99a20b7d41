package org.tslmap.collector.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.tslmap.collector.server.CollectorServer;
import org.tslmap.collector.shortage.Shortage;
import org.tslmap.collector.wire.FrameType;
import org.tslmap.collector.wire.Hello;
import org.tslmap.locality.profile.ProcessProfile;

/** A session ends whatever its connection does, since its end may be what gives memory back. */
class SessionEndTest {
  /** What the session tells, and when it is over. */
  private static final class Notebook implements Session.Listener {
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<String> notices = new ArrayList<>();
    private volatile CountDownLatch working = new CountDownLatch(0);

    @Override
    public TraceKeeper introduced(Session session, Hello hello) {
      return TraceKeeper.none();
    }

    @Override
    public EndedProcess ended(Session session, Supplier<ProcessProfile> profile) {
      throw new AssertionError("no process introduced itself");
    }

    @Override
    public boolean running(Session session, Supplier<ProcessProfile> soFar) {
      return true;
    }

    @Override
    public void ranOut(Shortage shortage) {
      notices.add(shortage.finding());
    }

    @Override
    public void notice(String line) {
      notices.add(line);
      try {
        working.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void ending(Session session) {}

    @Override
    public void over(Session session) {
      over.countDown();
    }
  }

  /** A connection that does no more than this when it is to be read, or closed. */
  private record Connection(Runnable resuming, Consumer<Runnable> reading, Runnable closing)
      implements CollectorServer.Connection {
    @Override
    public String peer() {
      return "somebody";
    }

    @Override
    public void resume() {
      resuming.run();
    }

    @Override
    public void afterReading(Runnable task) {
      reading.accept(task);
    }

    @Override
    public void send(byte[] bytes) {}

    @Override
    public void close() {
      closing.run();
    }
  }

  private final Notebook notebook = new Notebook();

  private Session session(Runnable closing) {
    return session(() -> {}, Runnable::run, closing);
  }

  private Session session(Runnable resuming, Consumer<Runnable> reading, Runnable closing) {
    ProcessRecording recording = RecordedRun.recording();
    Connection connection = new Connection(resuming, reading, closing);
    return new Session(connection, recording, new QueueShare(1 << 20), notebook);
  }

  private void assertOver() throws InterruptedException {
    assertTrue(notebook.over.await(30, TimeUnit.SECONDS), "the session goes on");
  }

  @Test
  void oneThatIsCutEndsAlthoughItsConnectionDoesNotSaySo() throws Exception {
    Session session = session(() -> {});
    session.cut("enough");
    assertOver();
    assertEquals(List.of("somebody: enough; the connection is closed"), notebook.notices);
  }

  @Test
  void whatItBroughtIsWorkedOffBeforeItIsCut() throws Exception {
    Session session = session(() -> {});
    session.frame(FrameType.END, new byte[0]);
    session.cut("enough");
    session.frame(FrameType.END, new byte[0]);
    assertOver();
    assertEquals(1, notebook.notices.size(), notebook.notices::toString);
    assertTrue(notebook.notices.get(0).startsWith("somebody: frame at byte 0: "));
  }

  private static void withoutMemory() {
    throw new OutOfMemoryError("Java heap space");
  }

  @Test
  void oneEndsAlthoughThereIsNoMemoryToCloseItsConnection() throws Exception {
    Session session = session(SessionEndTest::withoutMemory);
    session.closed("", false);
    assertOver();
  }

  @Test
  void oneIsCutAlthoughThereIsNoMemoryToCloseItsConnection() throws Exception {
    Session session = session(SessionEndTest::withoutMemory);
    session.cut();
    assertOver();
  }

  @Test
  void oneThatIsSilentIsCut() throws Exception {
    Session session = session(() -> {});
    session.begin();
    TimeUnit.MILLISECONDS.sleep(2);
    session.cutIfSilent(Duration.ofMillis(1));
    assertOver();
  }

  private void assertNotCut() throws InterruptedException {
    assertFalse(notebook.over.await(50, TimeUnit.MILLISECONDS));
  }

  @Test
  void oneThatWaitsForItsBeginIsNotCut() throws Exception {
    Session session = session(() -> {});
    TimeUnit.MILLISECONDS.sleep(2);
    session.cutIfSilent(Duration.ofMillis(1));
    assertNotCut();
    session.cut();
    assertOver();
  }

  @Test
  void oneWhoseConnectionIsReadLateIsNotCut() throws Exception {
    Duration limit = Duration.ofSeconds(1);
    List<Runnable> later = new ArrayList<>();
    Session session = session(() -> {}, later::add, () -> {});
    session.begin();
    session.cutIfSilent(limit);
    assertEquals(0, later.size());
    Thread.sleep(limit.toMillis() + 1);
    session.cutIfSilent(limit);
    session.cutIfSilent(limit);
    assertEquals(1, later.size(), "its connection is asked once");
    session.frame(FrameType.END, new byte[0]);
    later.get(0).run();
    assertNotCut();
    session.cut();
    assertOver();
  }

  @Test
  void oneThatIsToBeReadAgainAfterLongWorkIsNotCut() throws Exception {
    Duration limit = Duration.ofSeconds(1);
    AtomicReference<Session> self = new AtomicReference<>();
    CountDownLatch resumed = new CountDownLatch(2);
    Session session =
        session(
            () -> {
              self.get().cutIfSilent(limit);
              resumed.countDown();
            },
            Runnable::run,
            () -> {});
    self.set(session);
    session.begin();
    notebook.working = new CountDownLatch(1);
    session.frame(FrameType.END, new byte[0]);
    session.frame(FrameType.END, new byte[1 << 20]);
    assertTrue(session.full());
    Thread.sleep(limit.toMillis() + 1);
    notebook.working.countDown();
    resumed.await();
    assertNotCut();
    session.cut();
    assertOver();
  }

  @Test
  void oneWhoseProcessHasEndedIsReadToTheEnd() throws Exception {
    List<Runnable> later = new ArrayList<>();
    Session session = session(() -> {}, later::add, () -> {});
    session.begin();
    session.cutUnlessEnded(); // what it had sent is not read yet
    session.frame(FrameType.END, new byte[0]);
    session.closed("", true);
    assertOver();
    assertTrue(notebook.notices.get(0).startsWith("somebody: frame at byte 0: "));
  }

  @Test
  void oneWhoseProcessGoesOnIsCut() throws Exception {
    Session sends = session(() -> {});
    sends.begin();
    sends.cutUnlessEnded();
    byte[] frame = new byte[1 << 20];
    for (long sent = 0; sent <= Session.MOST_UNDER_WAY; sent += frame.length) {
      sends.cutUnlessEnded();
      sends.frame(FrameType.END, frame);
    }
    sends.cutUnlessEnded();
    assertOver();
  }

  @Test
  void oneWhoseProcessIsSilentIsCut() throws Exception {
    Session session = session(() -> {});
    session.begin();
    Thread.sleep(Session.SHORT_SILENCE.toMillis() + 1);
    session.cutUnlessEnded();
    assertOver();
  }
}
