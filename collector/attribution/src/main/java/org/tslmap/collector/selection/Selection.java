package org.tslmap.collector.selection;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.locality.profile.DataObject;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * Which of a program's accesses are meant. An access is selected if its code is, and if it fits one
 * entry of each list that is not empty.
 *
 * @param code what makes them
 * @param data names of data objects
 * @param regions memory
 * @param threads numbers of threads
 * @param phases names of phases
 * @param times stretches of time, in order
 */
public record Selection(
    SelectedCode code,
    List<NamePattern> data,
    List<Region> regions,
    List<Integer> threads,
    List<NamePattern> phases,
    List<Time> times) {

  /** Everything. */
  public static final Selection ALL =
      new Selection(SelectedCode.ALL, List.of(), List.of(), List.of(), List.of(), List.of());

  /**
   * Keeps the lists unmodifiable.
   *
   * @throws IllegalArgumentException if a stretch of time begins before the end of the one before
   */
  public Selection {
    data = List.copyOf(data);
    regions = List.copyOf(regions);
    threads = List.copyOf(threads);
    phases = List.copyOf(phases);
    times = List.copyOf(times);
    for (int i = 1; i < times.size(); i++) {
      if (times.get(i).from() < times.get(i - 1).to()) {
        throw new IllegalArgumentException(
            "expected stretches of accesses in order, found " + times);
      }
    }
  }

  /**
   * A stretch of memory.
   *
   * @param given how it was asked for
   * @param start first address
   * @param bytes length in bytes
   */
  public record Region(String given, long start, long bytes) {
    /** Whether an address lies in it. */
    public boolean contains(long address) {
      return Long.compareUnsigned(address - start, bytes) < 0;
    }
  }

  /**
   * A stretch of a process's accesses.
   *
   * @param from number of the first one, from 0
   * @param to number of the first one behind it
   */
  public record Time(long from, long to) {
    /** From the first access to the last. */
    public static final Time ALL = new Time(0, Long.MAX_VALUE);

    /** There must be an access in it. */
    public Time {
      if (from < 0 || to <= from) {
        throw new IllegalArgumentException(
            "expected a stretch of accesses from 0 on, found %d to %d".formatted(from, to));
      }
    }

    /** Whether the access of this number lies in it. */
    public boolean contains(long access) {
      return from <= access && access < to;
    }

    private boolean isOpen() {
      return to == Long.MAX_VALUE;
    }
  }

  /** The same of this code only. */
  public Selection withCode(SelectedCode other) {
    return new Selection(other, data, regions, threads, phases, times);
  }

  /** The same of these regions only. */
  public Selection withRegions(List<Region> others) {
    return new Selection(code, data, others, threads, phases, times);
  }

  /** The same of these regions only, whatever data objects lie there. */
  public Selection inMemory(List<Region> others) {
    return new Selection(code, List.of(), others, threads, phases, times);
  }

  /** The same of these threads only. */
  public Selection withThreads(Integer... others) {
    return new Selection(code, data, regions, List.of(others), phases, times);
  }

  /** The same of these stretches of time only; of all time if there is none. */
  public Selection withTimes(List<Time> others) {
    return new Selection(code, data, regions, threads, phases, others);
  }

  /** The same of this stretch of time only. */
  public Selection withTime(Time time) {
    return withTimes(time.equals(Time.ALL) ? List.of() : List.of(time));
  }

  /** Whether that is everything. */
  public boolean isAll() {
    return equals(ALL);
  }

  /** Whether it is narrowed in time. */
  public boolean hasTime() {
    return !phases.isEmpty() || !times.isEmpty();
  }

  /** From the first access of its first stretch of time to the end of the last one. */
  public Time time() {
    return times.isEmpty()
        ? Time.ALL
        : new Time(times.get(0).from(), times.get(times.size() - 1).to());
  }

  /** As options of a process, see {@link ProcessProfile#selection}. */
  public List<String> options() {
    List<String> options = new ArrayList<>(code.options());
    regions.stream().map(Region::given).distinct().forEach(r -> options.add("--tsl-region=" + r));
    threads.forEach(thread -> options.add("--thread=" + thread));
    phases.forEach(name -> options.add("--phase=" + name));
    for (Time time : times) {
      options.add("--accesses=" + time.from() + "-" + (time.isOpen() ? "" : time.to()));
    }
    return options;
  }

  /** Such as "function multiply, thread 2"; empty for everything. */
  public String description() {
    StringJoiner text = new StringJoiner(", ");
    code.describe(text);
    describe(text, "data ", data);
    describe(text, "memory ", regions.stream().map(Region::given).distinct().toList());
    describe(text, "thread ", threads);
    describe(text, "phase ", phases);
    describe(
        text,
        "accesses ",
        times.stream()
            .map(
                time ->
                    "%,d to %s"
                        .formatted(
                            time.from(), time.isOpen() ? "the end" : "%,d".formatted(time.to())))
            .toList());
    return text.toString();
  }

  static void describe(StringJoiner text, String what, Collection<?> values) {
    if (!values.isEmpty()) {
      text.add(values.stream().map(Object::toString).collect(Collectors.joining(" or ", what, "")));
    }
  }

  /** What is added to the names of files, such as "-multiply-thread2"; empty for everything. */
  public String suffix() {
    StringBuilder text = new StringBuilder();
    code.words().forEach(word -> text.append('-').append(word));
    data.forEach(name -> text.append('-').append(name));
    regions.stream().map(Region::given).distinct().forEach(name -> text.append('-').append(name));
    threads.forEach(thread -> text.append("-thread").append(thread));
    phases.forEach(name -> text.append("-phase").append(name));
    for (Time time : times) {
      text.append('-').append(time.from()).append('-').append(time.isOpen() ? "end" : time.to());
    }
    return text.toString().replaceAll("[^A-Za-z0-9._+-]", "_");
  }

  /** Whether memory at an address is selected. */
  public boolean hasAddress(long address) {
    // Asked for each access, so without a stream.
    for (Region region : regions) {
      if (region.contains(address)) {
        return true;
      }
    }
    return regions.isEmpty();
  }

  /** Whether a data object is selected by its name. */
  public boolean hasData(DataObject object) {
    return data.isEmpty() || data.stream().anyMatch(wanted -> wanted.matches(object));
  }

  /** Whether a thread is selected. */
  public boolean hasThread(int thread) {
    return threads.isEmpty() || threads.contains(thread);
  }

  /** Whether a phase is selected; its name is empty where there is none. */
  public boolean hasPhase(String name) {
    return phases.isEmpty() || phases.stream().anyMatch(wanted -> wanted.matches(name));
  }
}
