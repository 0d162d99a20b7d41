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
 */
public record Selection(
    List<NamePattern> functions,
    List<Region> regions,
    List<Integer> threads,
    List<NamePattern> phases) {

  /** Everything. */
  public static final Selection ALL = new Selection(List.of(), List.of(), List.of(), List.of());

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
