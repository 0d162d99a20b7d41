package org.tslmap.apexmap;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The machine a surface was measured on.
 *
 * @param host its name
 * @param processor the processor's model
 * @param processors how many processors this program may run on
 * @param megahertz the processor's frequency as the kernel names it, in MHz, 0 if it does not
 * @param caches those of the first processor
 * @param pageBytes size of a small page
 * @param hugePages mode of transparent huge pages: always, madvise, never, or unknown
 * @param kernel name and release of the kernel
 * @param governor what sets the processor's frequency, or unknown
 * @param memoryBytes all memory
 */
public record Machine(
    String host,
    String processor,
    int processors,
    double megahertz,
    List<Cache> caches,
    long pageBytes,
    String hugePages,
    String kernel,
    String governor,
    long memoryBytes) {

  /** Nothing may be missing. */
  public Machine {
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(processor, "processor");
    caches = List.copyOf(caches);
    Objects.requireNonNull(hugePages, "hugePages");
    Objects.requireNonNull(kernel, "kernel");
    Objects.requireNonNull(governor, "governor");
  }

  /** This machine. */
  public static Machine current() {
    return MachineFiles.thisMachine();
  }

  /** Whether surfaces of the other machine hold for this one too; see {@link #differences}. */
  public boolean sameAs(Machine other) {
    return differences(other).isEmpty();
  }

  /**
   * What makes a surface of the other machine doubtful here, such as "processor: A, not B". Names,
   * kernels and frequencies may differ, and memory by a sixteenth (kernels keep more or less of
   * it).
   */
  public List<String> differences(Machine other) {
    List<String> found = new ArrayList<>();
    compare(found, "processor", processor, other.processor);
    compare(found, "processors", processors, other.processors);
    compare(found, "caches", cachesWithoutWays(), other.cachesWithoutWays());
    compare(found, "page size", pageBytes, other.pageBytes);
    if (Math.abs(memoryBytes - other.memoryBytes) > memoryBytes / 16) {
      compare(found, "memory", memoryBytes, other.memoryBytes);
    }
    return found;
  }

  private List<Cache> cachesWithoutWays() {
    return caches.stream().map(Cache::withoutWays).toList();
  }

  private static void compare(List<String> found, String what, Object own, Object other) {
    if (!own.equals(other)) {
      found.add("%s: %s, not %s".formatted(what, own, other));
    }
  }

  /** Such as "AMD EPYC, 2 processors, L1d 32 KiB, L2 1 MiB, L3 32 MiB (host)". */
  public String description() {
    StringBuilder text = new StringBuilder(processor);
    text.append(", ").append(processors).append(processors == 1 ? " processor" : " processors");
    caches.stream()
        .filter(cache -> !cache.type().equals("Instruction"))
        .forEach(cache -> text.append(", ").append(cache));
    return text.append(" (").append(host).append(')').toString();
  }
}
