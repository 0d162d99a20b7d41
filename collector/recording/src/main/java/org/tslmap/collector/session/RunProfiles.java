package org.tslmap.collector.session;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import org.tslmap.collector.store.RunFolder;
import org.tslmap.locality.profile.LocalityProfile;
import org.tslmap.locality.profile.ProcessIdentity;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * The profiles of a run's processes: made few at a time, on disk as soon as a process ends, and put
 * together at the end. Safe for several threads.
 */
final class RunProfiles {
  private final RunOptions options;
  private final Supplier<List<String>> notices;
  private final Instant started = Instant.now();
  private final RunJournal journal;

  /** Profiles are large while they are made, so few are made at the same time. */
  private final Semaphore making = new Semaphore(Runtime.getRuntime().availableProcessors());

  /** What is left of processes that are over. */
  private final List<EndedProcess> ended = new ArrayList<>();

  /** What came so far of processes that go on, by their numbers. */
  private final Map<Integer, ProcessProfile> running = new TreeMap<>();

  private SessionProgress progress = SessionProgress.NONE;

  /** Whether all that was to be stored is stored, of what is over. */
  private boolean kept = true;

  /** Whether the traces of all processes that are over are whole. */
  private boolean replayable = true;

  /**
   * The profiles of a run that begins now.
   *
   * @param notices what has been said of the run
   */
  RunProfiles(RunOptions options, Supplier<List<String>> notices) {
    this.options = options;
    this.notices = notices;
    this.journal = new RunJournal(new RunFolder(options.runFolder()), () -> run(true));
  }

  /** Writes what there is at the start. */
  void begin() throws IOException {
    journal.begin();
  }

  /**
   * A process's session is about to end: its profile is made, and kept on disk, or else in memory.
   *
   * @param number which process of the run it is
   * @param made makes the profile
   */
  EndedProcess end(int number, Session session, Supplier<ProcessProfile> made) {
    making.acquireUninterruptibly();
    try {
      return keep(number, session, checked(made.get(), session.trace()));
    } finally {
      making.release();
    }
  }

  private EndedProcess keep(int number, Session session, ProcessProfile profile) {
    TraceKeeper trace = session.trace();
    synchronized (this) {
      kept &= !trace.broken();
      replayable &= trace.whole();
    }
    try {
      journal.keep(number, profile, false);
    } catch (IOException e) {
      // It stays in memory, and the result says what cannot be written.
      notKept(e);
    }
    return new EndedProcess(
        number,
        profile,
        trace
            .folder()
            .map(
                folder ->
                    new RunFile.Trace(
                        options.runFolder().relativize(folder).toString(),
                        trace.storedAccesses(),
                        trace.bytes(),
                        trace.limited())),
        session.progress(),
        session.lastReceived(),
        session.replacedBy());
  }

  private static void notKept(Throwable e) {
    LoggerFactory.getLogger(RunProfiles.class).debug("a profile was not kept", e);
  }

  /** A process whose trace lacks something that nobody has said is not complete. */
  private static ProcessProfile checked(ProcessProfile profile, TraceKeeper trace) {
    long received = profile.totals().recorded();
    boolean whole =
        trace.folder().isEmpty()
            || trace.limited()
            || trace.broken()
            || trace.storedAccesses() == received;
    return whole || !profile.end().complete()
        ? profile
        : profile.with(
            profile
                .end()
                .withIncomplete(
                    "expected all %,d accesses in its trace, found %,d; report this"
                        .formatted(received, trace.storedAccesses())));
  }

  /**
   * Keeps what came so far of a process, as far as there is memory and a disk for it.
   *
   * @param number which process of the run it is
   * @param soFar makes the profile
   * @return false if another profile is being made, and memory is for one only
   */
  boolean running(int number, Supplier<ProcessProfile> soFar) {
    if (!making.tryAcquire()) {
      return false;
    }
    try {
      ProcessProfile profile = soFar.get();
      journal.keep(number, profile, true);
      synchronized (this) {
        running.put(number, profile);
      }
      journal.renew();
    } catch (IOException | RuntimeException | Error e) {
      // The process goes on; its end tells what is wrong.
      notKept(e);
    } finally {
      making.release();
    }
    return true;
  }

  /**
   * A process is over.
   *
   * @param number which process of the run it is; 0 if it was none
   * @param process what is left of it, if anything
   */
  synchronized void over(int number, Optional<EndedProcess> process) {
    running.remove(number);
    process.ifPresent(
        left -> {
          SessionProgress sum = progress.plus(left.progress());
          ended.add(left);
          progress = sum;
        });
    journal.renew();
  }

  /** What is known of the run. */
  RunFile.Run run(boolean unfinished) {
    List<EndedProcess> processes;
    List<ProcessProfile> profiles = new ArrayList<>();
    synchronized (this) {
      processes = new ArrayList<>(ended);
      profiles.addAll(running.values());
    }
    processes.sort(Comparator.comparingInt(EndedProcess::number));
    processes.forEach(process -> profiles.add(process.profile()));
    profiles.sort(Comparator.comparingLong(process -> process.identity().startedMicros()));
    return new RunFile.Run(
        started,
        options.parameters(),
        options.attribution(),
        options.storeTrace(),
        processes.stream().flatMap(process -> process.trace().stream()).toList(),
        new LocalityProfile(RunFile.generator(), profiles, options.expectedRanks(), unfinished),
        notices.get());
  }

  /** What is worth saying of all processes together, one line each. */
  synchronized List<String> remarks(LocalityProfile profile) {
    List<String> remarks = new ArrayList<>();
    if (profile.ranks().size() > 1) {
      // A launcher ends all other ranks when one dies, so which one was first is worth a line.
      ended.stream()
          .filter(EndedProcess::isDeadRank)
          .min((one, other) -> Long.signum(one.lastReceived() - other.lastReceived()))
          .map(process -> process.profile().identity())
          .ifPresent(first -> remarks.add(firstToDie(first)));
    }
    // Programs that took a process's place and sent nothing are not in the profile.
    UnmeasuredPrograms unmeasured = new UnmeasuredPrograms(profile.processes());
    for (EndedProcess process : ended) {
      process
          .replacedBy()
          .ifPresent(program -> unmeasured.replaced(process.profile().identity(), program));
    }
    remarks.addAll(unmeasured.notices());
    return remarks;
  }

  private static String firstToDie(ProcessIdentity first) {
    return "rank %d (process %d on %s) was the first to die"
        .formatted(first.rank(), first.pid(), first.host());
  }

  /**
   * Writes the result.
   *
   * @throws IOException if it cannot be written
   */
  void finish(boolean unfinished) throws IOException {
    journal.finish(run(unfinished));
  }

  /** Removes what was written of a run that nothing came of. */
  void discard() throws IOException {
    journal.discard();
  }

  /** How many processes are over. */
  synchronized int ended() {
    return ended.size();
  }

  /** How far those came that are over. */
  synchronized SessionProgress progress() {
    return progress;
  }

  /** Whether all that was to be stored of them is stored. */
  synchronized boolean kept() {
    return kept;
  }

  /** Whether their traces are whole and on disk. */
  synchronized boolean replayable() {
    return replayable;
  }
}
