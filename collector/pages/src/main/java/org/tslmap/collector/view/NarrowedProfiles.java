package org.tslmap.collector.view;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.tslmap.collector.session.Replay;
import org.tslmap.collector.session.SelectionReplay;
import org.tslmap.locality.profile.ProcessProfile;

/** The profiles of rectangles of one run, scored by themselves; the last few are kept. */
final class NarrowedProfiles {
  /** Traces are replayed at once up to this access: a second or two of work. */
  static final long MOST_AT_ONCE = 16_000_000;

  /** Code alone needs no replay; of so many accesses it is scored at once. */
  static final long MOST_OF_CODE = 60_000_000;

  private static final int KEPT = 4;

  private final Path folder;
  private final Map<Narrowing, ProcessProfile> whole = new Kept();
  private final Map<Narrowing, ProcessProfile> code = new Kept();
  private final Map<Narrowing, RectangleCount> countings = new HashMap<>();

  /** Only the last few. */
  private static final class Kept extends LinkedHashMap<Narrowing, ProcessProfile> {
    private static final long serialVersionUID = 1;

    Kept() {
      super(2 * KEPT, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Narrowing, ProcessProfile> eldest) {
      return size() > KEPT;
    }
  }

  /** Of the run in a folder. */
  NarrowedProfiles(Path folder) {
    this.folder = folder;
  }

  /** Everything about a rectangle, if that is known, or soon counted. */
  Optional<ProcessProfile> whole(Narrowing narrowing, ProcessProfile process) throws IOException {
    synchronized (whole) {
      ProcessProfile known = whole.get(narrowing);
      if (known != null) {
        return Optional.of(known);
      }
    }
    return narrowing.isStored() && narrowing.to() <= MOST_AT_ONCE
        ? Optional.of(count(narrowing, process, done -> true))
        : Optional.empty();
  }

  /**
   * The code that accessed a rectangle and the threads, without data and calls, if soon counted.
   */
  Optional<ProcessProfile> code(Narrowing narrowing, ProcessProfile process) throws IOException {
    Optional<ProcessProfile> known = whole(narrowing, process);
    if (known.isPresent() || !narrowing.isStored() || narrowing.accesses() > MOST_OF_CODE) {
      return known;
    }
    synchronized (code) {
      ProcessProfile scored = code.get(narrowing);
      if (scored == null) {
        scored = StretchScores.of(process, narrowing);
        code.put(narrowing, scored);
      }
      return Optional.of(scored);
    }
  }

  /** What counts everything about a rectangle, and tells how far it is. */
  RectangleCount counting(Narrowing narrowing, ProcessProfile process) {
    if (!narrowing.isStored()) {
      throw new IllegalArgumentException(
          "the run has no stored trace of this window; record it with --trace full");
    }
    synchronized (countings) {
      countings.values().removeIf(RectangleCount::isOver);
      return countings.computeIfAbsent(
          narrowing,
          asked -> new RectangleCount(further -> countOnce(asked, process, further), asked.to()));
    }
  }

  private void countOnce(Narrowing narrowing, ProcessProfile process, LongPredicate further)
      throws IOException {
    boolean known;
    synchronized (whole) {
      known = whole.containsKey(narrowing);
    }
    if (!known) {
      count(narrowing, process, further);
    }
  }

  private ProcessProfile count(Narrowing narrowing, ProcessProfile process, LongPredicate further)
      throws IOException {
    ProcessProfile part =
        SelectionReplay.of(
            narrowing.picture().trace().orElseThrow().folder(),
            process.parameters(),
            Replay.attribution(folder),
            narrowing.selection(),
            List.of(),
            further);
    ProcessProfile profile = part.with(process.end());
    synchronized (whole) {
      whole.put(narrowing, profile);
    }
    return profile;
  }
}
