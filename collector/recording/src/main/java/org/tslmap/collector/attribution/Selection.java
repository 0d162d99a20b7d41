package org.tslmap.collector.attribution;

import java.util.ArrayList;
import java.util.List;
import org.tslmap.collector.names.NamePattern;
import org.tslmap.locality.profile.ProcessProfile;

/**
 * The part of a program's accesses that is to form the stream. An access is selected if it fits one
 * entry of each list that is not empty.
 *
 * @param functions names of functions whose own instructions are wanted
 * @param regions memory that is wanted
 * @param threads numbers of threads
 * @param phases names of phases the program marked
 * @param time the stretch of time that is wanted
 */
public record Selection(
    List<NamePattern> functions,
    List<Region> regions,
    List<Integer> threads,
    List<NamePattern> phases,
    Time time) {

  /** Everything. */
  public static final Selection ALL =
      new Selection(List.of(), List.of(), List.of(), List.of(), Time.ALL);

  /** Keeps the lists unmodifiable. */
  public Selection {
    functions = List.copyOf(functions);
    regions = List.copyOf(regions);
    threads = List.copyOf(threads);
    phases = List.copyOf(phases);
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

    /** The end must not come before the beginning. */
    public Time {
      if (from < 0 || to < from) {
        throw new IllegalArgumentException(
            "expected a stretch of accesses from 0 on, found %d to %d".formatted(from, to));
      }
    }

    private String option() {
      return "--accesses=" + from + "-" + (to == Long.MAX_VALUE ? "" : to);
    }
  }

  /** Whether that is everything. */
  public boolean isAll() {
    return equals(ALL);
  }

  /** As options of a process, see {@link ProcessProfile#selection}. */
  public List<String> options() {
    List<String> options = new ArrayList<>();
    functions.forEach(name -> options.add("--tsl-fn=" + name));
    regions.stream().map(Region::given).distinct().forEach(r -> options.add("--tsl-region=" + r));
    threads.forEach(thread -> options.add("--thread=" + thread));
    phases.forEach(name -> options.add("--phase=" + name));
    if (!time.equals(Time.ALL)) {
      options.add(time.option());
    }
    return options;
  }

  /** Whether a function of that demangled name is selected. */
  public boolean hasFunction(String name) {
    return functions.isEmpty() || functions.stream().anyMatch(wanted -> wanted.matches(name));
  }

  /** Whether memory at an address is selected. */
  public boolean hasAddress(long address) {
    return regions.isEmpty() || regions.stream().anyMatch(region -> region.contains(address));
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
